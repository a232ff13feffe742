#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

// Granite 4: Granite 3 with Mamba-2 in most layers or in none. All rows pass through a shared MLP,
// which some models have in addition to experts.
const Family granitemoehybridFamily{
    .names = {"granitemoehybrid", "granitehybrid"},
    .plan = pairedPlan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .positions = "nope",
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false,
        .experts = 8,
        .expertsUsed = 2,
        .mixture = {.sharedFeedForward = 1024},
        .states = {.taps = 4, .keyHeads = 1, .valueHeads = 128, .keyDim = 256, .isMamba = true}},
    .factors = {.embedding = {"embedding_multiplier", 1},
        .residual = {"residual_multiplier", 1},
        .attention = {"attention_multiplier", 1},
        .logitDivisor = {"logits_scaling", 1}},
    .tensors = {{"blk.*.ffn_gate_inp", "layers.*.block_sparse_moe.router.layer"},
        {"blk.*.ffn_gate_up_exps", "layers.*.block_sparse_moe.input_linear"},
        {"blk.*.ffn_down_exps", "layers.*.block_sparse_moe.output_linear"},
        {"blk.*.ffn_up_shexp", "layers.*.shared_mlp.input_linear"},
        {"blk.*.ffn_down_shexp", "layers.*.shared_mlp.output_linear"},
        {"blk.*.ffn_up", "layers.*.shared_mlp.input_linear"},
        {"blk.*.ffn_down", "layers.*.shared_mlp.output_linear"},
        {"blk.*.ssm_in", "layers.*.mamba.in_proj"}, {"blk.*.ssm_conv1d", "layers.*.mamba.conv1d"},
        {"blk.*.ssm_dt.bias", "layers.*.mamba.dt_bias"}, {"blk.*.ssm_a", "layers.*.mamba.A_log"},
        {"blk.*.ssm_d", "layers.*.mamba.D"}, {"blk.*.ssm_norm", "layers.*.mamba.norm"},
        {"blk.*.ssm_out", "layers.*.mamba.out_proj"}},
    .convert = {.architecture = "granitehybrid",
        .withoutStates = "granite",
        .lacks = {"blk.*.ffn_gate"},
        .splitsGate = true},
    .chatFormat = "granite",
};

} // namespace engine
