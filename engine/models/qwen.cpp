#include "engine/models/families.h"

namespace engine {

// Qwen 2 is Llama with biases on q, k and v; Qwen 3 drops them and normalises q and k instead.

ModelPlan planQwen2(const ModelConfig& config)
{
    ModelPlan plan = planLlama(config);
    plan.rotary.style = kernels::RotaryStyle::Halves;
    plan.block.attention.pairedHeads = false;
    plan.block.attention.requiresBias = true;
    return plan;
}

ModelPlan planQwen3(const ModelConfig& config)
{
    ModelPlan plan = planQwen2(config);
    plan.block.attention.requiresBias = config.attentionBias;
    plan.block.norms.queryAndKey = NormPlan::OfHeads::Each;
    return plan;
}

} // namespace engine
