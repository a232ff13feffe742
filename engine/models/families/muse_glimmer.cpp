#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// Embeddings and heads are normalized without weights, a gate follows attention, and norms are
// stored minus one, except for the last.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = headNormsPlan(config);
    plan.embeddingEpsilon = float(config.normEpsilon);
    for (BlockPlan& block : plan.blocks) {
        block.norms.kind = NormPlan::Kind::RmsPlusOne;
        block.norms.where = NormPlan::Where::Both;
        block.norms.headsHaveWeights = false;
        block.attention().gatesOutput = block.attention().hasGateWeight = true;
    }
    return plan;
}

} // namespace

const Family museGlimmerFamily{
    .names = {"muse_glimmer_text"},
    .plan = plan,
    .defaults = {.vocabulary = 202048,
        .hidden = 6656,
        .feedForward = 19968,
        .layers = 52,
        .heads = 32,
        .kvHeads = 2,
        .headDim = 128,
        .contextLength = 131072,
        .slidingWindow = 2048,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 4,
        .unrotatedInterval = 4,
        .normEpsilon = 1e-5,
        .endNormEpsilon = 1e-8,
        .bos = 200000,
        .eos = 200001,
        .tiedEmbeddings = false},
    .factors = {.queries = {"qk_scale_factor", 3.87},
        .logits = {"output_multiplier", 0.19611613513818404},
        .logitCap = {"final_logit_softcapping", 20}},
    .tensors = {{"blk.*.attn_gate", "layers.*.self_attn.gate_proj"},
        {"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.ffn_norm", "layers.*.pre_feedforward_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"}},
    .visionModels = {{.modelType = "muse_glimmer"}},
};

} // namespace engine
