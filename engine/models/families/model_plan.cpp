#include "engine/models/families/model_plan.h"

#include "kernels/error.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace engine {

int64_t axesOf(const ModelPlan& plan)
{
    return plan.rotaries.empty() ? 1 : plan.rotaries.front().axes;
}

RowPlan rowPlanOf(const ModelPlan& plan)
{
    return RowPlan::of(plan.blocks, axesOf(plan));
}

// As the layers take them: the hidden state, its norm and what is added to it; then what the mixer
// needs, in whose places the MLP has its own. A place is as wide as the widest
// block needs it.
int64_t scratchColumns(const ModelPlan& plan)
{
    std::vector<int64_t> places;
    const auto widen = [&](const std::vector<int64_t>& widths) {
        places.resize(std::max(places.size(), widths.size()));
        for (size_t i = 0; i < widths.size(); ++i)
            places[i] = std::max(places[i], widths[i]);
    };
    for (const BlockPlan& block : plan.blocks) {
        widen(scratchOfMixer(block));
        widen(scratchOfMlp(block));
    }
    // Once for the pass, and once while they are computed.
    const int64_t inputs = 2 * plan.inputs.width * int64_t(plan.blocks.size());
    return std::accumulate(places.begin(), places.end(), 3 * plan.hidden + inputs);
}

void checkPlan(const ModelPlan& plan)
{
    for (const RotaryPlan& rotary : plan.rotaries)
        CHECK(rotary.axes == axesOf(plan));
    for (const BlockPlan& block : plan.blocks) {
        CHECK(block.hidden == plan.hidden && block.inputs.width == plan.inputs.width);
        const AttentionPlan* attention = block.findAttention();
        CHECK(!attention || !attention->rotary || *attention->rotary < plan.rotaries.size());
    }
}

} // namespace engine
