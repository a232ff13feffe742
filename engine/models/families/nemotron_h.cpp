#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// MLPs and experts have no gate.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks) {
        if (auto* dense = std::get_if<DensePlan>(&block.mlp))
            dense->isGated = false;
        if (auto* experts = std::get_if<ExpertsPlan>(&block.mlp)) {
            experts->each.isGated = false;
            if (experts->shared)
                experts->shared->mlp.isGated = false;
        }
    }
    return plan;
}

} // namespace

// Nemotron-H and Nemotron 3: a layer has a Mamba-2 mixer, attention without rotary positions, an MLP
// or experts.
const Family nemotronHFamily{
    .names = {"nemotron_h", "nemotron_h_moe"},
    .plan = plan,
    .defaults = {.vocabulary = 131072,
        .hidden = 4096,
        .feedForward = 21504,
        .layers = 52,
        .heads = 32,
        .kvHeads = 8,
        .headDim = 128,
        .contextLength = 4096,
        .unrotatedInterval = 1,
        .normEpsilon = 1e-5,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .tiedEmbeddings = false,
        .activation = "relu2",
        .experts = 8,
        .expertsUsed = 2,
        .expertFeedForward = 7688,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid,
            .choiceBias = true,
            .groups = 1,
            .groupsUsed = 1,
            .groupScore = 2,
            .shared = 1,
            .sharedFeedForward = 7688},
        .states = {.taps = 4,
            .keyHeads = 8,
            .valueHeads = 128,
            .keyDim = 128,
            .valueDim = 64,
            .isMamba = true,
            .isAlone = true,
            .hasShortestStep = true}},
    .tensors = {{"token_embd", "embeddings"}, {"output_norm", "norm_f"},
        {"blk.*.attn_norm", "layers.*.norm"}, {"blk.*.ffn_norm", "layers.*.norm"},
        {"blk.*.attn_q", "layers.*.mixer.q_proj"}, {"blk.*.attn_k", "layers.*.mixer.k_proj"},
        {"blk.*.attn_v", "layers.*.mixer.v_proj"}, {"blk.*.attn_output", "layers.*.mixer.o_proj"},
        {"blk.*.ffn_gate_inp", "layers.*.mixer.gate"},
        {"blk.*.exp_probs_b.bias", "layers.*.mixer.gate.e_score_correction_bias"},
        {"blk.*.ffn_latent_down", "layers.*.mixer.fc1_latent_proj"},
        {"blk.*.ffn_latent_up", "layers.*.mixer.fc2_latent_proj"},
        {"blk.*.ffn_up_exps", "layers.*.mixer.experts.#.up_proj"},
        {"blk.*.ffn_down_exps", "layers.*.mixer.experts.#.down_proj"},
        {"blk.*.ffn_up_shexp", "layers.*.mixer.shared_experts.up_proj"},
        {"blk.*.ffn_down_shexp", "layers.*.mixer.shared_experts.down_proj"},
        {"blk.*.ffn_up", "layers.*.mixer.up_proj"}, {"blk.*.ffn_down", "layers.*.mixer.down_proj"},
        {"blk.*.ssm_in", "layers.*.mixer.in_proj"}, {"blk.*.ssm_conv1d", "layers.*.mixer.conv1d"},
        {"blk.*.ssm_dt.bias", "layers.*.mixer.dt_bias"}, {"blk.*.ssm_a", "layers.*.mixer.A_log"},
        {"blk.*.ssm_d", "layers.*.mixer.D"}, {"blk.*.ssm_norm", "layers.*.mixer.norm"},
        {"blk.*.ssm_out", "layers.*.mixer.out_proj"}},
    .ggufTensors = {{"blk.*.ffn_norm", "blk.*.attn_norm"}},
    .convert = {.architecture = "nemotron_h_moe",
        .withoutExperts = "nemotron_h",
        .lacks = {"blk.*.ffn_gate"},
        .experts = {.saysWeights = true}},
};

} // namespace engine
