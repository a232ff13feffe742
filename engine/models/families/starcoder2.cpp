#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// Layer norms and a plain MLP.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    setNorms(plan, NormPlan::Kind::Layer, NormPlan::Where::Before);
    for (BlockPlan& block : plan.blocks)
        std::get<DensePlan>(block.mlp).isGated = false;
    return plan;
}

} // namespace

// StarCoder 2 (arXiv:2402.19173). In GGUF files its window is lost.
const Family starcoder2Family{
    .names = {"starcoder2"},
    .plan = plan,
    .defaults = {.vocabulary = 49152,
        .hidden = 3072,
        .feedForward = 12288,
        .layers = 30,
        .heads = 24,
        .kvHeads = 2,
        .contextLength = 4096,
        .window = ConfigDefaults::Window::Always,
        .normEpsilon = 1e-5,
        .bos = 50256,
        .eos = 50256,
        .activation = "gelu_pytorch_tanh"},
    .tensors = {{"blk.*.ffn_up", "layers.*.mlp.c_fc"}, {"blk.*.ffn_down", "layers.*.mlp.c_proj"}},
    .convert = {.architecture = "starcoder2",
        .lacks = {"blk.*.ffn_gate"},
        .splitter = "starcoder",
        .losesWindow = true},
    .chatFormat = "starcoder2",
};

} // namespace engine
