#include "runtime/planner/block_work.h"

#include <algorithm>

namespace runtime {

using engine::BlockPlan;
using engine::DensePlan;
using engine::ExpertsPlan;

namespace {

// The width between the layers of an MLP, of all experts that a row passes through.
int64_t innerOf(const BlockPlan& block)
{
    if (const auto* dense = std::get_if<DensePlan>(&block.mlp))
        return dense->inner;
    const auto& experts = std::get<ExpertsPlan>(block.mlp);
    return experts.used * experts.each.inner + (experts.shared ? experts.shared->inner : 0);
}

int64_t queryColumns(const kernels::AttentionShape& shape)
{
    return int64_t(shape.heads) * shape.headDim;
}

int64_t keyColumns(const kernels::AttentionShape& shape)
{
    return int64_t(shape.kvHeads) * shape.headDim;
}

} // namespace

double attentionOperations(const kernels::AttentionShape& shape, int64_t looks)
{
    return 4.0 * double(queryColumns(shape)) * double(looks);
}

int64_t numbersOf(int64_t hidden, const kernels::AttentionShape& shape, int64_t inner)
{
    return 3 * hidden + queryColumns(shape) + 3 * keyColumns(shape) + inner;
}

int64_t numbersOf(const BlockPlan& block)
{
    kernels::AttentionShape shape;
    if (const engine::AttentionPlan* attention = block.findAttention())
        shape = attention->shape;
    return numbersOf(block.hidden, shape, innerOf(block));
}

int64_t matrixNumbersOf(const BlockPlan& block)
{
    const auto* dense = std::get_if<DensePlan>(&block.mlp);
    int64_t rows = dense ? (dense->isGated ? 3 : 2) * dense->inner : 0;
    if (const engine::AttentionPlan* attention = block.findAttention())
        rows += 2 * queryColumns(attention->shape) + 2 * keyColumns(attention->shape);
    return rows * block.hidden;
}

// Queries, keys and values; what was seen; gate and up; down. With experts also who is chosen.
int64_t productsOf(const BlockPlan& block)
{
    return std::holds_alternative<ExpertsPlan>(block.mlp) ? 6 : 4;
}

int64_t seenBy(const engine::AttentionPlan& attention, int64_t past)
{
    return attention.reach.window > 0 ? std::min(past, attention.reach.window) : past;
}

double shareOfExperts(std::span<const BlockPlan> blocks)
{
    for (const BlockPlan& block : blocks)
        if (const auto* experts = std::get_if<ExpertsPlan>(&block.mlp))
            return double(experts->used) / double(experts->count);
    return 1;
}

} // namespace runtime
