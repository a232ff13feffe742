#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Phi 3, 3.5 and 4: Llama with queries, keys and values in one tensor, and both halves of the MLP in
// another. In GGUF files its window is lost.
const Family phi3Family{
    .names = {"phi3"},
    .plan = defaultPlan,
    .defaults = {.vocabulary = 32064,
        .hidden = 3072,
        .feedForward = 8192,
        .layers = 32,
        .heads = 32,
        .contextLength = 4096,
        .window = ConfigDefaults::Window::Always,
        .normEpsilon = 1e-5,
        .bos = 1,
        .eos = 32000,
        .pad = 32000,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_qkv", "layers.*.self_attn.qkv_proj"},
        {"blk.*.ffn_up", "layers.*.mlp.gate_up_proj"}},
    .convert = {.architecture = "phi3",
        .lacks = {"blk.*.attn_q", "blk.*.attn_k", "blk.*.attn_v", "blk.*.ffn_gate"},
        .losesWindow = true},
    .chatFormat = "phi3",
};

} // namespace engine
