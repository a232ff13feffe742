#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// Norms are after attention and MLP only, and one of queries and of keys over all their heads.
// Positions in layers with a window are not scaled.
ModelPlan plan(const ModelConfig& given)
{
    ModelConfig config = given;
    if (!config.windowedLayers.empty())
        config.localRopeTheta = config.ropeTheta;
    ModelPlan plan = defaultPlan(config);
    setNorms(plan, NormPlan::Kind::Rms, NormPlan::Where::After);
    for (BlockPlan& block : plan.blocks)
        block.norms.queryAndKey = NormPlan::OfHeads::All;
    return plan;
}

} // namespace

// OLMo 2 (arXiv:2501.00656), and OLMo 3, which has windows in three of four layers. In GGUF files both
// are called olmo2.
const Family olmo2Family{
    .names = {"olmo2", "olmo3"},
    .plan = plan,
    .defaults = {.vocabulary = 50304,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 4,
        .normEpsilon = 1e-5,
        .eos = 50279,
        .pad = 1,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"},
        {"blk.*.post_attention_norm", "layers.*.post_attention_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_feedforward_layernorm"}},
    .convert
    = {.architecture = "olmo2", .lacks = {"blk.*.attn_norm", "blk.*.ffn_norm"}, .splitter = "dbrx"},
    .chatFormat = "olmo2",
};

} // namespace engine
