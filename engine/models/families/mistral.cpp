#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Llama that sees a window. In GGUF files it is called llama, and its window is lost.
const Family mistralFamily{
    .names = {"mistral"},
    .plan = defaultPlan,
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

// Mistral with experts. In GGUF files it is called llama, as Mistral is.
const Family mixtralFamily{
    .names = {"mixtral"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 14336,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 131072,
        .window = ConfigDefaults::Window::Always,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false,
        .experts = 8,
        .expertsUsed = 2},
    .tensors = {{"blk.*.ffn_gate_inp", "layers.*.block_sparse_moe.gate"},
        {"blk.*.ffn_gate_exps", "layers.*.block_sparse_moe.experts.#.w1"},
        {"blk.*.ffn_up_exps", "layers.*.block_sparse_moe.experts.#.w3"},
        {"blk.*.ffn_down_exps", "layers.*.block_sparse_moe.experts.#.w2"}},
    .convert = {.architecture = "llama", .losesWindow = true},
};

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
