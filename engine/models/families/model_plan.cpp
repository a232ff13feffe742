#include "engine/models/families/model_plan.h"

#include "kernels/error.h"

#include <algorithm>

namespace engine {

int64_t axesOf(const ModelPlan& plan)
{
    return plan.rotaries.empty() ? 1 : plan.rotaries.front().axes;
}

RowPlan rowPlanOf(const ModelPlan& plan)
{
    return RowPlan::of(plan.blocks, axesOf(plan));
}

// As the layers take them: the hidden state, its norm and what is added to it; then q, k, v and what
// attention makes of them, in the first two places of which the MLP has its own two. A place is as
// wide as the widest block needs it.
int64_t scratchColumns(const ModelPlan& plan)
{
    int64_t query = 0, key = 0, value = 0, attended = 0;
    for (const BlockPlan& block : plan.blocks) {
        const AttentionPlan& attention = block.attention();
        const int64_t queries = attention.queryColumns(), keys = attention.keyColumns();
        const int64_t inner = innerColumns(block.mlp);
        query = std::max({query, queries, inner});
        key = std::max({key, keys, inner});
        value = std::max(value, keys);
        attended = std::max(attended, queries);
    }
    return 3 * plan.hidden + query + key + value + attended;
}

void requireRunnable(const ModelPlan& plan)
{
    for (const RotaryPlan& rotary : plan.rotaries)
        CHECK(rotary.axes == axesOf(plan));
    for (const BlockPlan& block : plan.blocks) {
        CHECK(block.hidden == plan.hidden);
        requireRunnable(block);
        CHECK(!block.attention().rotary || *block.attention().rotary < plan.rotaries.size());
    }
}

} // namespace engine
