#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks) {
        block.attention().hasSinks = true;
        block.attention().requiresBias = true;
        if (auto* experts = std::get_if<ExpertsPlan>(&block.mlp)) {
            experts->each.gateLimit = float(config.gateLimit);
            experts->alternatesGateAndUp = config.layout == FileLayout::HuggingFace;
        }
    }
    return plan;
}

} // namespace

// gpt-oss: sinks, biases everywhere, windows in every other layer, and experts in MXFP4.
const Family gptOssFamily{
    .names = {"gpt_oss", "gpt-oss"},
    .plan = plan,
    .defaults = {.vocabulary = 201088,
        .hidden = 2880,
        .feedForward = 2880,
        .layers = 36,
        .heads = 64,
        .kvHeads = 8,
        .headDim = 64,
        .contextLength = 131072,
        .slidingWindow = 128,
        .window = ConfigDefaults::Window::Always,
        .windowPattern = 2,
        .normEpsilon = 1e-5,
        .ropeTheta = 150000,
        .tiedEmbeddings = false,
        .experts = 128,
        .expertsUsed = 4,
        .gateLimit = 7,
        .packing = "mxfp4"},
    .tensors = {{"blk.*.attn_sinks.weight", "layers.*.self_attn.sinks"},
        {"blk.*.ffn_gate_inp", "layers.*.mlp.router"},
        {"blk.*.ffn_gate_up_exps.bias", "layers.*.mlp.experts.gate_up_proj_bias"},
        {"blk.*.ffn_down_exps.bias", "layers.*.mlp.experts.down_proj_bias"}},
    .ggufTensors = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"}},
    .convert = {.architecture = "gpt-oss"},
};

} // namespace engine
