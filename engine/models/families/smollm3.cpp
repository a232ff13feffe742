#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// SmolLM 3: Llama in which every fourth layer has no positions (Kazemnejad et al., 2023,
// arXiv:2305.19466).
const Family smollm3Family{
    .names = {"smollm3"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 128256,
        .hidden = 2048,
        .feedForward = 11008,
        .layers = 36,
        .heads = 16,
        .kvHeads = 4,
        .contextLength = 32768,
        .window = ConfigDefaults::Window::IfAsked,
        .unrotatedInterval = 4,
        .ropeTheta = 2e6,
        .bos = 128000,
        .eos = 128001,
        .pad = 128004},
    .convert = {.architecture = "smollm3", .splitter = "smaug-bpe"},
    .chatFormat = "smollm3",
};

} // namespace engine
