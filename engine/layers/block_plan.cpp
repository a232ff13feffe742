#include "engine/layers/block_plan.h"

#include "base/error.h"

#include <algorithm>
#include <numeric>

namespace engine {

AttentionPlan& BlockPlan::attention()
{
    CHECK(findAttention());
    return const_cast<AttentionPlan&>(*findAttention());
}

const AttentionPlan& BlockPlan::attention() const
{
    CHECK(findAttention());
    return *findAttention();
}

const AttentionPlan* BlockPlan::findAttention() const
{
    const auto* parallel = std::get_if<ParallelPlan>(&mixer);
    return parallel ? &parallel->attention : std::get_if<AttentionPlan>(&mixer);
}

bool BlockPlan::keepsState() const
{
    return !std::holds_alternative<AttentionPlan>(mixer) && !findLatentAttention()
        && !std::holds_alternative<NoLayerPlan>(mixer);
}

std::array<int64_t, 4> DeltaNetPlan::inputRows() const
{
    const int64_t values = shape.valueColumns() / shape.keyHeads;
    return {shape.keyDim, shape.keyDim, values, values};
}

std::array<int64_t, 2> DeltaNetPlan::rateRows() const
{
    const int64_t heads = shape.valueHeads / shape.keyHeads;
    return {heads, heads};
}

std::vector<int64_t> rowsOfPart(int64_t heads, std::span<const int64_t> parts, size_t part)
{
    const int64_t all = std::accumulate(parts.begin(), parts.end(), int64_t(0));
    const int64_t before
        = std::accumulate(parts.begin(), parts.begin() + ptrdiff_t(part), int64_t(0));
    std::vector<int64_t> rows;
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t row = 0; row < parts[part]; ++row)
            rows.push_back(head * all + before + row);
    return rows;
}

const ReachPlan* BlockPlan::findReach() const
{
    if (const LatentAttentionPlan* latent = findLatentAttention())
        return &latent->reach;
    return findAttention() ? &findAttention()->reach : nullptr;
}

namespace {

// Sets each position to the larger of the two.
void widen(std::vector<int64_t>& positions, const std::vector<int64_t>& widths)
{
    positions.resize(std::max(positions.size(), widths.size()));
    for (size_t i = 0; i < widths.size(); ++i)
        positions[i] = std::max(positions[i], widths[i]);
}

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

// The absorbed queries; then queries, the row for the cache or what is seen; and what is computed of
// these.
std::vector<int64_t> scratchSizes(const LatentAttentionPlan& plan, int64_t /*hidden*/)
{
    const int64_t heads = plan.heads, latents = heads * plan.latentRank;
    return {heads * plan.rowColumns(),
        std::max({plan.projectedColumns(), plan.rowColumns(), latents}),
        std::max({plan.queryRank, heads * plan.plainDim, heads * plan.rotatedDim, plan.latentRank,
            heads * plan.valueDim}),
        latents};
}

std::vector<int64_t> scratchSizes(const MambaPlan& plan, int64_t /*hidden*/)
{
    const int64_t columns = plan.shape.columns(), inputs = plan.shape.inputColumns();
    return {plan.projectedColumns(), columns, inputs, plan.shape.heads, inputs, columns};
}

std::vector<int64_t> scratchSizes(const ParallelPlan& plan, int64_t hidden)
{
    std::vector<int64_t> positions = scratchSizes(plan.attention, hidden);
    widen(positions, scratchSizes(plan.mamba, hidden));
    positions.insert(positions.begin(), {hidden, hidden}); // the input times a factor; a result
    return positions;
}

std::vector<int64_t> scratchSizes(const NoLayerPlan&, int64_t /*hidden*/)
{
    return {};
}

std::vector<int64_t> scratchSizes(const DensePlan& plan, int64_t /*hidden*/)
{
    return {plan.inner, plan.inner};
}

// The scratch columns of experts, in order, after those of the shared MLP's own norms or of latents:
// what the router reads, or the experts' latent sum; and the experts' input. Then: the chosen experts;
// their weights; gate (before it, temporarily, the scores); up (the ranks); the activated product (if
// gate and up alternate, first both); and its biases. Where the host computes the experts, the first
// two of these are all that it reads, and the scores; the third has the ranks.
std::vector<int64_t> scratchOfRouted(const ExpertsPlan& experts, int64_t hidden)
{
    const int64_t used = experts.used, inner = used * experts.each.inner;
    const int64_t outputs = used * experts.columns(hidden);
    std::vector<int64_t> positions{experts.columns(hidden) + 2 * used,
        std::max(used, experts.count), std::max(experts.count, inner),
        std::max(experts.count, inner), std::max(inner, outputs), outputs};
    if (experts.alternatesGateAndUp)
        positions[4] = positions[5] = std::max(2 * inner, outputs);
    return positions;
}

// A shared MLP follows the experts and reuses their memory: its result; if it is gated, the gate and
// the result times the gate; and its inner widths. One with norms of its own comes before them.
std::vector<int64_t> scratchOfShared(const SharedMlpPlan& shared, int64_t hidden)
{
    const int64_t inner = shared.mlp.inner;
    if (shared.isGated)
        return {hidden, 1, hidden, inner, inner};
    return {hidden, inner, inner};
}

std::vector<int64_t> scratchSizes(const ExpertsPlan& experts, int64_t hidden)
{
    std::vector<int64_t> positions = scratchOfRouted(experts, hidden);
    if (experts.latent > 0)
        positions.insert(positions.begin(), 2, experts.latent);
    if (experts.shared && experts.shared->hasOwnNorms)
        positions.insert(positions.begin(), 2, std::max(hidden, experts.shared->mlp.inner));
    else if (experts.shared)
        widen(positions, scratchOfShared(*experts.shared, hidden));
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
    widen(positions,
        std::visit([&](const auto& mlp) { return scratchSizes(mlp, plan.hidden); }, plan.mlp));
    return positions;
}

} // namespace engine
