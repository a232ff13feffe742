#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/quantize.h"
#include "kernels/reference/reference_ops.h"

#include <cmath>

namespace kernels::reference {
namespace {

void rotatePair(float& first, float& second, double angle, double magnitude)
{
    const double cosine = std::cos(angle) * magnitude, sine = std::sin(angle) * magnitude;
    const double x = first, y = second;
    first = float(x * cosine - y * sine);
    second = float(x * sine + y * cosine);
}

// A sum of products of floats: that is what every implementation computes.
float angleOf(const Angles& angles, const Rotation& rotation, int64_t token, int64_t pair)
{
    const TensorView& frequencies = rotation.frequencies;
    const int32_t* places = angles.places.data<int32_t>() + token * angles.places.columns;
    float angle = 0;
    for (int64_t axis = 0; axis < frequencies.rows; ++axis)
        angle += float(places[axis]) * frequencies.data<float>()[axis * frequencies.columns + pair];
    return angle;
}

} // namespace

void ReferenceOps::rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
{
    checkRotate(x, angles, rotation, headDim);
    const int64_t pairs = rotation.frequencies.columns;
    const bool halves = rotation.style == RotaryStyle::Halves;
    for (int64_t t = 0; t < x.rows; ++t)
        for (int64_t head = 0; head < x.columns / headDim; ++head) {
            float* values = x.data<float>() + t * x.columns + head * headDim;
            for (int64_t i = 0; i < pairs; ++i)
                rotatePair(values[halves ? i : 2 * i], values[halves ? i + pairs : 2 * i + 1],
                    angleOf(angles, rotation, t, i), rotation.magnitude);
        }
}

void ReferenceOps::growByPlace(TensorView x, TensorView places, float rate, int64_t period)
{
    checkGrowByPlace(x, places, period);
    for (int64_t t = 0; t < x.rows; ++t) {
        const double periods = double(places.data<int32_t>()[t] / period);
        const float factor = float(1 + rate * std::log1p(periods));
        for (int64_t i = 0; i < x.columns; ++i)
            x.data<float>()[t * x.columns + i] *= factor;
    }
}

void ReferenceOps::writeCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkWriteCache(cache, rows, placement);
    checkPlaces(placement);
    for (int64_t t = 0; t < rows.rows; ++t) {
        const int64_t slot = cacheRow(
            placement, placement.sequences.data<int32_t>()[t], placement.places.data<int32_t>()[t]);
        const float* row = rows.rowRange(t, 1).data<float>();
        void* stored = cache.rowRange(slot, 1).bytes;
        if (isCacheBlockType(cache.dtype))
            packCacheRow(cache.dtype, row, stored, rows.columns);
        else
            quantizeRow(cache.dtype, row, stored, rows.columns);
    }
}

} // namespace kernels::reference
