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

// What Gemma 2 and 3 share: norms before and after attention and MLP, whose weights checkpoints
// store minus one and GGUF files whole, and rows of tokens times the root of their width.
// `layersOf27B` is the number of layers of the model of 27 billion: GGUF files do not say by what
// scores are divided, which is the root of hidden / heads for that one and of headDim for others.
ModelPlan gemmaPlan(const ModelConfig& config, int64_t layersOf27B)
{
    const bool isGguf = config.layout == FileLayout::Gguf;
    ModelPlan plan = defaultPlan(config);
    plan.embeddingScale = std::sqrt(float(config.hidden));
    setNorms(
        plan, isGguf ? NormPlan::Kind::Rms : NormPlan::Kind::RmsPlusOne, NormPlan::Where::Both);
    if (isGguf && config.layers == layersOf27B)
        for (BlockPlan& block : plan.blocks)
            block.attention().shape.scale = 1 / std::sqrt(float(config.hidden / config.heads));
    return plan;
}

ModelPlan gemma2Plan(const ModelConfig& config)
{
    return gemmaPlan(config, 46);
}

} // namespace

// Gemma 2 (arXiv:2408.00118): windows by turns, caps of scores and logits.
const Family gemma2Family{
    .names = {"gemma2"},
    .plan = gemma2Plan,
    .defaults = {.vocabulary = 256000,
        .hidden = 2304,
        .feedForward = 9216,
        .layers = 26,
        .heads = 8,
        .kvHeads = 4,
        .headDim = 256,
        .contextLength = 8192,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 2,
        .bos = 2,
        .eos = 1,
        .pad = 0,
        .activation = "gelu_pytorch_tanh"},
    .factors = {.attentionRoot = {"query_pre_attn_scalar", 256},
        .attentionCap = {"attn_logit_softcapping", 50},
        .logitCap = {"final_logit_softcapping", 30}},
    .tensors = {{"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.ffn_norm", "layers.*.pre_feedforward_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"}},
    .convert = {.architecture = "gemma2"},
    .chatFormat = "gemma",
};

namespace {

ModelPlan gemma3Plan(const ModelConfig& config)
{
    ModelPlan plan = gemmaPlan(config, 62);
    for (BlockPlan& block : plan.blocks) {
        block.norms.queryAndKey = NormPlan::OfHeads::Each;
        block.attention().reach.seesSpans = true;
    }
    return plan;
}

} // namespace

// Gemma 3 (arXiv:2503.19786): five layers with a window, then one that sees everything and is
// rotated in another way; all see images as a whole.
const Family gemma3Family{
    .names = {"gemma3_text", "gemma3"},
    .plan = gemma3Plan,
    .defaults = {.vocabulary = 262208,
        .hidden = 2304,
        .feedForward = 9216,
        .layers = 26,
        .heads = 8,
        .kvHeads = 4,
        .headDim = 256,
        .contextLength = 131072,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 6,
        .ropeTheta = 1e6,
        .localRopeTheta = 1e4,
        .bos = 2,
        .eos = 1,
        .pad = 0,
        .activation = "gelu_pytorch_tanh"},
    .factors = {.attentionRoot = {"query_pre_attn_scalar", 256},
        .attentionCap = {"attn_logit_softcapping"},
        .logitCap = {"final_logit_softcapping"}},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.ffn_norm", "layers.*.pre_feedforward_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"}},
    .convert = {.architecture = "gemma3"},
    .chatFormat = "gemma",
};

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
            experts->shared = {.mlp = dense, .hasOwnNorms = true};
        else
            block.mlp = dense;
    }
    return plan;
}

// All layers see images as a whole, whatever their window.
ModelPlan unifiedPlan(const ModelConfig& config)
{
    ModelPlan unified = plan(config);
    for (BlockPlan& block : unified.blocks) {
        block.attention().reach.seesSpans = config.localSeesSpans;
        block.attention().reach.keepsWindowInSpans = false;
    }
    return unified;
}

const std::initializer_list<TensorName> gemma4Tensors
    = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
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
        {"blk.*.post_ffw_norm_2", "layers.*.post_feedforward_layernorm_2"}};

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
    .tensors = gemma4Tensors,
    .convert = {.architecture = "gemma4",
        .vocabulary = "gemma4",
        .listsWindows = true,
        .experts = {.staysJoined = true}},
};

// Gemma 4 unified, the decoder of the model without a vision encoder.
const Family gemma4UnifiedFamily{
    .names = {"gemma4_unified_text", "gemma4_unified"},
    .plan = unifiedPlan,
    .defaults = {.vocabulary = 262144,
        .hidden = 2304,
        .feedForward = 9216,
        .layers = 30,
        .heads = 8,
        .kvHeads = 4,
        .headDim = 256,
        .fullHeadDim = 512,
        .contextLength = 262144,
        .slidingWindow = 1024,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 6,
        .ropeTheta = 1e6,
        .localRopeTheta = 1e4,
        .bos = 2,
        .eos = 1,
        .pad = 0,
        .activation = "gelu_pytorch_tanh"},
    .factors = {.logitCap = {"final_logit_softcapping"}},
    .tensors = gemma4Tensors,
    .convert = {.architecture = "gemma4", .vocabulary = "gemma4", .listsWindows = true},
    .visionModels = {{"gemma4_unified", 258880}},
};

} // namespace engine
