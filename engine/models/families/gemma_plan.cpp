#include "engine/models/families/gemma_plan.h"

#include <cmath>

namespace engine {

ModelPlan gemmaPlan(const ModelConfig& config, int64_t layersOf27B)
{
    const bool isGguf = config.layout == FileLayout::Gguf;
    ModelPlan plan = usualPlan(config);
    plan.embeddingScale = std::sqrt(float(config.hidden));
    setNorms(
        plan, isGguf ? NormPlan::Kind::Rms : NormPlan::Kind::RmsPlusOne, NormPlan::Where::Both);
    if (isGguf && config.layers == layersOf27B)
        for (BlockPlan& block : plan.blocks)
            block.attention().shape.scale = 1 / std::sqrt(float(config.hidden / config.heads));
    return plan;
}

} // namespace engine
