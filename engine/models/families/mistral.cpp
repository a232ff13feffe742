#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

// Llama that sees a window. In GGUF files it is called llama, and its window is lost.
const Family mistralFamily{
    .names = {"mistral"},
    .plan = usualPlan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 14336,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 131072,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::Always,
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false},
    .convert = {.architecture = "llama", .losesWindow = true},
    .chatFormat = "mistral",
};

} // namespace engine
