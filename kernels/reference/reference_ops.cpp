#include "kernels/reference/dot.h"
#include "kernels/reference/reference_ops.h"

#include "kernels/check_ops.h"
#include "kernels/host_memory.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
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
            out.data<float>()[t * out.columns + r] = float(dot(in, row.data(), x.columns));
        }
    }
}

namespace {

using Scoring = ExpertWeighting::Scoring;

// The shares of all experts by the scores of a row.
std::vector<double> shares(const float* scores, int64_t experts, Scoring scoring)
{
    std::vector<double> shares;
    const double largest = *std::max_element(scores, scores + experts);
    for (int64_t expert = 0; expert < experts; ++expert)
        shares.push_back(scoring == Scoring::Sigmoid ? 1 / (1 + std::exp(-double(scores[expert])))
                                                     : std::exp(scores[expert] - largest));
    if (scoring == Scoring::Softmax) {
        const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& share : shares)
            share /= total;
    }
    return shares;
}

// The sum of the highest ranks of a group.
double scoreOfGroup(std::vector<double> ranks, int count)
{
    std::ranges::sort(ranks, std::greater());
    return std::accumulate(ranks.begin(), ranks.begin() + count, 0.0);
}

// Makes −∞ of the ranks in all but the best groups, of equal ones the first.
void dropGroups(std::vector<double>& ranks, const ExpertWeighting& weighting)
{
    const auto groups = size_t(weighting.groups), size = ranks.size() / groups;
    const auto first = [&](size_t group) { return ranks.begin() + ptrdiff_t(group * size); };
    std::vector<double> scores;
    std::vector<size_t> order;
    for (size_t group = 0; group < groups; ++group) {
        scores.push_back(scoreOfGroup({first(group), first(group + 1)}, weighting.groupScore));
        order.push_back(group);
    }
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return scores[a] > scores[b]; });
    for (size_t i = size_t(weighting.groupsUsed); i < groups; ++i)
        std::fill(first(order[i]), first(order[i] + 1), -std::numeric_limits<double>::infinity());
}

} // namespace

void ReferenceOps::rankExperts(
    TensorView ranks, TensorView scores, const ExpertWeighting& weighting)
{
    checkRankExperts(ranks, scores, weighting);
    for (int64_t token = 0; token < scores.rows; ++token) {
        std::vector<double> own
            = shares(scores.rowRange(token, 1).data<float>(), scores.columns, weighting.scoring);
        for (size_t expert = 0; expert < own.size() && !weighting.choiceBias.isEmpty(); ++expert)
            own[expert] += double(weighting.choiceBias.data<float>()[expert]);
        if (weighting.groups > 1)
            dropGroups(own, weighting);
        std::ranges::copy(own, ranks.rowRange(token, 1).data<float>());
    }
}

void ReferenceOps::weighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
{
    checkWeighExperts(weights, scores, chosen, weighting);
    checkChosen(chosen, scores.columns);
    for (int64_t token = 0; token < scores.rows; ++token) {
        const std::vector<double> all
            = shares(scores.rowRange(token, 1).data<float>(), scores.columns, weighting.scoring);
        const int32_t* own = chosen.data<int32_t>() + token * chosen.columns;
        double total = weighting.scoring == Scoring::Sigmoid ? double(weighting.epsilon) : 0;
        for (int64_t i = 0; i < chosen.columns; ++i)
            total += all[size_t(own[i])];
        for (int64_t i = 0; i < chosen.columns; ++i) {
            double weight = double(weighting.factor) * all[size_t(own[i])]
                / (weighting.sumsToOne ? total : 1);
            if (!weighting.scales.isEmpty())
                weight *= double(weighting.scales.data<float>()[own[i]]);
            weights.data<float>()[token * weights.columns + i] = float(weight);
        }
    }
}

void ReferenceOps::matmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
{
    checkMatmulExperts(out, x, experts, chosen);
    checkChosen(chosen, int64_t(experts.size()));
    const int64_t share = x.isEmpty() ? 1 : out.rows / x.rows; // rows of out that read one
    for (int64_t row = 0; row < out.rows; ++row) {
        const int64_t expert
            = chosen.isEmpty() ? row % int64_t(experts.size()) : chosen.data<int32_t>()[row];
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
