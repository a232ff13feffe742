#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

#include <cmath>

// Gemma 3: a SigLIP tower over the picture scaled to a square; the mean of each block of
// scaleFactor² patches becomes one row by a norm and a matrix.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.imageSize = 224;
    config.patchSize = 16;
    config.layers = 12;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.projectorEpsilon = 1e-6;
    config.scaleFactor = 4;
    config.pixels.resampling = Resampling::Bilinear;
    config.pixels.resizeWidth = config.pixels.resizeHeight = 224;
    config.imageToken = "<image_soft_token>";
    config.placeholder = "<start_of_image>";
    return config;
}

// The rows of a picture are a square.
void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    const int64_t rows = root.integer("mm_tokens_per_image").value_or(256);
    const int64_t side = rows > 0 ? std::llround(std::sqrt(double(rows))) : 0;
    if (side * side != rows || side == 0 || config.patchSize < 1)
        root.refuse("mm_tokens_per_image", "the square of a number");
    config.scaleFactor = config.patchesPerSide() / side;
}

TowerPlan plan(const VisionConfig& config)
{
    const bool isGguf = config.layout == engine::FileLayout::Gguf;
    TowerPlan plan = usualTower(config);
    plan.cut = TowerPlan::Cut::Square;
    plan.connector.merge = ConnectorPlan::Merge::Average;
    plan.connector.normAfter = "mm.soft_emb_norm";
    plan.connector.norms.kind
        = isGguf ? engine::NormPlan::Kind::Rms : engine::NormPlan::Kind::RmsPlusOne;
    plan.connector.last = "mm.input_projection";
    plan.connector.isTransposed = true;
    plan.marks.before = "\n\n<start_of_image>";
    plan.marks.after = "<end_of_image>\n\n";
    plan.normsAfter = true;
    return plan;
}

} // namespace

const TowerFamily gemma3Family{
    .name = "gemma3",
    .modelTypes = {"gemma3"},
    .towerTypes = {"siglip_vision_model"},
    .projectorTypes = {"gemma3"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.post_ln", "post_layernorm"}},
    .projector = {{"mm.soft_emb_norm", "multi_modal_projector.mm_soft_emb_norm"},
        {"mm.input_projection.weight", "multi_modal_projector.mm_input_projection_weight"}},
};

} // namespace vision
