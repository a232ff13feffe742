#include "engine/models/families/families.h"
#include "engine/models/families/usual_plan.h"

namespace engine {

// The decoder of Qwen3-VL: Qwen 3 whose positions have three axes that take turns.
const Family qwen3VlFamily{
    .names = {"qwen3_vl", "qwen3vl"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .headDim = 128,
        .contextLength = 128000,
        .ropeTheta = 5e6,
        .ropeSections = {24, 20, 20},
        .interleavesSections = true,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3vl"},
    .pictureTokens = {"<|image_pad|>"},
    .visionModels = {{"qwen3_vl", 151655}},
};

} // namespace engine
