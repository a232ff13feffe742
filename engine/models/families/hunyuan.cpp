#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = headNormsPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.norms.headsAfterRotation = true;
    return plan;
}

} // namespace

// Hunyuan without experts: heads are normalized after they are rotated.
const Family hunyuanFamily{
    .names = {"hunyuan_v1_dense", "hunyuan-dense"},
    .plan = plan,
    .defaults = {.vocabulary = 290943,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .normEpsilon = 1e-5,
        .normType = "rms",
        .alphaRaisesTheta = true,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.query_layernorm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.key_layernorm"}},
    .convert = {.architecture = "hunyuan-dense", .splitter = "hunyuan-dense"},
};

} // namespace engine
