#include "vision/towers/grid_towers.h"

// Qwen3-VL: learned positions beside the turned ones, and rows of inner blocks for the first layers
// of the decoder (DeepStack). Qwen 3.5 has the same tower without those.
namespace vision {

namespace {

VisionConfig defaults()
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
    config.pixels.leastPixels = 256 * 256;
    config.pixels.mostPixels = 4096 * 4096;
    config.films.leastPixels = 64 * 64;
    config.films.mostPixels = 32 * 32 * 24576;
    return config;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.deepConnector = {.merge = ConnectorPlan::Merge::SideBySide,
        .normAfter = "norm",
        .first = "fc1",
        .last = "fc2",
        .norms = plan.norms};
    plan.films = TowerPlan::Films::Stamped;
    plan.learnsPlaces = true;
    plan.places = TowerPlan::Places::Bilinear;
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
    VisionConfig config = defaults();
    config.deepBlocks.clear();
    return config;
}

} // namespace

const TowerFamily qwen3VlFamily{
    .name = "qwen3_vl",
    .modelTypes = {"qwen3_vl"},
    .towerTypes = {"qwen3_vl", "qwen3_vl_vision"},
    .projectorTypes = {"qwen3vl_merger"},
    .defaults = defaults,
    .readMore = readGridFields,
    .plan = plan,
    .tensors = tensors,
    .projector = projector,
};

const TowerFamily qwen35Family{
    .name = "qwen3_5",
    .modelTypes = {"qwen3_5"},
    .towerTypes = {"qwen3_5", "qwen3_5_vision"},
    .projectorTypes = {"qwen3vl_merger"},
    .defaults = defaultsWithoutDeepRows,
    .readMore = readGridFields,
    .plan = plan,
    .tensors = tensors,
    .projector = projector,
};

} // namespace vision
