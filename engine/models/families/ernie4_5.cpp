#include "engine/models/families/families.h"
#include "engine/models/families/model_plan.h"

namespace engine {

namespace {

ModelPlan plan(const ModelConfig& config)
{
    ModelPlan plan = defaultPlan(config);
    turnNeighbors(plan);
    return plan;
}

} // namespace

// ERNIE 4.5 without experts: Llama that is rotated neighbor by neighbor.
const Family ernie4_5Family{
    .names = {"ernie4_5"},
    .plan = plan,
    .defaults = {.vocabulary = 103424,
        .hidden = 1024,
        .feedForward = 3072,
        .layers = 18,
        .heads = 16,
        .kvHeads = 2,
        .headDim = 128,
        .contextLength = 131072,
        .normEpsilon = 1e-5,
        .ropeTheta = 5e5,
        .bos = 1,
        .eos = 2,
        .pad = 0},
    .convert = {.architecture = "ernie4_5"},
};

// ERNIE 4.5 with experts, which are chosen by their softmax and a bias.
const Family ernie4_5MoeFamily{
    .names = {"ernie4_5_moe", "ernie4_5-moe"},
    .plan = plan,
    .defaults = {.vocabulary = 103424,
        .hidden = 2560,
        .feedForward = 12288,
        .layers = 28,
        .heads = 20,
        .kvHeads = 4,
        .contextLength = 131072,
        .normEpsilon = 1e-5,
        .ropeTheta = 5e5,
        .bos = 1,
        .eos = 2,
        .pad = 0,
        .experts = 64,
        .expertsUsed = 6,
        .expertFeedForward = 1536,
        .mixture = {.choiceBias = true, .firstLayer = 1, .shared = 2}},
    .tensors = {{"blk.*.exp_probs_b.bias", "layers.*.mlp.moe_statics.e_score_correction_bias"}},
    .convert = {.architecture = "ernie4_5-moe",
        .experts = {.denseLayers = ConvertPlan::Experts::DenseLayers::Interleaved}},
};

// The decoder of PaddleOCR-VL: ERNIE 4.5 whose positions have three axes, rotated by halves. Its
// config.json is flat.
const Family paddleOcrFamily{
    .names = {"paddleocr_vl_text", "paddleocr_vl", "paddleocr"},
    .plan = defaultPlan,
    .defaults = {.vocabulary = 103424,
        .hidden = 1024,
        .feedForward = 3072,
        .layers = 18,
        .heads = 16,
        .kvHeads = 2,
        .headDim = 128,
        .contextLength = 131072,
        .normEpsilon = 1e-5,
        .ropeTheta = 5e5,
        .ropeSections = {16, 24, 24},
        .bos = 1,
        .eos = 2,
        .pad = 0},
    .convert = {.architecture = "paddleocr"},
    .imageTokens = {"<|IMAGE_PLACEHOLDER|>"},
    .visionModels = {{"paddleocr_vl", 100295}},
};

} // namespace engine
