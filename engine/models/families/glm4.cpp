#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// Norms are before and after attention and MLP; half of a head is rotated, neighbor by neighbor.
// llama.cpp's converter moves the dimensions that are rotated by sections to halves.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    if (config.layout != FileLayout::Gguf || config.ropeSections.empty())
        turnNeighbors(plan);
    setNorms(plan, NormPlan::Kind::Rms, NormPlan::Where::Both);
    return plan;
}

const std::initializer_list<TensorName> tensors
    = {{"blk.*.post_attention_norm", "layers.*.post_self_attn_layernorm"},
        {"blk.*.post_ffw_norm", "layers.*.post_mlp_layernorm"},
        {"blk.*.ffn_up", "layers.*.mlp.gate_up_proj"}};

const ConvertPlan convert
    = {.architecture = "glm4", .lacks = {"blk.*.ffn_gate"}, .splitter = "glm4"};

} // namespace

// GLM 4 of 2025; both halves of its MLP are one tensor.
const Family glm4Family{
    .names = {"glm4"},
    .plan = plan,
    .defaults = {.vocabulary = 151552,
        .hidden = 4096,
        .feedForward = 13696,
        .layers = 40,
        .heads = 32,
        .kvHeads = 2,
        .headDim = 128,
        .contextLength = 131072,
        .normEpsilon = 1.5625e-7,
        .rotatedPart = 0.5,
        .eos = 151329,
        .pad = 151329,
        .tiedEmbeddings = false},
    .tensors = tensors,
    .convert = convert,
    .turnEnds = {"<|user|>", "<|observation|>"},
    .chatFormat = "glm4",
    .imageTokens = {"<|image|>"},
};

// The decoder of GLM-OCR: the same as that of GLM-4.1V with whole heads rotated.
const Family glmOcrFamily{
    .names = {"glm_ocr_text", "glm_ocr"},
    .plan = plan,
    .defaults = {.vocabulary = 59392,
        .hidden = 1024,
        .feedForward = 4096,
        .layers = 16,
        .heads = 16,
        .kvHeads = 8,
        .contextLength = 131072,
        .normEpsilon = 1e-5,
        .ropeSections = {8, 12, 12},
        .tiedEmbeddings = false},
    .tensors = tensors,
    .convert = convert,
    .turnEnds = {"<|user|>", "<|observation|>"},
    .chatFormat = "glm4",
    .imageTokens = {"<|image|>"},
    .visionModels = {{"glm_ocr", 59280}},
};

// The decoder of GLM-4.1V: GLM 4 whose positions have three axes.
const Family glm4vFamily{
    .names = {"glm4v_text", "glm4v"},
    .plan = plan,
    .defaults = {.vocabulary = 151552,
        .hidden = 4096,
        .feedForward = 13696,
        .layers = 40,
        .heads = 32,
        .kvHeads = 2,
        .contextLength = 32768,
        .normEpsilon = 1e-5,
        .rotatedPart = 0.5,
        .ropeSections = {8, 12, 12},
        .tiedEmbeddings = false},
    .tensors = tensors,
    .convert = convert,
    .turnEnds = {"<|user|>", "<|observation|>"},
    .chatFormat = "glm4",
    .visionModels = {{"glm4v", 151343}},
};

namespace {

ModelPlan moePlan(const ModelConfig& config)
{
    return config.headNorms ? headNormsPlan(config) : defaultPlan(config);
}

} // namespace

// GLM 4.5 to 4.7: half of a head is rotated, but by halves, and norms are where most have them.
const Family glm4MoeFamily{
    .names = {"glm4_moe", "glm4moe"},
    .plan = moePlan,
    .defaults = {.vocabulary = 151552,
        .hidden = 4096,
        .feedForward = 10944,
        .layers = 46,
        .heads = 96,
        .kvHeads = 8,
        .contextLength = 131072,
        .normEpsilon = 1e-5,
        .rotatedPart = 0.5,
        .tiedEmbeddings = false,
        .experts = 128,
        .expertsUsed = 8,
        .expertFeedForward = 1408,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid,
            .choiceBias = true,
            .groups = 1,
            .groupsUsed = 1,
            .groupScore = 2,
            .firstLayer = 1,
            .shared = 1,
            .sumToOneInGguf = false}},
    .tensors = {{"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"},
        {"blk.*.attn_k_norm", "layers.*.self_attn.k_norm"}},
    .ggufTensors = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"}},
    .convert = {.architecture = "glm4moe",
        .splitter = "glm4",
        .experts = {.denseLayers = ConvertPlan::Experts::DenseLayers::First, .saysWeights = true}},
    .turnEnds = {"<|user|>", "<|observation|>"},
    .chatFormat = "glm4",
};

} // namespace engine
