#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

// Qwen 3 with experts.
const Family qwen3MoeFamily{
    .names = {"qwen3_moe", "qwen3moe"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 2048,
        .feedForward = 6144,
        .layers = 24,
        .heads = 32,
        .kvHeads = 4,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .tiedEmbeddings = false,
        .experts = 128,
        .expertsUsed = 8,
        .expertFeedForward = 768,
        .expertWeightsSumToOne = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.ffn_gate_inp", "layers.*.mlp.gate"},
        {"blk.*.ffn_gate_exps", "layers.*.mlp.experts.#.gate_proj"},
        {"blk.*.ffn_up_exps", "layers.*.mlp.experts.#.up_proj"},
        {"blk.*.ffn_down_exps", "layers.*.mlp.experts.#.down_proj"}},
    .convert = {.architecture = "qwen3moe"},
};

} // namespace engine
