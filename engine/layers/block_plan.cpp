#include "engine/layers/block_plan.h"

#include "kernels/error.h"

#include <algorithm>
#include <string>

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

int64_t innerColumns(const MlpPlan& mlp)
{
    if (const auto* dense = std::get_if<DensePlan>(&mlp))
        return dense->inner;
    const auto& experts = std::get<ExpertsPlan>(mlp);
    return std::max(experts.each.inner, experts.shared ? experts.shared->inner : 0);
}

void requireRunnable(const BlockPlan& plan)
{
    const auto refuseIf = [](bool asks, const char* what) {
        if (asks)
            throw kernels::Error(kernels::ErrorKind::Unsupported,
                std::string("The model has ") + what + ", which this version cannot run yet.");
    };
    refuseIf(std::holds_alternative<ExpertsPlan>(plan.mlp), "a mixture of experts");
    refuseIf(!plan.findAttention(), "layers that keep a state");
    refuseIf(plan.attention().hasSinks, "attention sinks");
    refuseIf(plan.attention().gatesOutput, "a gate behind its attention");
    refuseIf(plan.perLayerEmbedding != 0, "embeddings for every layer");
}

} // namespace engine
