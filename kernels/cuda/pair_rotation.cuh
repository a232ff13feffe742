#pragma once

#include "kernels/ops.h"

namespace kernels::cuda {

/// Rotation and Angles in the form that kernels take.
struct PairRotation {
    const float* frequencies;
    const int32_t* positions;
    int pairs, axes;
    bool inHalves;
    float magnitude;

    static PairRotation of(const Angles& angles, const Rotation& rotation)
    {
        return {rotation.frequencies.data<float>(), angles.positions.data<int32_t>(),
            int(rotation.frequencies.columns), int(rotation.frequencies.rows),
            rotation.style == RotaryStyle::Halves, rotation.magnitude};
    }

    /// Rotates one pair of a head of a token. The angle is a sum of float products, as everywhere.
    __device__ void turn(float* head, int pair, int token) const
    {
        float& first = head[inHalves ? pair : 2 * pair];
        float& second = head[inHalves ? pair + pairs : 2 * pair + 1];
        float angle = 0;
        for (int axis = 0; axis < axes; ++axis)
            angle += float(positions[int64_t(token) * axes + axis]) * frequencies[axis * pairs + pair];
        float sine, cosine;
        sincosf(angle, &sine, &cosine);
        sine *= magnitude;
        cosine *= magnitude;
        const float a = first, b = second;
        first = a * cosine - b * sine;
        second = a * sine + b * cosine;
    }
};

} // namespace kernels::cuda
