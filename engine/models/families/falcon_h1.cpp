#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// llama.cpp's converter multiplies weights by the factors.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.mixer = ParallelPlan{.attention = block.attention(),
            .mamba = mambaPlan(config),
            .attentionInput = float(config.attentionInputScale),
            .attentionOutput = float(config.attentionOutputScale),
            .mambaInput = float(config.stateInputScale),
            .mambaOutput = float(config.stateOutputScale)};
    return plan;
}

} // namespace

const Family falconH1Family{
    .names = {"falcon_h1", "falcon-h1"},
    .plan = plan,
    .defaults = {.vocabulary = 128000,
        .hidden = 4096,
        .feedForward = 14336,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 8192,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e5,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .tiedEmbeddings = false,
        .states = {.taps = 4,
            .keyHeads = 1,
            .valueHeads = 128,
            .keyDim = 256,
            .isMamba = true,
            .isParallel = true}},
    .factors = {.embedding = {"embedding_multiplier", 1}, .logits = {"lm_head_multiplier", 1}},
    .tensors = {{"output_norm", "final_layernorm"}, {"blk.*.ffn_norm", "layers.*.pre_ff_layernorm"},
        {"blk.*.ffn_gate", "layers.*.feed_forward.gate_proj"},
        {"blk.*.ffn_up", "layers.*.feed_forward.up_proj"},
        {"blk.*.ffn_down", "layers.*.feed_forward.down_proj"},
        {"blk.*.ssm_in", "layers.*.mamba.in_proj"}, {"blk.*.ssm_conv1d", "layers.*.mamba.conv1d"},
        {"blk.*.ssm_dt.bias", "layers.*.mamba.dt_bias"}, {"blk.*.ssm_a", "layers.*.mamba.A_log"},
        {"blk.*.ssm_d", "layers.*.mamba.D"}, {"blk.*.ssm_norm", "layers.*.mamba.norm"},
        {"blk.*.ssm_out", "layers.*.mamba.out_proj"}},
    .ggufTensors = {{"blk.*.ffn_norm.weight", "blk.*.ffn_norm"}},
    .convert = {.architecture = "falcon-h1", .foldsFactors = true},
};

} // namespace engine
