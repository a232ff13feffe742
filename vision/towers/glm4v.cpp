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

engine::BlockPlan glmBlock(const VisionConfig& config)
{
    engine::BlockPlan block = turnedBlock(config);
    block.norms.kind = engine::NormPlan::Kind::Rms;
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
    return block;
}

TowerPlan glmPlan(const VisionConfig& config, const engine::BlockPlan& block)
{
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
    return plan;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = glmPlan(config, glmBlock(config));
    plan.learnsPositions = true;
    plan.positions = TowerPlan::Positions::Bicubic;
    plan.normsPatches = true;
    return plan;
}

// GLM-OCR: no learned positions, but norms of queries and keys.
VisionConfig glmOcrDefaults()
{
    VisionConfig config = defaults();
    config.hidden = 1024;
    config.heads = 16;
    return config;
}

void readMoreOfGlmOcr(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    const engine::JsonFields vision = root.object("vision_config");
    config.normEpsilon = vision.number("rms_norm_eps").value_or(config.normEpsilon);
}

TowerPlan glmOcrPlan(const VisionConfig& config)
{
    engine::BlockPlan block = glmBlock(config);
    block.norms.queryAndKey = engine::NormPlan::OfHeads::Each;
    return glmPlan(config, block);
}

const std::initializer_list<engine::TensorName> projector = {{"mm.patch_merger", "downsample"},
    {"mm.model.fc", "merger.proj"}, {"mm.post_norm", "merger.post_projection_norm"},
    {"mm.gate", "merger.gate_proj"}, {"mm.up", "merger.up_proj"}, {"mm.down", "merger.down_proj"}};

} // namespace

const TowerFamily glmOcrFamily{
    .name = "glm_ocr",
    .modelTypes = {"glm_ocr"},
    .towerTypes = {"glm_ocr_vision"},
    .projectorTypes = {"glm4v"},
    .ggufMark = "v.blk.0.attn_q_norm.weight",
    .defaults = glmOcrDefaults,
    .readMore = readMoreOfGlmOcr,
    .plan = glmOcrPlan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_q_norm", "blocks.*.attn.q_norm"},
        {"v.blk.*.attn_k_norm", "blocks.*.attn.k_norm"}, {"v.blk.*.attn_out", "blocks.*.attn.proj"},
        {"v.blk.*.ffn_gate", "blocks.*.mlp.gate_proj"}, {"v.blk.*.ffn_up", "blocks.*.mlp.up_proj"},
        {"v.blk.*.ffn_down", "blocks.*.mlp.down_proj"}, {"v.post_ln", "post_layernorm"}},
    .projector = projector,
};

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
    .projector = projector,
    .repeatsBeginning = true,
};

} // namespace vision
