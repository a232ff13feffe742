#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

const Family qwen3Family{
    .names = {"qwen3"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .headDim = 128,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 28,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3"},
};

} // namespace engine
