#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

using Sharing = kernels::DeltaShape::Sharing;

DeltaNetPlan deltaNet(const ModelConfig& config, Sharing inGguf)
{
    const bool isGguf = config.layout == FileLayout::Gguf;
    return {.shape = {.keyHeads = int(config.stateKeyHeads),
                .valueHeads = int(config.stateValueHeads),
                .keyDim = int(config.stateKeyDim),
                .valueDim = int(config.stateValueDim),
                .sharing = isGguf ? inGguf : Sharing::Grouped},
        .taps = config.stateTaps,
        .ratesAreLogarithms = !isGguf};
}

// Checkpoints store norms minus one, except for those of the delta rule's heads.
ModelPlan hybridPlan(const ModelConfig& config, Sharing inGguf)
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
        plan.blocks.at(size_t(layer)).mixer = deltaNet(config, inGguf);
    return plan;
}

// llama.cpp's converter orders the value heads so that they take the key heads in turn.
ModelPlan qwen3_5Plan(const ModelConfig& config)
{
    return hybridPlan(config, Sharing::InTurn);
}

ModelPlan qwen3NextPlan(const ModelConfig& config)
{
    return hybridPlan(config, Sharing::Grouped);
}

const std::initializer_list<TensorName> tensors
    = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.attn_qkv", "layers.*.linear_attn.in_proj_qkv"},
        {"blk.*.attn_gate", "layers.*.linear_attn.in_proj_z"},
        {"blk.*.ssm_alpha", "layers.*.linear_attn.in_proj_a"},
        {"blk.*.ssm_beta", "layers.*.linear_attn.in_proj_b"},
        {"blk.*.ssm_conv1d", "layers.*.linear_attn.conv1d"},
        {"blk.*.ssm_a", "layers.*.linear_attn.A_log"},
        {"blk.*.ssm_dt.bias", "layers.*.linear_attn.dt_bias"},
        {"blk.*.ssm_norm", "layers.*.linear_attn.norm"},
        {"blk.*.ssm_out", "layers.*.linear_attn.out_proj"}};

const std::initializer_list<GgufName> ggufTensors
    = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"}};

constexpr StateDefaults states{.taps = 4,
    .attentionInterval = 4,
    .keyHeads = 16,
    .valueHeads = 32,
    .keyDim = 128,
    .valueDim = 128};

} // namespace

// Qwen 3.5 and 3.6.
const Family qwen3_5Family{
    .names = {"qwen3_5_text", "qwen35"},
    .plan = qwen3_5Plan,
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
        .states = states},
    .tensors = tensors,
    .ggufTensors = ggufTensors,
    .convert = {.architecture = "qwen35"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{.modelType = "qwen3_5", .imageToken = 248056}, {.modelType = "minicpmv4_6"}},
};

// The same with experts.
const Family qwen3_5MoeFamily{
    .names = {"qwen3_5_moe_text", "qwen35moe"},
    .plan = qwen3_5Plan,
    .defaults = {.vocabulary = 248320,
        .hidden = 2048,
        .feedForward = 512, // that of no layer: all have experts
        .layers = 40,
        .heads = 16,
        .kvHeads = 2,
        .headDim = 256,
        .contextLength = 32768,
        .rotatedPart = 0.25,
        .ropeSections = {11, 11, 10},
        .interleavesSections = true,
        .tiedEmbeddings = false,
        .experts = 256,
        .expertsUsed = 8,
        .expertFeedForward = 512,
        .mixture = {.sharedFeedForward = 512, .sharedIsGated = true},
        .states = states},
    .tensors = tensors,
    .ggufTensors = ggufTensors,
    .convert = {.architecture = "qwen35moe"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{.modelType = "qwen3_5_moe", .imageToken = 248056}},
};

// Qwen3-Next, which came before; its checkpoints join what the delta rule reads.
const Family qwen3NextFamily{
    .names = {"qwen3_next", "qwen3next"},
    .plan = qwen3NextPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 2048,
        .feedForward = 5632,
        .layers = 48,
        .heads = 16,
        .kvHeads = 2,
        .headDim = 256,
        .contextLength = 32768,
        .rotatedPart = 0.25,
        .tiedEmbeddings = false,
        .experts = 512,
        .expertsUsed = 10,
        .expertFeedForward = 512,
        .mixture = {.sharedFeedForward = 512, .sharedIsGated = true},
        .states = states},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.ssm_in", "layers.*.linear_attn.in_proj_qkvz"},
        {"blk.*.ssm_ba", "layers.*.linear_attn.in_proj_ba"},
        {"blk.*.ssm_conv1d", "layers.*.linear_attn.conv1d"},
        {"blk.*.ssm_a", "layers.*.linear_attn.A_log"},
        {"blk.*.ssm_dt.bias", "layers.*.linear_attn.dt_bias"},
        {"blk.*.ssm_norm", "layers.*.linear_attn.norm"},
        {"blk.*.ssm_out", "layers.*.linear_attn.out_proj"}},
    .ggufTensors = ggufTensors,
    .convert = {.architecture = "qwen3next"},
};

} // namespace engine
