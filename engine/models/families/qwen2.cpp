#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = usualPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.attention().requiresBias = true; // of q, k and v, without a key that says so
    return plan;
}

} // namespace

// Qwen 2 and 2.5.
const Family qwen2Family{
    .names = {"qwen2"},
    .plan = plan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 28,
        .tiedEmbeddings = false},
    .convert = {.architecture = "qwen2"},
};

} // namespace engine
