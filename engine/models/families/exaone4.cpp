#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// Norms are after attention and MLP only. Where some layers have a window, the others have no
// positions.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = headNormsPlan(config);
    setNorms(plan, NormPlan::Kind::Rms, NormPlan::Where::After);
    for (BlockPlan& block : plan.blocks)
        if (!config.windowedLayers.empty() && block.attention().reach.window == 0)
            block.attention().rotary = std::nullopt;
    return plan;
}

} // namespace

// EXAONE 4 (arXiv:2507.11407): the smaller models have no windows.
const Family exaone4Family{
    .names = {"exaone4"},
    .plan = plan,
    .defaults = {.vocabulary = 102400,
        .hidden = 4096,
        .feedForward = 16384,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 4,
        .normEpsilon = 1e-5,
        .bos = 0,
        .eos = 2,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"}},
    .convert = {.architecture = "exaone4",
        .lacks = {"blk.*.attn_norm", "blk.*.ffn_norm"},
        .listsWindows = true},
    .turnEnds = {"[|endofturn|]"},
};

} // namespace engine
