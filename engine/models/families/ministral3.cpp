#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

// Ministral 3: Llama with YaRN, whose queries grow beyond the original context.
const Family ministral3Family{
    .names = {"ministral3", "mistral3"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 131072,
        .hidden = 4096,
        .feedForward = 14336,
        .layers = 34,
        .heads = 32,
        .kvHeads = 8,
        .headDim = 128,
        .contextLength = 262144,
        .window = ConfigDefaults::Window::Always,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .bos = 1,
        .eos = 2,
        .pad = 11,
        .tiedEmbeddings = false},
    .factors = {.queryGrowth = {"llama_4_scaling_beta"}},
    .convert = {.architecture = "mistral3"},
    .chatFormat = "mistral_system",
};

} // namespace engine
