#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// llama.cpp's converter orders the value heads so that they take the key heads in turn.
DeltaNetPlan deltaNet(const ModelConfig& config)
{
    using Sharing = kernels::DeltaShape::Sharing;
    const bool isGguf = config.layout == FileLayout::Gguf;
    return {.shape = {.keyHeads = int(config.stateKeyHeads),
                .valueHeads = int(config.stateValueHeads),
                .keyDim = int(config.stateKeyDim),
                .valueDim = int(config.stateValueDim),
                .sharing = isGguf ? Sharing::InTurn : Sharing::Grouped},
        .taps = config.stateTaps,
        .ratesAreLogarithms = !isGguf};
}

// Checkpoints store norms minus one, except for those of the delta rule's heads.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    if (config.layout == FileLayout::HuggingFace)
        plan.head.norm.kind = NormPlan::Kind::RmsPlusOne;
    for (BlockPlan& block : plan.blocks) {
        block.norms.kind = plan.head.norm.kind;
        block.norms.queryAndKey = NormPlan::OfHeads::Each;
        block.attention().gatesOutput = true;
    }
    for (const int64_t layer : config.stateLayers)
        plan.blocks.at(size_t(layer)).mixer = deltaNet(config);
    return plan;
}

} // namespace

const Family qwen3_5Family{
    .names = {"qwen3_5_text", "qwen35"},
    .plan = plan,
    .defaults = {.vocabulary = 248320,
        .hidden = 4096,
        .feedForward = 12288,
        .layers = 32,
        .heads = 16,
        .kvHeads = 4,
        .headDim = 256,
        .contextLength = 32768,
        .rotatedPart = 0.25,
        .ropeSections = {11, 11, 10},
        .interleavesSections = true,
        .tiedEmbeddings = false,
        .states = {.taps = 4,
            .attentionInterval = 4,
            .keyHeads = 16,
            .valueHeads = 32,
            .keyDim = 128,
            .valueDim = 128}},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.attn_qkv", "layers.*.linear_attn.in_proj_qkv"},
        {"blk.*.attn_gate", "layers.*.linear_attn.in_proj_z"},
        {"blk.*.ssm_alpha", "layers.*.linear_attn.in_proj_a"},
        {"blk.*.ssm_beta", "layers.*.linear_attn.in_proj_b"},
        {"blk.*.ssm_conv1d", "layers.*.linear_attn.conv1d"},
        {"blk.*.ssm_a", "layers.*.linear_attn.A_log"},
        {"blk.*.ssm_dt.bias", "layers.*.linear_attn.dt_bias"},
        {"blk.*.ssm_norm", "layers.*.linear_attn.norm"},
        {"blk.*.ssm_out", "layers.*.linear_attn.out_proj"}},
    .ggufTensors = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"}},
    .convert = {.architecture = "qwen35"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{.modelType = "qwen3_5", .imageToken = 248056}},
};

} // namespace engine
