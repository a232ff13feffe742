#include "base/error.h"
#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

namespace engine {

namespace {

kernels::Activation gateActivation(const MlpPlan& mlp)
{
    const auto* dense = std::get_if<DensePlan>(&mlp);
    return dense ? dense->activation : std::get<ExpertsPlan>(mlp).each.activation;
}

bool hasWindow(const ModelConfig& config, int64_t layer)
{
    return std::ranges::binary_search(config.windowedLayers, layer);
}

// The last layer with keys and values of its own that sees as much as this one.
std::optional<int64_t> layerToRead(const ModelConfig& config, int64_t layer)
{
    const int64_t firstSharing = config.layers - config.sharingLayers;
    if (layer < firstSharing)
        return std::nullopt;
    for (int64_t own = firstSharing - 1; own >= 0; --own)
        if (hasWindow(config, own) == hasWindow(config, layer))
            return own;
    throw base::Error(base::ErrorKind::BadFile,
        "Layer " + std::to_string(layer)
            + " of the model is to read another layer's keys and values, but there is none.");
}

void planAttention(AttentionPlan& attention, const ModelConfig& config, int64_t layer)
{
    attention.shape.scale = 1;
    attention.cacheOfLayer = layerToRead(config, layer);
    if (hasWindow(config, layer)) {
        attention.shape.headDim = int(config.localHeadDim);
        attention.shape.kvHeads = int(config.localKvHeads);
        attention.reach.seesSpans = config.localSeesSpans;
        attention.reach.keepsWindowInSpans = config.localSeesSpans;
    } else {
        attention.keysAreValues = config.keysAreValues;
    }
}

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    plan.embeddingScale = std::sqrt(float(config.hidden));
    setNorms(plan, NormPlan::Kind::Rms, NormPlan::Where::Both);
    plan.rotaries.back().dims = config.localHeadDim;
    const auto activation = gateActivation(plan.blocks.front().mlp);
    plan.inputs = {config.layerInputs, config.vocabulary, activation};
    for (int64_t layer = 0; layer < config.layers; ++layer) {
        BlockPlan& block = plan.blocks[size_t(layer)];
        planAttention(block.attention(), config, layer);
        block.norms.queryAndKey = NormPlan::OfHeads::Each;
        block.norms.ofValues = true;
        block.inputs = plan.inputs;
        block.scalesOutput = true;
        const DensePlan dense{config.layerFeedForward.empty()
                ? config.feedForward
                : config.layerFeedForward[size_t(layer)],
            activation};
        if (auto* experts = std::get_if<ExpertsPlan>(&block.mlp))
            experts->shared = dense;
        else
            block.mlp = dense;
    }
    return plan;
}

} // namespace

// Gemma 4: embeddings for every layer, heads of two sizes, last layers that read the keys and values
// of others; or a mixture of experts alongside the MLP.
const Family gemma4Family{
    .names = {"gemma4_text", "gemma4"},
    .plan = plan,
    .defaults = {.vocabulary = 262144,
        .hidden = 2304,
        .feedForward = 9216,
        .layers = 30,
        .heads = 8,
        .kvHeads = 4,
        .headDim = 256,
        .fullHeadDim = 512,
        .layerInputs = 256,
        .contextLength = 131072,
        .slidingWindow = 512,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 6,
        .ropeTheta = 1e6,
        .localRopeTheta = 1e4,
        .bos = 2,
        .eos = 1,
        .pad = 0,
        .activation = "gelu_pytorch_tanh",
        .mayHaveExperts = true},
    .factors = {.logitCap = {"final_logit_softcapping"}},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.ffn_norm", "layers.*.pre_feedforward_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"},
        {"blk.*.layer_output_scale.weight", "layers.*.layer_scalar"},
        {"per_layer_token_embd", "embed_tokens_per_layer"},
        {"per_layer_model_proj", "per_layer_model_projection"},
        {"per_layer_proj_norm", "per_layer_projection_norm"},
        {"blk.*.inp_gate", "layers.*.per_layer_input_gate"},
        {"blk.*.proj", "layers.*.per_layer_projection"},
        {"blk.*.post_norm", "layers.*.post_per_layer_input_norm"},
        {"blk.*.ffn_gate_inp", "layers.*.router.proj"},
        {"blk.*.ffn_gate_inp.scale", "layers.*.router.scale"},
        {"blk.*.ffn_down_exps.scale", "layers.*.router.per_expert_scale"},
        {"blk.*.ffn_gate_up_exps.weight", "layers.*.experts.gate_up_proj"},
        {"blk.*.ffn_down_exps.weight", "layers.*.experts.down_proj"},
        {"blk.*.pre_ffw_norm_2", "layers.*.pre_feedforward_layernorm_2"},
        {"blk.*.post_ffw_norm_1", "layers.*.post_feedforward_layernorm_1"},
        {"blk.*.post_ffw_norm_2", "layers.*.post_feedforward_layernorm_2"}},
    .convert = {.architecture = "gemma4", .vocabulary = "gemma4", .listsWindows = true},
};

} // namespace engine
