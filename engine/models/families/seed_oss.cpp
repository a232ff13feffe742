#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Seed-OSS: Llama with biases of queries, keys and values.
const Family seedOssFamily{
    .names = {"seed_oss"},
    .plan = defaultPlan,
    .defaults = {.vocabulary = 155136,
        .hidden = 4096,
        .feedForward = 27648,
        .layers = 64,
        .heads = 80,
        .kvHeads = 8,
        .headDim = 128,
        .contextLength = 524288,
        .bos = 0,
        .eos = 2,
        .pad = 1,
        .tiedEmbeddings = false},
    .ggufTensors = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"}},
    .convert = {.architecture = "seed_oss"},
};

} // namespace engine
