#pragma once

#include "kernels/ops.h"

namespace kernels::cuda {

/// Rotation as kernels take it.
struct PairRotation {
    const float* frequencies;
    int pairs;
    bool inHalves;
    float magnitude;

    static PairRotation of(const Rotation& rotation)
    {
        return {rotation.frequencies.data<float>(), int(rotation.frequencies.columns),
            rotation.style == RotaryStyle::Halves, rotation.magnitude};
    }

    /// Turns one pair of a head. The angle is a float product, as everywhere.
    __device__ void turn(float* head, int pair, float position) const
    {
        float& first = head[inHalves ? pair : 2 * pair];
        float& second = head[inHalves ? pair + pairs : 2 * pair + 1];
        float sine, cosine;
        sincosf(position * frequencies[pair], &sine, &cosine);
        sine *= magnitude;
        cosine *= magnitude;
        const float a = first, b = second;
        first = a * cosine - b * sine;
        second = a * sine + b * cosine;
    }
};

} // namespace kernels::cuda
