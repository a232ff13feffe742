#include "engine/layers/block_plan.h"

#include "base/error.h"

#include <algorithm>

namespace engine {

AttentionPlan& BlockPlan::attention()
{
    CHECK(findAttention());
    return std::get<AttentionPlan>(mixer);
}

const AttentionPlan& BlockPlan::attention() const
{
    CHECK(findAttention());
    return *findAttention();
}

namespace {

// Attention, where gates come with the queries, whose position what is read takes later.
std::vector<int64_t> scratchSizes(const AttentionPlan& plan, int64_t /*hidden*/)
{
    const int64_t queries = plan.queryColumns(), keys = plan.keyColumns();
    if (plan.gatesOutput)
        return {queries, keys, keys, queries, 2 * queries};
    return {queries, keys, keys, 0, queries};
}

std::vector<int64_t> scratchSizes(const DeltaNetPlan& plan, int64_t /*hidden*/)
{
    const int64_t values = plan.shape.valueColumns(), heads = plan.shape.valueHeads;
    return {plan.mixedColumns(), values, heads, heads, plan.mixedColumns(), values};
}

std::vector<int64_t> scratchSizes(const ShortConvolutionPlan&, int64_t hidden)
{
    return {3 * hidden, hidden, hidden, hidden};
}

// The scratch columns of experts, in order. With a shared MLP, two come first, which it also uses:
// what the router reads and later the experts' result; and the experts' input. Then: the chosen
// experts; their weights; gate (before it, temporarily, the scores); up; the activated product (if
// gate and up alternate, first both); and its biases. Where the host computes the experts, the first
// two of these are all that it reads, and the scores.
std::vector<int64_t> scratchSizes(const ExpertsPlan& experts, int64_t hidden)
{
    const int64_t used = experts.used, inner = used * experts.each.inner;
    std::vector<int64_t> positions{hidden + 2 * used, std::max(used, experts.count),
        std::max(experts.count, inner), inner, std::max(inner, used * hidden), used * hidden};
    if (experts.alternatesGateAndUp)
        positions[4] = positions[5] = std::max(2 * inner, used * hidden);
    if (experts.shared)
        positions.insert(positions.begin(), 2, std::max(hidden, experts.shared->inner));
    return positions;
}

} // namespace

std::vector<int64_t> scratchOfMixer(const BlockPlan& plan)
{
    return std::visit(
        [&](const auto& mixer) { return scratchSizes(mixer, plan.hidden); }, plan.mixer);
}

std::vector<int64_t> scratchOfMlp(const BlockPlan& plan)
{
    std::vector<int64_t> positions{plan.inputs.width, plan.inputs.width};
    const auto* dense = std::get_if<DensePlan>(&plan.mlp);
    const std::vector<int64_t> ofMlp = dense
        ? std::vector<int64_t>{dense->inner, dense->inner}
        : scratchSizes(std::get<ExpertsPlan>(plan.mlp), plan.hidden);
    positions.resize(ofMlp.size());
    std::ranges::transform(
        positions, ofMlp, positions.begin(), [](int64_t a, int64_t b) { return std::max(a, b); });
    return positions;
}

} // namespace engine
