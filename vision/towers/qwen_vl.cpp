#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

#include <cmath>

// Qwen2-VL: a ViT without learned positions over grids of any size.

namespace vision {

namespace {

// Qwen2.5-VL and its successors are asked in these words.
constexpr std::string_view qwenGrounding
    = "Locate …, output its bbox coordinates using JSON format.";

VisionConfig qwen2VlDefaults()
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
void readMoreOfQwen2Vl(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    const engine::JsonFields vision = root.object("vision_config");
    config.hidden = vision.integer("embed_dim").value_or(qwen2VlDefaults().hidden);
    const double ratio = vision.number("mlp_ratio").value_or(4);
    if (!(ratio > 0 && ratio <= 64) || config.hidden > 65536)
        vision.refuse("mlp_ratio", "a number from 0 to 64");
    config.feedForward = std::llround(std::floor(double(config.hidden) * ratio));
}

TowerPlan qwen2VlPlan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.videos = TowerPlan::Videos::AlongTime;
    return plan;
}

} // namespace

const TowerFamily qwen2VlFamily{
    .name = "qwen2_vl",
    .modelTypes = {"qwen2_vl"},
    .towerTypes = {"qwen2_vl", "qwen2_vl_vision"},
    .projectorTypes = {"qwen2vl_merger"},
    .defaults = qwen2VlDefaults,
    .readMore = readMoreOfQwen2Vl,
    .plan = qwen2VlPlan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_up", "blocks.*.mlp.fc1"},
        {"v.blk.*.ffn_down", "blocks.*.mlp.fc2"}, {"v.post_ln", "merger.ln_q"}},
    .projector = {{"mm.0", "merger.mlp.0"}, {"mm.2", "merger.mlp.2"}},
    .partsQkv = true,
    .groundingPrompt
    = "Please provide the bounding box coordinates of the region this sentence describes: …",
};

} // namespace vision

// Qwen2.5-VL: most blocks look only within windows; RMS norms and gated layers with biases.

namespace vision {

namespace {

VisionConfig qwen25VlDefaults()
{
    VisionConfig config = gridDefaults();
    config.layers = 32;
    config.hidden = 1280;
    config.heads = 16;
    config.feedForward = 3420;
    config.activation = kernels::Activation::Silu;
    config.windowSide = 112;
    config.fullBlocks = {7, 15, 23, 31};
    config.videos.positionsPerSecond = 2; // as published; files that lack the number mean 4
    return config;
}

void readMoreOfQwen25Vl(VisionConfig& config, const engine::JsonFields& root)
{
    readGridFields(config, root);
    config.videos.positionsPerSecond
        = root.object("vision_config").number("tokens_per_second").value_or(4);
}

TowerPlan qwen25VlPlan(const VisionConfig& config)
{
    engine::BlockPlan block = turnedBlock(config);
    block.norms.kind = engine::NormPlan::Kind::Rms;
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
    TowerPlan plan = gridPlan(config, block);
    plan.videos = TowerPlan::Videos::AlongTime;
    return plan;
}

} // namespace

const TowerFamily qwen25VlFamily{
    .name = "qwen2_5_vl",
    .modelTypes = {"qwen2_5_vl"},
    .towerTypes = {"qwen2_5_vl", "qwen2_5_vl_vision"},
    .projectorTypes = {"qwen2.5vl_merger"},
    .defaults = qwen25VlDefaults,
    .readMore = readMoreOfQwen25Vl,
    .plan = qwen25VlPlan,
    .tensors = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_gate", "blocks.*.mlp.gate_proj"},
        {"v.blk.*.ffn_up", "blocks.*.mlp.up_proj"}, {"v.blk.*.ffn_down", "blocks.*.mlp.down_proj"},
        {"v.post_ln", "merger.ln_q"}},
    .projector = {{"mm.0", "merger.mlp.0"}, {"mm.2", "merger.mlp.2"}},
    .partsQkv = true,
    .groundingPrompt = qwenGrounding,
};

} // namespace vision

