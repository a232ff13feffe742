#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.norms.queryAndKey = NormPlan::OfHeads::All;
    return plan;
}

} // namespace

// MiniMax-M2: all layers have experts; the first numbers of a head are rotated.
const Family minimaxM2Family{
    .names = {"minimax_m2", "minimax-m2"},
    .plan = plan,
    .defaults = {.vocabulary = 200064,
        .hidden = 3072,
        .feedForward = 1536,
        .layers = 62,
        .heads = 48,
        .kvHeads = 8,
        .headDim = 128,
        .contextLength = 196608,
        .rotatedPart = 0.5,
        .bos = 200034,
        .eos = 200020,
        .tiedEmbeddings = false,
        .experts = 256,
        .expertsUsed = 8,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid, .choiceBias = true}},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.ffn_gate_inp", "layers.*.block_sparse_moe.gate"},
        {"blk.*.exp_probs_b.bias", "layers.*.block_sparse_moe.e_score_correction_bias"},
        {"blk.*.ffn_gate_exps", "layers.*.block_sparse_moe.experts.#.w1"},
        {"blk.*.ffn_up_exps", "layers.*.block_sparse_moe.experts.#.w3"},
        {"blk.*.ffn_down_exps", "layers.*.block_sparse_moe.experts.#.w2"}},
    .convert = {.architecture = "minimax-m2"},
};

} // namespace engine
