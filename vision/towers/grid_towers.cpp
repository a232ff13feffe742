#include "vision/towers/grid_towers.h"

#include "base/error.h"
#include "engine/config/json_fields.h"

#include <algorithm>

namespace vision {

using engine::JsonFields;

namespace {

// The first half of the pairs of a head turns by the row, the second by the column.
engine::RotaryPlan byRowAndColumn(int64_t headDim)
{
    const int64_t pairs = headDim / 2;
    engine::RotaryPlan rotary;
    rotary.dims = headDim;
    rotary.axes = 2;
    rotary.beginsAnew = true;
    for (int64_t pair = 0; pair < pairs; ++pair)
        rotary.axisOfPair.push_back(pair < pairs / 2 ? 0 : 1);
    return rotary;
}

// Sides of a square, of which files name the area.
int64_t gridSide(const JsonFields& fields, std::string_view key, int64_t area)
{
    int64_t side = 0;
    while (side < 512 && side * side < area)
        ++side;
    if (side * side != area)
        fields.refuse(key, "the square of a number up to 512");
    return side;
}

void requireEqual(const JsonFields& fields, std::string_view key, int64_t expected)
{
    if (fields.integer(key).value_or(expected) != expected)
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " gives its vision encoder a different " + std::string(key) + " than "
                + std::to_string(expected) + ", which isn't supported");
}

void requireDefaultTurns(const JsonFields& vision)
{
    const JsonFields rope = vision.object("rope_parameters");
    const std::string type = rope.text("rope_type").value_or("axial");
    if (rope.number("rope_theta").value_or(10000) != 10000
        || (type != "axial" && type != "default"))
        throw base::Error(base::ErrorKind::Unsupported,
            vision.source() + " uses unsupported rope_parameters in its vision encoder");
}

} // namespace

VisionConfig gridDefaults()
{
    VisionConfig config;
    config.imageSize = 560;
    config.patchSize = 14;
    config.framesPerPatch = 2;
    config.scaleFactor = 2;
    config.normEpsilon = 1e-6;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.mean = {0.48145466, 0.4578275, 0.40821073};
    config.pixels.deviation = {0.26862954, 0.26130258, 0.27577711};
    config.pixels.minPixels = 56 * 56;
    config.pixels.maxPixels = 28 * 28 * 1280;
    config.imageToken = "<|image_pad|>";
    return config;
}

TowerPlan gridPlan(const VisionConfig& config, engine::BlockPlan block)
{
    TowerPlan plan;
    plan.cut = TowerPlan::Cut::Grid;
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.connector.first = "mm.0";
    plan.connector.last = "mm.2";
    plan.marks.before = "<|vision_start|>";
    plan.marks.after = "<|vision_end|>";
    plan.learnsPositions = false;
    plan.rotary = byRowAndColumn(block.attention().shape.headDim);
    plan.rowsHavePositions = true;
    plan.normsAfter = true;
    plan.norms = block.norms;
    for (int64_t index = 0; index < config.blocks; ++index) {
        const bool seesAll
            = config.windowSide == 0 || std::ranges::count(config.fullBlocks, index) > 0;
        block.attention().spans = seesAll ? 0 : 1;
        plan.blocks.push_back(block);
    }
    return plan;
}

engine::BlockPlan turnedBlock(const VisionConfig& config)
{
    engine::BlockPlan block = layerNormBlock(config);
    block.attention().rotary = 0;
    return block;
}

void readGridFields(VisionConfig& config, const JsonFields& root)
{
    const JsonFields vision = root.object("vision_config");
    config.layers = vision.integer("depth").value_or(config.layers);
    config.heads = vision.integer("num_heads").value_or(config.heads);
    config.scaleFactor = vision.integer("spatial_merge_size").value_or(config.scaleFactor);
    config.framesPerPatch = vision.integer("temporal_patch_size").value_or(config.framesPerPatch);
    config.windowSide = vision.integer("window_size").value_or(config.windowSide);
    config.fullBlocks = vision.integers("fullatt_block_indexes").value_or(config.fullBlocks);
    config.deepBlocks = vision.integers("deepstack_visual_indexes").value_or(config.deepBlocks);
    if (const auto positions = vision.integer("num_position_embeddings"))
        config.imageSize
            = config.patchSize * gridSide(vision, "num_position_embeddings", *positions);
    requireEqual(vision, "in_channels", 3);
    requireEqual(vision, "in_chans", 3);
    requireEqual(vision, "spatial_patch_size", config.patchSize);
    requireDefaultTurns(vision);
}

} // namespace vision
