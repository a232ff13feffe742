#include "engine/models/families/families.h"
#include "engine/models/families/gemma_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    return gemmaPlan(config, 46);
}

} // namespace

// Gemma 2 (arXiv:2408.00118): windows by turns, caps of scores and logits.
const Family gemma2Family{
    .names = {"gemma2"},
    .plan = plan,
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

} // namespace engine
