#include "base/error.h"
#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

// The rotated part of a head is rotated neighbor by neighbor.
ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    turnNeighbors(plan);
    return plan;
}

// GGUF files of V3 are of this architecture, too, and their weights sum to one.
ModelPlan v2Plan(const ModelConfig& config)
{
    if (config.layout == FileLayout::HuggingFace && config.expertCount > 0
        && config.expertWeightsSumToOne)
        throw base::Error(base::ErrorKind::Unsupported,
            "The model has norm_topk_prob true, which isn't supported for its architecture, "
            "deepseek_v2.");
    return plan(config);
}

const std::initializer_list<TensorName> tensors
    = {{"blk.*.attn_q_a", "layers.*.self_attn.q_a_proj"},
        {"blk.*.attn_q_a_norm", "layers.*.self_attn.q_a_layernorm"},
        {"blk.*.attn_q_b", "layers.*.self_attn.q_b_proj"},
        {"blk.*.attn_kv_a_mqa", "layers.*.self_attn.kv_a_proj_with_mqa"},
        {"blk.*.attn_kv_a_norm", "layers.*.self_attn.kv_a_layernorm"},
        {"blk.*.attn_kv_b", "layers.*.self_attn.kv_b_proj"}};

constexpr ConvertPlan::Experts expertsInGguf
    = {.denseLayers = ConvertPlan::Experts::DenseLayers::First, .saysWeights = true};
const ConvertPlan convert = {.architecture = "deepseek2", .experts = expertsInGguf};

} // namespace

// In GGUF files V3 and GLM-4.7 Flash are of this architecture, too.
const Family deepseekV2Family{
    .names = {"deepseek_v2", "deepseek2"},
    .plan = v2Plan,
    .defaults = {.vocabulary = 32000,
        .hidden = 4096,
        .feedForward = 11008,
        .layers = 32,
        .heads = 32,
        .contextLength = 2048,
        .bos = 1,
        .eos = 2,
        .tiedEmbeddings = false,
        .experts = 64,
        .expertFeedForward = 1407,
        .expertWeightsSumToOne = false,
        .mixture = {.shared = 2, .sumToOneInGguf = false},
        .latents = {512, 1536, 128, 64, 128}},
    .tensors = tensors,
    .convert = convert,
};

// DeepSeek V3 and R1, Kimi K2.
const Family deepseekV3Family{
    .names = {"deepseek_v3", "kimi_k2"},
    .plan = plan,
    .defaults = {.vocabulary = 129280,
        .hidden = 7168,
        .feedForward = 18432,
        .layers = 61,
        .heads = 128,
        .contextLength = 4096,
        .bos = 0,
        .eos = 1,
        .tiedEmbeddings = false,
        .experts = 256,
        .expertsUsed = 8,
        .expertFeedForward = 2048,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid,
            .choiceBias = true,
            .groups = 8,
            .groupsUsed = 4,
            .groupScore = 2,
            .weightFactor = 2.5,
            .firstLayer = 3,
            .shared = 1},
        .latents = {512, 1536, 128, 64, 128}},
    .tensors = tensors,
    .convert = convert,
};

// GLM-4.7 Flash.
const Family glm4MoeLiteFamily{
    .names = {"glm4_moe_lite"},
    .plan = plan,
    .defaults = {.vocabulary = 154880,
        .hidden = 2048,
        .feedForward = 10240,
        .layers = 47,
        .heads = 20,
        .contextLength = 202752,
        .normEpsilon = 1e-5,
        .bos = 0,
        .eos = 1,
        .tiedEmbeddings = false,
        .experts = 64,
        .expertsUsed = 4,
        .expertFeedForward = 1536,
        .mixture = {.scoring = ModelConfig::Scoring::Sigmoid,
            .choiceBias = true,
            .groups = 1,
            .groupsUsed = 1,
            .groupScore = 2,
            .weightFactor = 1.8,
            .firstLayer = 1,
            .shared = 1},
        .latents = {512, 768, 192, 64, 256}},
    .tensors = tensors,
    .convert = {.architecture = "deepseek2", .splitter = "glm4", .experts = expertsInGguf},
    .turnEnds = {"<|user|>", "<|observation|>"},
    .chatFormat = "glm4",
};

} // namespace engine
