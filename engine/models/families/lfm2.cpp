#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.norms.queryAndKey = NormPlan::OfHeads::Each;
    for (const int64_t layer : config.stateLayers)
        plan.blocks.at(size_t(layer)).mixer = ShortConvolutionPlan{.taps = config.stateTaps};
    for (BlockPlan& block : plan.blocks)
        if (auto* experts = std::get_if<ExpertsPlan>(&block.mlp))
            experts->weighting.epsilon = 1e-6f;
    return plan;
}

const std::initializer_list<TensorName> tensors = {{"output_norm", "embedding_norm"},
    {"blk.*.attn_norm", "layers.*.operator_norm"},
    {"blk.*.attn_output", "layers.*.self_attn.out_proj"},
    {"blk.*.attn_q_norm", "layers.*.self_attn.q_layernorm"},
    {"blk.*.attn_k_norm", "layers.*.self_attn.k_layernorm"},
    {"blk.*.shortconv.in_proj", "layers.*.conv.in_proj"},
    {"blk.*.shortconv.conv", "layers.*.conv.conv"},
    {"blk.*.shortconv.out_proj", "layers.*.conv.out_proj"}, {"blk.*.ffn_norm", "layers.*.ffn_norm"},
    {"blk.*.ffn_gate", "layers.*.feed_forward.w1"}, {"blk.*.ffn_up", "layers.*.feed_forward.w3"},
    {"blk.*.ffn_down", "layers.*.feed_forward.w2"},
    {"blk.*.ffn_gate_inp", "layers.*.feed_forward.gate"},
    {"blk.*.exp_probs_b.bias", "layers.*.feed_forward.expert_bias"},
    {"blk.*.ffn_gate_exps", "layers.*.feed_forward.experts.#.w1"},
    {"blk.*.ffn_up_exps", "layers.*.feed_forward.experts.#.w3"},
    {"blk.*.ffn_down_exps", "layers.*.feed_forward.experts.#.w2"}};

} // namespace

const Family lfm2Family{
    .names = {"lfm2"},
    .plan = plan,
    .defaults = {.vocabulary = 65536,
        .hidden = 2560,
        .feedForward = 12288,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 128000,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .feedForwardMultiple = 256,
        .states = {.taps = 3}},
    .tensors = tensors,
    .ggufTensors = {{"output_norm", "token_embd_norm"}},
    .convert = {.architecture = "lfm2", .splitter = "lfm2"},
};

// The same with experts in all layers but the first ones, which are as wide as the file says.
const Family lfm2MoeFamily{
    .names = {"lfm2_moe", "lfm2moe"},
    .plan = plan,
    .defaults = {.vocabulary = 65536,
        .hidden = 2048,
        .feedForward = 7168,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .contextLength = 128000,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .experts = 32,
        .expertsUsed = 4,
        .expertFeedForward = 1792,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid, .choiceBias = true, .firstLayer = 2},
        .states = {.taps = 3}},
    .tensors = tensors,
    .ggufTensors = {{"output_norm", "token_embd_norm"}},
    .convert = {.architecture = "lfm2moe",
        .splitter = "lfm2",
        .experts = {.denseLayers = ConvertPlan::Experts::DenseLayers::First}},
};

} // namespace engine
