#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// One norm serves attention and MLP side by side; what sees everything has no positions.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    turnNeighbors(plan);
    setNorms(plan, NormPlan::Kind::LayerWithoutBias, NormPlan::Where::Shared);
    for (BlockPlan& block : plan.blocks)
        if (block.attention().reach.window == 0)
            block.attention().rotary = std::nullopt;
    return plan;
}

} // namespace

// Command R7B and Command A.
const Family cohere2Family{
    .names = {"cohere2"},
    .plan = plan,
    .defaults = {.vocabulary = 256000,
        .hidden = 8192,
        .feedForward = 22528,
        .layers = 40,
        .heads = 64,
        .contextLength = 8192,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 4,
        .normEpsilon = 1e-5,
        .bos = 5,
        .eos = 255001,
        .pad = 0},
    .factors = {.logits = {"logit_scale", 0.0625}},
    .convert = {.architecture = "cohere2", .lacks = {"blk.*.ffn_norm"}, .splitter = "command-r"},
    .chatFormat = "command_r",
};

} // namespace engine
