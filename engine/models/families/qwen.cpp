#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan qwen2Plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.attention().requiresBias = true; // of q, k and v, without a key that says so
    return plan;
}

} // namespace

// Qwen 2 and 2.5.
const Family qwen2Family{
    .names = {"qwen2"},
    .plan = qwen2Plan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 28,
        .tiedEmbeddings = false},
    .convert = {.architecture = "qwen2"},
};

namespace {

ModelPlan qwen2VlPlan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    for (BlockPlan& block : plan.blocks)
        block.attention().requiresBias = true; // as in Qwen 2
    return plan;
}

} // namespace

// The decoder of Qwen2-VL and Qwen2.5-VL: Qwen 2 whose positions have three axes.
const Family qwen2VlFamily{
    .names = {"qwen2_vl", "qwen2_5_vl", "qwen2vl"},
    .plan = qwen2VlPlan,
    .defaults = {.vocabulary = 152064,
        .hidden = 8192,
        .feedForward = 29568,
        .layers = 80,
        .heads = 64,
        .kvHeads = 8,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 80,
        .normEpsilon = 1e-5,
        .ropeTheta = 1e6,
        .ropeSections = {16, 24, 24},
        .tiedEmbeddings = false},
    .convert = {.architecture = "qwen2vl"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{"qwen2_vl", 151655}, {"qwen2_5_vl", 151655}},
};

const Family qwen3Family{
    .names = {"qwen3"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .headDim = 128,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 28,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3"},
    .visionModels = {{"lighton_ocr", 151655}},
};

// Qwen 3 with experts.
const Family qwen3MoeFamily{
    .names = {"qwen3_moe", "qwen3moe"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 2048,
        .feedForward = 6144,
        .layers = 24,
        .heads = 32,
        .kvHeads = 4,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .tiedEmbeddings = false,
        .experts = 128,
        .expertsUsed = 8,
        .expertFeedForward = 768,
        .expertWeightsSumToOne = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3moe"},
};

// Qwen 1.5 and 2 with experts, whose weights do not sum to one, alongside a gated shared MLP.
const Family qwen2MoeFamily{
    .names = {"qwen2_moe", "qwen2moe"},
    .plan = qwen2Plan,
    .defaults = {.vocabulary = 151936,
        .hidden = 2048,
        .feedForward = 5632,
        .layers = 24,
        .heads = 16,
        .kvHeads = 16,
        .contextLength = 32768,
        .slidingWindow = 4096,
        .window = ConfigDefaults::Window::IfAsked,
        .firstWindowLayer = 28,
        .tiedEmbeddings = false,
        .experts = 60,
        .expertsUsed = 4,
        .expertFeedForward = 1408,
        .expertWeightsSumToOne = false,
        .mixture = {.sharedFeedForward = 5632, .sharedIsGated = true, .sumToOneInGguf = false}},
    .convert = {.architecture = "qwen2moe"},
};

// The decoder of Qwen3-VL: Qwen 3 whose positions have three axes that take turns.
const Family qwen3VlFamily{
    .names = {"qwen3_vl", "qwen3vl"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 4096,
        .feedForward = 22016,
        .layers = 32,
        .heads = 32,
        .kvHeads = 32,
        .headDim = 128,
        .contextLength = 128000,
        .ropeTheta = 5e6,
        .ropeSections = {24, 20, 20},
        .interleavesSections = true,
        .tiedEmbeddings = false},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3vl"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{"qwen3_vl", 151655}},
};

// The same with experts.
const Family qwen3VlMoeFamily{
    .names = {"qwen3_vl_moe", "qwen3_vl_moe_text", "qwen3vlmoe"},
    .plan = headNormsPlan,
    .defaults = {.vocabulary = 151936,
        .hidden = 2048,
        .feedForward = 5632,
        .layers = 24,
        .heads = 16,
        .kvHeads = 16,
        .headDim = 128,
        .contextLength = 128000,
        .ropeTheta = 5e6,
        .ropeSections = {24, 20, 20},
        .interleavesSections = true,
        .experts = 60,
        .expertsUsed = 4,
        .expertFeedForward = 1408},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .convert = {.architecture = "qwen3vlmoe"},
    .imageTokens = {"<|image_pad|>"},
    .visionModels = {{"qwen3_vl_moe", 151655}},
};

} // namespace engine
