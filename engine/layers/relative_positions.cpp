#include "engine/layers/relative_positions.h"

#include "engine/layers/norm.h"
#include "engine/layers/step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

int64_t relativeRow(const RelativePlan& plan, int64_t distance)
{
    const int64_t half = plan.buckets / 2, length = std::abs(distance);
    int64_t bucket = length;
    if (plan.isLogarithmic && length > half) {
        const float part = std::log(float(length) / float(half))
            / std::log(float(plan.reach - 1) / float(half)) * float(half - 1);
        bucket = half + int64_t(std::ceil(part));
    }
    const int64_t row = plan.buckets + (distance < 0 ? -bucket : bucket);
    return std::clamp<int64_t>(row, 0, 2 * plan.buckets - 1);
}

RelativePositions::RelativePositions(
    const Weights& weights, const RelativePlan& plan, int64_t hidden)
    : m_plan(plan)
{
    kernels::Backend& backend = weights.backend();
    const Weight stored = weights.matrix("rel_embd.weight", 2 * plan.buckets, hidden);
    std::vector<int32_t> rows, all(size_t(2 * plan.buckets));
    for (int64_t distance = 1 - plan.maxTokens; distance < plan.maxTokens; ++distance)
        rows.push_back(int32_t(relativeRow(plan, distance)));
    std::iota(all.begin(), all.end(), 0);
    m_rows = kernels::Tensor(backend, kernels::DType::I32, 1, int64_t(rows.size()));
    m_table = kernels::Tensor(backend, kernels::DType::F32, 2 * plan.buckets, hidden);
    backend.upload(m_rows, rows.data());

    Step step(backend);
    step.ops().gatherRows(m_table, stored, step.integers(all));
    if (plan.norm)
        Norm(weights, "rel_embd_norm", hidden, *plan.norm).forward(step, m_table, m_table);
    backend.synchronize(); // before what was uploaded is released
}

} // namespace engine
