#include "kernels/reference/reference_ops.h"

#include "kernels/check_ops.h"
#include "kernels/host_memory.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace kernels::reference {

void* ReferenceBackend::allocate(int64_t bytes)
{
    return allocateHostMemory(bytes);
}

void ReferenceBackend::release(void* memory, int64_t /*bytes*/)
{
    releaseHostMemory(memory);
}

void ReferenceBackend::upload(TensorView onDevice, const void* onHost)
{
    if (!onDevice.isEmpty())
        std::memcpy(onDevice.bytes, onHost, size_t(onDevice.sizeInBytes()));
}

void ReferenceBackend::download(void* onHost, TensorView onDevice)
{
    if (!onDevice.isEmpty())
        std::memcpy(onHost, onDevice.bytes, size_t(onDevice.sizeInBytes()));
}

void ReferenceOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    checkMatmul(out, x, weight);
    std::vector<float> row(size_t(weight.columns));
    for (int64_t r = 0; r < weight.rows; ++r) {
        dequantizeRow(weight.dtype, weight.rowRange(r, 1).bytes, row.data(), weight.columns);
        for (int64_t t = 0; t < x.rows; ++t) {
            const float* in = x.data<float>() + t * x.columns;
            double sum = 0;
            for (int64_t k = 0; k < x.columns; ++k)
                sum += double(in[k]) * row[size_t(k)];
            out.data<float>()[t * out.columns + r] = float(sum);
        }
    }
}

namespace {

// The experts whose scores are summed for a row.
std::vector<int32_t> summed(
    const ExpertWeighting& weighting, const int32_t* chosen, int64_t used, int64_t experts)
{
    if (weighting.sumsToOne)
        return {chosen, chosen + used};
    std::vector<int32_t> all;
    for (int32_t expert = 0; expert < experts; ++expert)
        all.push_back(expert);
    return all;
}

} // namespace

void ReferenceOps::weighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
{
    checkWeighExperts(weights, scores, chosen, weighting);
    checkChosen(chosen, scores.columns);
    for (int64_t token = 0; token < scores.rows; ++token) {
        const float* row = scores.data<float>() + token * scores.columns;
        const int32_t* own = chosen.data<int32_t>() + token * chosen.columns;
        double largest = -std::numeric_limits<double>::infinity(), total = 0;
        for (const int32_t expert : summed(weighting, own, chosen.columns, scores.columns))
            largest = std::max(largest, double(row[expert]));
        for (const int32_t expert : summed(weighting, own, chosen.columns, scores.columns))
            total += std::exp(row[expert] - largest);
        for (int64_t i = 0; i < chosen.columns; ++i) {
            double weight = weighting.factor * std::exp(row[own[i]] - largest) / total;
            if (!weighting.scales.isEmpty())
                weight *= weighting.scales.data<float>()[own[i]];
            weights.data<float>()[token * weights.columns + i] = float(weight);
        }
    }
}

void ReferenceOps::matmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
{
    checkMatmulExperts(out, x, experts, chosen);
    checkChosen(chosen, int64_t(experts.size()));
    const int64_t share = x.rows == chosen.rows ? chosen.columns : 1; // rows of out that read one
    for (int64_t row = 0; row < out.rows; ++row) {
        const int32_t expert = chosen.data<int32_t>()[row];
        matmul(out.rowRange(row, 1), x.rowRange(row / share, 1), experts[size_t(expert)]);
    }
}

void ReferenceOps::sumExperts(TensorView out, TensorView x, TensorView weights)
{
    checkSumExperts(out, x, weights);
    const int64_t used = weights.columns;
    for (int64_t token = 0; token < out.rows; ++token)
        for (int64_t column = 0; column < out.columns; ++column) {
            double sum = 0;
            for (int64_t i = 0; i < used; ++i)
                sum += double(weights.data<float>()[token * used + i])
                    * x.data<float>()[(token * used + i) * x.columns + column];
            out.data<float>()[token * out.columns + column] = float(sum);
        }
}

} // namespace kernels::reference
