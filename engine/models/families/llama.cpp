#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Llama 1 to 3, TinyLlama, SmolLM, and the decoders of Idefics3, SmolVLM and LLaVA 1.5.
const Family llamaFamily{
    .names = {"llama"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false},
    .convert = {.architecture = "llama"},
    .chatFormat = "llama2",
    .imageTokens = {"<image>"},
    .visionModels
    = {{"llava", 32000}, {"llava_next", 32000}, {"idefics3", 128257}, {"smolvlm", 128257}},
};

} // namespace engine
