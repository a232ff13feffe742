#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

// Qwen2.5-VL: most blocks look only within windows; RMS norms and gated layers with biases.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = gridDefaults();
    config.layers = 32;
    config.hidden = 1280;
    config.heads = 16;
    config.feedForward = 3420;
    config.activation = kernels::Activation::Silu;
    config.windowSide = 112;
    config.fullBlocks = {7, 15, 23, 31};
    config.films.placesPerSecond = 2; // as published; files that lack the number mean 4
    return config;
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    config.films.placesPerSecond
        = root.object("vision_config").number("tokens_per_second").value_or(4);
}

TowerPlan plan(const VisionConfig& config)
{
    engine::BlockPlan block = turnedBlock(config);
    block.norms.kind = engine::NormPlan::Kind::Rms;
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
    TowerPlan plan = gridPlan(config, block);
    plan.films = TowerPlan::Films::AlongTime;
    return plan;
}

} // namespace

const TowerFamily qwen25VlFamily{
    .name = "qwen2_5_vl",
    .modelTypes = {"qwen2_5_vl"},
    .towerTypes = {"qwen2_5_vl", "qwen2_5_vl_vision"},
    .projectorTypes = {"qwen2.5vl_merger"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_gate", "blocks.*.mlp.gate_proj"},
        {"v.blk.*.ffn_up", "blocks.*.mlp.up_proj"}, {"v.blk.*.ffn_down", "blocks.*.mlp.down_proj"},
        {"v.post_ln", "merger.ln_q"}},
    .projector = {{"mm.0", "merger.mlp.0"}, {"mm.2", "merger.mlp.2"}},
    .partsQkv = true,
};

} // namespace vision
