#include "vision/towers/towers.h"

// LLaVA 1.5: a CLIP tower over the middle of the image, read one layer before its end, the class
// row dropped, and two linear layers.

namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.imageSize = 336;
    config.patchSize = 14;
    config.layers = 24;
    config.hidden = 1024;
    config.heads = 16;
    config.feedForward = 4096;
    config.normEpsilon = 1e-5;
    config.activation = kernels::Activation::GeluQuick;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.mean = {0.48145466, 0.4578275, 0.40821073};
    config.pixels.deviation = {0.26862954, 0.26130258, 0.27577711};
    config.pixels.shortestEdge = 224;
    config.pixels.cropWidth = config.pixels.cropHeight = 224;
    return config;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan defaults = defaultTower(config);
    defaults.cut = TowerPlan::Cut::Middle;
    defaults.connector.first = "mm.0";
    defaults.connector.last = "mm.2";
    defaults.hasClassRow = true;
    defaults.normsBefore = true;
    return defaults;
}

} // namespace

const TowerFamily llavaFamily{
    .name = "llava",
    .modelTypes = {"llava"},
    .towerTypes = {"clip_vision_model"},
    .projectorTypes = {"mlp"},
    .defaults = defaults,
    .plan = plan,
    .resultLayer = -2,
    .tensors = {{"v.class_embd", "embeddings.class_embedding"},
        {"v.pre_ln", "pre_layrnorm"}, // as CLIP's files spell it
        {"v.pre_ln", "pre_layernorm"}},
    .projector
    = {{"mm.0", "multi_modal_projector.linear_1"}, {"mm.2", "multi_modal_projector.linear_2"}},
    .chatFormat = "vicuna",
};

} // namespace vision

// LLaVA 1.6 (LLaVA-NeXT): the tower and the projector of LLaVA 1.5 over the tiles of the rectangle
// that suits the shape of the image. A learned row ends each of its lines.

namespace vision {

namespace {

VisionConfig llavaNextDefaults()
{
    VisionConfig config = llavaFamily.defaults();
    config.pixels.tileGrids = {{672, 336}, {336, 672}, {672, 672}, {336, 1008}, {1008, 336}};
    return config;
}

TowerPlan llavaNextPlan(const VisionConfig& config)
{
    TowerPlan plan = llavaFamily.plan(config);
    plan.cut = TowerPlan::Cut::TileGrids;
    plan.lineEnd = "model.image_newline";
    return plan;
}

} // namespace

const TowerFamily llavaNextFamily{
    .name = "llava_next",
    .modelTypes = {"llava_next"},
    .towerTypes = {"clip_vision_model"},
    .projectorTypes = {"mlp"},
    .ggufMark = "model.image_newline",
    .defaults = llavaNextDefaults,
    .plan = llavaNextPlan,
    .resultLayer = -2,
    .tensors = {{"v.class_embd", "embeddings.class_embedding"},
        {"v.pre_ln", "pre_layrnorm"}, // as CLIP's files spell it
        {"v.pre_ln", "pre_layernorm"}},
    .projector = {{"mm.0", "multi_modal_projector.linear_1"},
        {"mm.2", "multi_modal_projector.linear_2"}, {"model.image_newline", "image_newline"}},
    .chatFormat = "vicuna",
};

} // namespace vision
