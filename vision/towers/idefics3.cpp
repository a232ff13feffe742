#include "vision/towers/towers.h"

// Idefics3 and SmolVLM: a SigLIP tower over square tiles; each block of scaleFactor² patches of the
// result becomes one row by a linear layer without bias.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.imageSize = 224;
    config.patchSize = 32;
    config.layers = 12;
    config.hidden = 1152;
    config.heads = 16;
    config.feedForward = 3072;
    config.normEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.scaleFactor = 2;
    config.pixels.resampling = Resampling::Lanczos;
    config.pixels.longestEdge = 4 * 364;
    config.pixels.tileSize = 364;
    return config;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::Tiles;
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.marks.kind = MarksPlan::Kind::RowsAndColumns;
    plan.normsAfter = true;
    return plan;
}

} // namespace

const TowerFamily idefics3Family{
    .name = "idefics3",
    .modelTypes = {"idefics3", "smolvlm"},
    .towerTypes = {"idefics3", "idefics3_vision", "smolvlm_vision"},
    .projectorTypes = {"idefics3"},
    .defaults = defaults,
    .plan = plan,
    .tensors = {{"v.post_ln", "post_layernorm"}},
    .projector = {{"mm.model.fc", "connector.modality_projection.proj"}},
};

} // namespace vision
