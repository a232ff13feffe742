#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

#include <cmath>

// Qwen2-VL: a ViT without learned positions over grids of any size.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = gridDefaults();
    config.layers = 32;
    config.hidden = 1280;
    config.heads = 16;
    config.feedForward = 4 * 1280;
    config.activation = kernels::Activation::GeluQuick;
    return config;
}

// hidden_size is the decoder's width here.
void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    const engine::JsonFields vision = root.object("vision_config");
    config.hidden = vision.integer("embed_dim").value_or(defaults().hidden);
    const double ratio = vision.number("mlp_ratio").value_or(4);
    if (!(ratio > 0 && ratio <= 64) || config.hidden > 65536)
        vision.refuse("mlp_ratio", "a number from 0 to 64");
    config.feedForward = std::llround(std::floor(double(config.hidden) * ratio));
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.films = TowerPlan::Films::AlongTime;
    return plan;
}

} // namespace

const TowerFamily qwen2VlFamily{
    .name = "qwen2_vl",
    .modelTypes = {"qwen2_vl"},
    .towerTypes = {"qwen2_vl", "qwen2_vl_vision"},
    .projectorTypes = {"qwen2vl_merger"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_up", "blocks.*.mlp.fc1"},
        {"v.blk.*.ffn_down", "blocks.*.mlp.fc2"}, {"v.post_ln", "merger.ln_q"}},
    .projector = {{"mm.0", "merger.mlp.0"}, {"mm.2", "merger.mlp.2"}},
    .partsQkv = true,
};

} // namespace vision
