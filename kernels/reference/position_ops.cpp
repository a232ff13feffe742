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

} // namespace

void ReferenceOps::rotate(TensorView x, TensorView positions, TensorView frequencies, int headDim,
    RotaryStyle style, float magnitude)
{
    checkRotate(x, positions, frequencies, headDim);
    const int64_t pairs = frequencies.columns;
    for (int64_t t = 0; t < x.rows; ++t)
        for (int64_t head = 0; head < x.columns / headDim; ++head) {
            float* values = x.data<float>() + t * x.columns + head * headDim;
            for (int64_t i = 0; i < pairs; ++i) {
                // The angle is a float product: that is what every implementation computes.
                const float angle
                    = float(positions.data<int32_t>()[t]) * frequencies.data<float>()[i];
                const bool halves = style == RotaryStyle::Halves;
                rotatePair(values[halves ? i : 2 * i], values[halves ? i + pairs : 2 * i + 1],
                    angle, magnitude);
            }
        }
}

void ReferenceOps::writeCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkWriteCache(cache, rows, placement);
    checkPlaces(placement);
    for (int64_t t = 0; t < rows.rows; ++t) {
        const int64_t slot = cacheRow(placement, placement.sequences.data<int32_t>()[t],
            placement.positions.data<int32_t>()[t]);
        const float* row = rows.rowRange(t, 1).data<float>();
        void* stored = cache.rowRange(slot, 1).bytes;
        if (isCacheBlockType(cache.dtype))
            packCacheRow(cache.dtype, row, stored, rows.columns);
        else
            quantizeRow(cache.dtype, row, stored, rows.columns);
    }
}

} // namespace kernels::reference
