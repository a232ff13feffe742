#include "engine/models/families/model_plan.h"

#include "kernels/error.h"

namespace engine {

int64_t axesOf(const ModelPlan& plan)
{
    return plan.rotaries.empty() ? 1 : plan.rotaries.front().axes;
}

RowPlan rowPlanOf(const ModelPlan& plan)
{
    return RowPlan::of(plan.blocks, axesOf(plan));
}

void requireRunnable(const ModelPlan& plan)
{
    if (plan.head.cap != 0)
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "The model caps its logits, which this version cannot do yet.");
    for (const RotaryPlan& rotary : plan.rotaries)
        CHECK(rotary.axes == axesOf(plan));
    for (const BlockPlan& block : plan.blocks) {
        CHECK(block.hidden == plan.hidden);
        CHECK(!block.attention.rotary || *block.attention.rotary < plan.rotaries.size());
        requireRunnable(block);
    }
}

} // namespace engine
