#include "vision/towers/towers.h"

// LLaVA 1.6 (LLaVA-NeXT): the tower and the projector of LLaVA 1.5 over the tiles of the rectangle
// that suits the shape of the picture. A learned row ends each of its lines.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = llavaFamily.defaults();
    config.pixels.pinpoints = {{672, 336}, {336, 672}, {672, 672}, {336, 1008}, {1008, 336}};
    return config;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = llavaFamily.plan(config);
    plan.cut = TowerPlan::Cut::Pinpoints;
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
    .defaults = defaults,
    .plan = plan,
    .resultLayer = -2,
    .tensors = {{"v.class_embd", "embeddings.class_embedding"},
        {"v.pre_ln", "pre_layrnorm"}, // as CLIP's files spell it
        {"v.pre_ln", "pre_layernorm"}},
    .projector = {{"mm.0", "multi_modal_projector.linear_1"},
        {"mm.2", "multi_modal_projector.linear_2"}, {"model.image_newline", "image_newline"}},
    .chatFormat = "vicuna",
};

} // namespace vision
