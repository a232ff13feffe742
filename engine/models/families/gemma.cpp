#include "engine/models/families/gemma.h"

#include "engine/models/families/families.h"

#include <cmath>

namespace engine {

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

namespace {

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

} // namespace engine
