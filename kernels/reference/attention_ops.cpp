#include "kernels/check_ops.h"
#include "kernels/dequantize.h"
#include "kernels/reference/reference_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kernels::reference {
namespace {

using Rows = std::vector<std::vector<float>>;

// The part of a cache row, or of any row, that belongs to one head.
std::vector<float> headOfRow(TensorView matrix, int64_t row, int head, int headDim)
{
    std::vector<float> values(size_t(matrix.columns));
    dequantizeRow(matrix.dtype, matrix.rowRange(row, 1).bytes, values.data(), matrix.columns);
    return {values.begin() + head * headDim, values.begin() + (head + 1) * headDim};
}

double score(const float* q, const std::vector<float>& key, const AttentionShape& shape)
{
    double sum = 0;
    for (int i = 0; i < shape.headDim; ++i)
        sum += double(q[i]) * key[size_t(i)];
    sum *= shape.scale;
    return shape.softCap > 0 ? shape.softCap * std::tanh(sum / shape.softCap) : sum;
}

// out = softmax(score(q, keys)) · values
void attendHead(
    float* out, const float* q, const Rows& keys, const Rows& values, const AttentionShape& shape)
{
    std::vector<double> weights;
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& key : keys) {
        weights.push_back(score(q, key, shape));
        largest = std::max(largest, weights.back());
    }
    double total = 0;
    for (double& weight : weights)
        total += weight = std::exp(weight - largest);
    for (int i = 0; i < shape.headDim; ++i) {
        double sum = 0;
        for (size_t p = 0; p < values.size(); ++p)
            sum += weights[p] * values[p][size_t(i)];
        out[i] = float(sum / total);
    }
}

} // namespace

void ReferenceOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, shape);
    checkPlaces(placement);
    for (int64_t t = 0; t < q.rows; ++t) {
        const int64_t last = placement.positions.data<int32_t>()[t];
        const int64_t first = shape.window > 0 ? std::max<int64_t>(0, last - shape.window + 1) : 0;
        for (int head = 0; head < shape.heads; ++head) {
            const int kvHead = head / (shape.heads / shape.kvHeads);
            Rows seenKeys, seenValues;
            for (int64_t p = first; p <= last; ++p) {
                const int64_t row = cacheRow(placement, placement.sequences.data<int32_t>()[t], p);
                seenKeys.push_back(headOfRow(keys, row, kvHead, shape.headDim));
                seenValues.push_back(headOfRow(values, row, kvHead, shape.headDim));
            }
            const int64_t offset = t * q.columns + int64_t(head) * shape.headDim;
            attendHead(
                out.data<float>() + offset, q.data<float>() + offset, seenKeys, seenValues, shape);
        }
    }
}

void ReferenceOps::attendAll(TensorView out, TensorView q, TensorView k, TensorView v,
    int64_t groupRows, const AttentionShape& shape)
{
    checkAttendAll(out, q, k, v, groupRows, shape);
    for (int64_t group = 0; group < q.rows; group += groupRows)
        for (int head = 0; head < shape.heads; ++head) {
            const int kvHead = head / (shape.heads / shape.kvHeads);
            Rows keys, values;
            for (int64_t row = group; row < group + groupRows; ++row) {
                keys.push_back(headOfRow(k, row, kvHead, shape.headDim));
                values.push_back(headOfRow(v, row, kvHead, shape.headDim));
            }
            for (int64_t t = group; t < group + groupRows; ++t) {
                const int64_t offset = t * q.columns + int64_t(head) * shape.headDim;
                attendHead(
                    out.data<float>() + offset, q.data<float>() + offset, keys, values, shape);
            }
        }
}

} // namespace kernels::reference
