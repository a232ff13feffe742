#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/quantize.h"
#include "kernels/reference/dot.h"
#include "kernels/reference/reference_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kernels::reference {

namespace {

using Rows = std::vector<std::vector<float>>;

// These rows of a cache, or of any matrix, as numbers.
Rows dequantized(TensorView matrix, const std::vector<int64_t>& rows)
{
    Rows values(rows.size(), std::vector<float>(size_t(matrix.columns)));
    for (size_t i = 0; i < rows.size(); ++i)
        dequantizeRow(
            matrix.dtype, matrix.rowRange(rows[i], 1).bytes, values[i].data(), matrix.columns);
    return values;
}

// What their distance adds to the product of a query and a key, see RelativeScores.
double relativeSum(
    const float* q, const float* key, int64_t distance, int head, const AttentionShape& shape)
{
    const auto& [keys, queries, rows] = shape.relative;
    const int64_t reach = rows.columns / 2;
    const int32_t row = rows.data<int32_t>()[reach + std::clamp(distance, -reach, reach)];
    const auto headOf = [&](TensorView matrix) {
        return matrix.data<float>() + row * matrix.columns + int64_t(head) * shape.headDim;
    };
    return (keys.isEmpty() ? 0 : dot(q, headOf(keys), shape.headDim))
        + (queries.isEmpty() ? 0 : dot(key, headOf(queries), shape.headDim));
}

// `relative` is what relativeSum() returns.
double score(const float* q, const float* key, const AttentionShape& shape, double relative)
{
    const double sum = shape.scale * (relative + dot(q, key, shape.headDim));
    return shape.softCap > 0 ? shape.softCap * std::tanh(sum / shape.softCap) : sum;
}

// The score that a head gives to nothing: −∞ if it has none.
double sinkScore(const AttentionShape& shape, int head)
{
    return shape.sinks.isEmpty() ? -std::numeric_limits<double>::infinity()
                                 : double(shape.sinks.data<float>()[head]);
}

// out = softmax(score(q, keys) and sink) · values, with the head's part of each row. `distances`
// are those of the query from each key, if they add to scores.
void attendHead(float* out, const float* q, const Rows& keys, const Rows& values,
    const AttentionShape& shape, int head, const std::vector<int64_t>& distances)
{
    const int kvHead = head / (shape.heads / shape.kvHeads);
    std::vector<double> weights;
    const double sink = sinkScore(shape, head);
    double largest = sink;
    for (size_t i = 0; i < keys.size(); ++i) {
        const float* key = keys[i].data() + kvHead * shape.headDim;
        weights.push_back(score(q, key, shape,
            distances.empty() ? 0 : relativeSum(q, key, distances[i], head, shape)));
        largest = std::max(largest, weights.back());
    }
    double total = std::exp(sink - largest);
    for (double& weight : weights)
        total += weight = std::exp(weight - largest);
    std::vector<double> sums(size_t(shape.valueWidth()));
    for (size_t p = 0; p < values.size(); ++p) {
        const float* value = values[p].data() + kvHead * shape.valueWidth();
        for (size_t i = 0; i < sums.size(); ++i)
            sums[i] += weights[p] * value[i];
    }
    for (size_t i = 0; i < sums.size(); ++i)
        out[i] = float(sums[i] / total);
}

// The rows of keys and values that a token sees.
template <typename RowOf>
std::vector<int64_t> rowsSeen(const Reach& reach, int64_t token, const RowOf& row)
{
    std::vector<int64_t> rows;
    for (int64_t position = reach.first.data<int32_t>()[token];
         position <= reach.last.data<int32_t>()[token]; ++position)
        rows.push_back(row(position));
    return rows;
}

void attendToken(TensorView out, TensorView q, int64_t token, TensorView keys, TensorView values,
    const AttentionShape& shape, const std::vector<int64_t>& rows)
{
    std::vector<int64_t> distances;
    for (size_t i = 0; !shape.relative.isEmpty() && i < rows.size(); ++i)
        distances.push_back(token - rows[i]);
    const Rows seenKeys = dequantized(keys, rows), seenValues = dequantized(values, rows);
    for (int head = 0; head < shape.heads; ++head)
        attendHead(out.data<float>() + token * out.columns + int64_t(head) * shape.valueWidth(),
            q.data<float>() + token * q.columns + int64_t(head) * shape.headDim, seenKeys,
            seenValues, shape, head, distances);
}

} // namespace

void ReferenceOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const Reach& reach, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, reach, shape);
    checkPositions(placement);
    checkReach(reach, positionCount(placement));
    for (int64_t t = 0; t < q.rows; ++t) {
        const int32_t sequence = placement.sequences.data<int32_t>()[t];
        attendToken(out, q, t, keys, values, shape, rowsSeen(reach, t, [&](int64_t position) {
            return cacheRow(placement, sequence, position);
        }));
    }
}

void ReferenceOps::attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
    const Reach& spans, const AttentionShape& shape)
{
    checkAttendSpans(out, q, k, v, spans, shape);
    checkReach(spans, k.rows);
    for (int64_t t = 0; t < q.rows; ++t)
        attendToken(out, q, t, k, v, shape, rowsSeen(spans, t, [](int64_t row) { return row; }));
}

namespace {

void rotatePair(float& first, float& second, double angle, double magnitude)
{
    const double cosine = std::cos(angle) * magnitude, sine = std::sin(angle) * magnitude;
    const double x = first, y = second;
    first = float(x * cosine - y * sine);
    second = float(x * sine + y * cosine);
}

// A sum of products of floats: that is what every implementation computes.
float rotationAngle(const Angles& angles, const Rotation& rotation, int64_t token, int64_t pair)
{
    const TensorView& frequencies = rotation.frequencies;
    const int32_t* positions = angles.positions.data<int32_t>() + token * angles.positions.columns;
    float angle = 0;
    for (int64_t axis = 0; axis < frequencies.rows; ++axis)
        angle += float(positions[axis])
            * frequencies.data<float>()[axis * frequencies.columns + pair];
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
                    rotationAngle(angles, rotation, t, i), rotation.magnitude);
        }
}

void ReferenceOps::scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period)
{
    checkScaleByPosition(x, positions, period);
    for (int64_t t = 0; t < x.rows; ++t) {
        const double periods = double(positions.data<int32_t>()[t] / period);
        const float factor = float(1 + rate * std::log1p(periods));
        for (int64_t i = 0; i < x.columns; ++i)
            x.data<float>()[t * x.columns + i] *= factor;
    }
}

void ReferenceOps::writeCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkWriteCache(cache, rows, placement);
    checkPositions(placement);
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
