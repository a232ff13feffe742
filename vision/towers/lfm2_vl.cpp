#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

#include <cmath>

// LFM2-VL: a SigLIP 2 tower over images of nearly their own size, or over tiles and an overview of
// those that are too large; each block of scaleFactor² patches becomes one row by a norm and two
// linear layers.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.patchSize = 16;
    config.imageSize = 256;
    config.layers = 12;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.scaleFactor = 2;
    config.pixels.resampling = Resampling::Bilinear;
    config.pixels.tileSize = 512;
    config.pixels.minTiles = 2;
    config.pixels.maxTiles = 10;
    config.pixels.minRows = 64;
    config.pixels.maxRows = 256;
    return config;
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    config.scaleFactor = root.integer("downsample_factor").value_or(config.scaleFactor);
    config.normsProjected = root.boolean("projector_use_layernorm").value_or(true);
    const engine::JsonFields vision = root.object("vision_config");
    const int64_t patches = vision.integer("num_patches").value_or(256);
    const int64_t side = patches > 0 ? std::llround(std::sqrt(double(patches))) : 0;
    if (side * side != patches || side == 0 || side > 512 || config.patchSize > 8192)
        vision.refuse("num_patches", "the square of a number");
    config.imageSize = side * config.patchSize;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::OwnSizeOrTiles;
    plan.positions = TowerPlan::Positions::Smoothed;
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.connector.normAfter = config.normsProjected ? "mm.input_norm" : nullptr;
    plan.connector.first = "mm.1";
    plan.connector.last = "mm.2";
    plan.marks.kind = MarksPlan::Kind::NumberedTiles;
    plan.marks.before = "<|image_start|>";
    plan.marks.after = "<|image_end|>";
    plan.channelsLast = config.layout == engine::FileLayout::HuggingFace;
    plan.normsAfter = true;
    return plan;
}

} // namespace

const TowerFamily lfm2VlFamily{
    .name = "lfm2_vl",
    .modelTypes = {"lfm2_vl"},
    .towerTypes = {"siglip2_vision_model"},
    .projectorTypes = {"lfm2"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.post_ln", "post_layernorm"}},
    .optional = {"mm.input_norm"},
    .projector = {{"mm.input_norm", "multi_modal_projector.layer_norm"},
        {"mm.1", "multi_modal_projector.linear_1"}, {"mm.2", "multi_modal_projector.linear_2"}},
};

} // namespace vision
