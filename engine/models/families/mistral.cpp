#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

namespace {

// Llama that sees a window. In GGUF files it is called llama, and its window is lost.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = usualPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.attention.reach.window = config.slidingWindow;
    return plan;
}

} // namespace

const Family mistralFamily{
    .names = {"mistral"},
    .plan = plan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 14336,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 131072,
        .slidingWindow = 4096,
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false},
    .convert = {.architecture = "llama", .pairsHeads = true},
};

} // namespace engine