// Qwen3-VL: learned positions in addition to the turned ones, and rows of inner blocks for the
// first layers of the decoder (DeepStack). Qwen 3.5 has the same tower without those.

namespace vision {

namespace {

VisionConfig qwen3VlDefaults()
{
    VisionConfig config = gridDefaults();
    config.patchSize = 16;
    config.imageSize = 48 * config.patchSize;
    config.layers = 27;
    config.hidden = 1152;
    config.heads = 16;
    config.feedForward = 4304;
    config.activation = kernels::Activation::GeluTanh;
    config.deepBlocks = {8, 16, 24};
    config.pixels.mean = config.pixels.deviation = {0.5, 0.5, 0.5};
    config.pixels.minPixels = 256 * 256;
    config.pixels.maxPixels = 4096 * 4096;
    config.videos.minPixels = 64 * 64;
    config.videos.maxPixels = 32 * 32 * 24576;
    return config;
}

TowerPlan qwen3VlPlan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.deepConnector = {.merge = ConnectorPlan::Merge::SideBySide,
        .normAfter = "norm",
        .first = "fc1",
        .last = "fc2",
        .norms = plan.norms};
    plan.videos = TowerPlan::Videos::Stamped;
    plan.learnsPositions = true;
    plan.positions = TowerPlan::Positions::Bilinear;
    return plan;
}

const std::initializer_list<engine::TensorName> tensors
    = {{"v.patch_embd", "patch_embed.proj"}, {"v.blk.*.ln1", "blocks.*.norm1"},
        {"v.blk.*.ln2", "blocks.*.norm2"}, {"v.blk.*.attn_qkv", "blocks.*.attn.qkv"},
        {"v.blk.*.attn_out", "blocks.*.attn.proj"}, {"v.blk.*.ffn_up", "blocks.*.mlp.linear_fc1"},
        {"v.blk.*.ffn_down", "blocks.*.mlp.linear_fc2"}, {"v.position_embd", "pos_embed"},
        {"v.post_ln", "merger.norm"}, {"v.deepstack.*.norm", "deepstack_merger_list.*.norm"},
        {"v.deepstack.*.fc1", "deepstack_merger_list.*.linear_fc1"},
        {"v.deepstack.*.fc2", "deepstack_merger_list.*.linear_fc2"}};
const std::initializer_list<engine::TensorName> projector
    = {{"mm.0", "merger.linear_fc1"}, {"mm.2", "merger.linear_fc2"}};

VisionConfig defaultsWithoutDeepRows()
{
    VisionConfig config = qwen3VlDefaults();
    config.deepBlocks.clear();
    return config;
}

} // namespace

const TowerFamily qwen3VlFamily{
    .name = "qwen3_vl",
    .modelTypes = {"qwen3_vl", "qwen3_vl_moe"},
    .towerTypes = {"qwen3_vl", "qwen3_vl_vision", "qwen3_vl_moe", "qwen3_vl_moe_vision"},
    .projectorTypes = {"qwen3vl_merger"},
    .defaults = qwen3VlDefaults,
    .readMore = readGridFields,
    .plan = qwen3VlPlan,
    .tensors = tensors,
    .projector = projector,
    .groundingPrompt = qwenGrounding,
};

const TowerFamily qwen35Family{
    .name = "qwen3_5",
    .modelTypes = {"qwen3_5", "qwen3_5_moe"},
    .towerTypes = {"qwen3_5", "qwen3_5_vision", "qwen3_5_moe", "qwen3_5_moe_vision"},
    .projectorTypes = {"qwen3vl_merger"},
    .defaults = defaultsWithoutDeepRows,
    .readMore = readGridFields,
    .plan = qwen3VlPlan,
    .tensors = tensors,
    .projector = projector,
    .groundingPrompt = qwenGrounding,
};

} // namespace vision
