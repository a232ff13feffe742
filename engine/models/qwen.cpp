#include "engine/models/families.h"

namespace engine {

// Qwen 2 is Llama with biases on q, k and v; Qwen 3 drops them and normalises q and k instead.

ModelPlan planQwen2(const ModelConfig& config)
{
    ModelPlan plan = planLlama(config);
    plan.block.rotary = kernels::RotaryStyle::Halves;
    plan.block.pairedHeads = false;
    plan.block.biasOnQkv = true;
    return plan;
}

ModelPlan planQwen3(const ModelConfig& config)
{
    ModelPlan plan = planQwen2(config);
    plan.block.biasOnQkv = config.attentionBias;
    plan.block.normQueryAndKey = true;
    return plan;
}

} // namespace engine
