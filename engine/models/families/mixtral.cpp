#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

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

} // namespace engine
