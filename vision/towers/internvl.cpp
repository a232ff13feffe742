#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

#include <cmath>

// InternVL 2 to 3.5: an InternViT tower over the tiles that suit the shape of the image, its class
// row dropped; each block of scaleFactor² patches becomes one row by a norm and two linear layers.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.imageSize = 448;
    config.patchSize = 14;
    config.layers = 24;
    config.hidden = 1024;
    config.heads = 16;
    config.feedForward = 4096;
    config.normEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluErf;
    config.scaleFactor = 2;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.mean = {0.485, 0.456, 0.406};
    config.pixels.deviation = {0.229, 0.224, 0.225};
    config.pixels.resizeWidth = config.pixels.resizeHeight = 384;
    config.imageToken = "<IMG_CONTEXT>";
    return config;
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    const double ratio = root.number("downsample_ratio").value_or(0.5);
    if (!(ratio > 0.001 && ratio <= 1))
        root.refuse("downsample_ratio", "a number up to 1");
    config.scaleFactor = std::llround(1 / ratio);
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::BestTiles;
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.connector.normAfter = "mm.model.mlp.0";
    plan.connector.first = "mm.model.mlp.1";
    plan.connector.last = "mm.model.mlp.3";
    plan.marks.before = "<img>";
    plan.marks.after = "</img>";
    plan.hasClassRow = true;
    for (engine::BlockPlan& block : plan.blocks) {
        block.scalesLayers = true;
        if (config.hasRmsNorms)
            block.norms.kind = engine::NormPlan::Kind::Rms;
        if (config.normsHeads)
            block.norms.queryAndKey = engine::NormPlan::OfHeads::All;
    }
    return plan;
}

} // namespace

const TowerFamily internvlFamily{
    .name = "internvl",
    .modelTypes = {"internvl"},
    .towerTypes = {"internvl_vision"},
    .projectorTypes = {"internvl"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.class_embd", "embeddings.cls_token"},
        {"v.patch_embd", "embeddings.patch_embeddings.projection"},
        {"v.position_embd.weight", "embeddings.position_embeddings"},
        {"v.blk.*.ln1", "encoder.layer.*.layernorm_before"},
        {"v.blk.*.ln2", "encoder.layer.*.layernorm_after"},
        {"v.blk.*.attn_q", "encoder.layer.*.attention.q_proj"},
        {"v.blk.*.attn_k", "encoder.layer.*.attention.k_proj"},
        {"v.blk.*.attn_v", "encoder.layer.*.attention.v_proj"},
        {"v.blk.*.attn_q_norm", "encoder.layer.*.attention.q_norm"},
        {"v.blk.*.attn_k_norm", "encoder.layer.*.attention.k_norm"},
        {"v.blk.*.attn_out", "encoder.layer.*.attention.projection_layer"},
        {"v.blk.*.ffn_up", "encoder.layer.*.mlp.fc1"},
        {"v.blk.*.ffn_down", "encoder.layer.*.mlp.fc2"},
        {"v.blk.*.ls1.weight", "encoder.layer.*.lambda_1"},
        {"v.blk.*.ls2.weight", "encoder.layer.*.lambda_2"}},
    .optional = {"v.blk.*.attn_q_norm", "v.blk.*.attn_k_norm"},
    .projector = {{"mm.model.mlp.0", "multi_modal_projector.layer_norm"},
        {"mm.model.mlp.1", "multi_modal_projector.linear_1"},
        {"mm.model.mlp.3", "multi_modal_projector.linear_2"}},
    .groundingPrompt = "Please provide the bounding box coordinate of the region this sentence "
                       "describes: <ref>…</ref>",
};

} // namespace vision
