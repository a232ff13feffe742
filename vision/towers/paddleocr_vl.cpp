#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

// PaddleOCR-VL (Cui et al., 2025, arXiv:2510.14528): a SigLIP tower over grids of any size, whose
// patches also turn by row and column.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = gridDefaults();
    config.imageSize = 384;
    config.framesPerPatch = 1;
    config.layers = 27;
    config.hidden = 1152;
    config.heads = 16;
    config.feedForward = 4304;
    config.activation = kernels::Activation::GeluTanh;
    config.pixels.mean = config.pixels.deviation = {0.5, 0.5, 0.5};
    config.pixels.minPixels = 384 * 384;
    config.pixels.maxPixels = 1536 * 1536;
    config.imageToken = "<|IMAGE_PLACEHOLDER|>";
    return config;
}

// What published files say of frames is not so.
void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    config.framesPerPatch = 1;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.limits = TowerPlan::Limits::OfWholeRows;
    plan.connector.normBefore = "mm.input_norm";
    plan.connector.norms = plan.norms;
    plan.connector.norms.epsilon = float(config.projectorEpsilon);
    plan.connector.first = "mm.1";
    plan.connector.last = "mm.2";
    plan.marks.before = "<|IMAGE_START|>";
    plan.marks.after = "<|IMAGE_END|>";
    plan.learnsPositions = true;
    plan.positions = TowerPlan::Positions::BilinearEdges;
    return plan;
}

} // namespace

const TowerFamily paddleOcrFamily{
    .name = "paddleocr_vl",
    .modelTypes = {"paddleocr_vl"},
    .towerTypes = {"paddleocr_vl", "paddleocr_vl_vision"},
    .projectorTypes = {"paddleocr"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.post_ln", "post_layernorm"}},
    .projector = {{"mm.input_norm", "mlp_AR.pre_norm"}, {"mm.1", "mlp_AR.linear_1"},
        {"mm.2", "mlp_AR.linear_2"}},
};

} // namespace vision
