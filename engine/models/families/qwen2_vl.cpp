#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = usualPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.attention().requiresBias = true; // as in Qwen 2
    return plan;
}

} // namespace

// The decoder of Qwen2-VL and Qwen2.5-VL: Qwen 2 whose positions have three axes.
const Family qwen2VlFamily{
    .names = {"qwen2_vl", "qwen2_5_vl", "qwen2vl"},
    .plan = plan,
    .defaults = {.vocabulary = 152064,
        .hidden = 8192,
        .feedForward = 29568,
        .layers = 80,
        .heads = 64,
        .kvHeads = 8,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 80,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .ropeSections = {16, 24, 24},
        .tiedEmbeddings = false},
    .convert = {.architecture = "qwen2vl"},
    .pictureTokens = {"<|image_pad|>"},
    .visionModels = {{"qwen2_vl", 151655}, {"qwen2_5_vl", 151655}},
};

} // namespace engine
