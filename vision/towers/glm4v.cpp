#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

// GLM-4.1V: patches are normed and get positions between the learned ones, RMS norms and gated
// layers without biases, a convolution that joins patches.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = gridDefaults();
    config.imageSize = 336;
    config.layers = 24;
    config.hidden = 1536;
    config.heads = 12;
    config.feedForward = 4096;
    config.normEpsilon = 1e-5;
    config.activation = kernels::Activation::Silu;
    config.pixels.minPixels = 112 * 112;
    config.pixels.maxPixels = 28 * 28 * 15000;
    config.imageToken = "<|image|>";
    return config;
}

// The blocks are as wide inside as the rows of the result; intermediate_size is that of the merger.
void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    const engine::JsonFields vision = root.object("vision_config");
    config.feedForward = vision.integer("out_hidden_size").value_or(4096);
    config.normEpsilon = vision.number("rms_norm_eps").value_or(config.normEpsilon);
}

TowerPlan plan(const VisionConfig& config)
{
    engine::BlockPlan block = turnedBlock(config);
    block.norms.kind = engine::NormPlan::Kind::Rms;
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
    TowerPlan plan = gridPlan(config, block);
    plan.limits = TowerPlan::Limits::OfFrames;
    plan.connector.merging = "mm.patch_merger";
    plan.connector.first = "mm.model.fc";
    plan.connector.normMiddle = "mm.post_norm";
    plan.connector.norms.kind = engine::NormPlan::Kind::Layer; // with the epsilon of torch
    plan.connector.gate = "mm.gate";
    plan.connector.up = "mm.up";
    plan.connector.gateActivation = config.activation;
    plan.connector.last = "mm.down";
    plan.marks.before = "<|begin_of_image|>";
    plan.marks.after = "<|end_of_image|>";
    plan.learnsPositions = true;
    plan.positions = TowerPlan::Positions::Bicubic;
    plan.normsPatches = true;
    return plan;
}

} // namespace

const TowerFamily glm4vFamily{
    .name = "glm4v",
    .modelTypes = {"glm4v"},
    .towerTypes = {"glm4v", "glm4v_vision"},
    .projectorTypes = {"glm4v"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_gate", "blocks.*.mlp.gate_proj"},
        {"v.blk.*.ffn_up", "blocks.*.mlp.up_proj"}, {"v.blk.*.ffn_down", "blocks.*.mlp.down_proj"},
        {"v.norm_embd", "post_conv_layernorm"}, {"v.post_ln", "post_layernorm"}},
    .projector = {{"mm.patch_merger", "downsample"}, {"mm.model.fc", "merger.proj"},
        {"mm.post_norm", "merger.post_projection_norm"}, {"mm.gate", "merger.gate_proj"},
        {"mm.up", "merger.up_proj"}, {"mm.down", "merger.down_proj"}},
};

} // namespace vision
