#include "engine/config/json_fields.h"
#include "vision/towers/grid_towers.h"

#include <algorithm>
#include <string>
#include <vector>

// Muse Glimmer: a ViT over grids of any size whose patches turn by column and row, and see only
// windows in most blocks; three layers make a row of the prompt of scaleFactor² patches.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config = gridDefaults();
    config.imageSize = 32 * 14;
    config.layers = 50;
    config.hidden = 1536;
    config.heads = 16;
    config.feedForward = 8960;
    config.normEpsilon = 1e-5;
    config.activation = kernels::Activation::GeluErf;
    config.pixels.resampling = Resampling::Lanczos;
    config.pixels.mean = config.pixels.deviation = {0.5, 0.5, 0.5};
    config.pixels.maxRows = 4096;
    config.imageToken = "<|patch|>";
    return config;
}

// The file may list them; otherwise every fourth layer and the last one see everything.
std::vector<int64_t> fullBlocks(const VisionConfig& config, const engine::JsonFields& vision)
{
    const auto types = vision.texts("layer_types");
    const int64_t layers = std::clamp<int64_t>(config.layers, 0, 1000);
    if (types && int64_t(types->size()) != layers)
        vision.refuse("layer_types", "one for each layer");
    std::vector<int64_t> full;
    for (int64_t layer = 0; layer < layers; ++layer) {
        const std::string type = types                    ? (*types)[size_t(layer)]
            : (layer + 1) % 4 == 0 || layer + 1 == layers ? "full_attention"
                                                          : "window_attention";
        if (type != "full_attention" && type != "window_attention")
            vision.refuse("layer_types", "\"full_attention\" or \"window_attention\"");
        if (type == "full_attention")
            full.push_back(layer);
    }
    return full;
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    const engine::JsonFields vision = root.object("vision_config");
    config.scaleFactor = vision.integer("merge_size").value_or(config.scaleFactor);
    config.framesPerPatch = vision.integer("patch_temporal").value_or(config.framesPerPatch);
    const int64_t side = vision.integer("pos_emb_height").value_or(32);
    if (side < 1 || side > 512 || config.patchSize > 8192
        || vision.integer("pos_emb_width").value_or(side) != side)
        vision.refuse("pos_emb_height", "the side of a square up to 512");
    config.imageSize = config.windowSide = side * config.patchSize;
    config.fullBlocks = fullBlocks(config, vision);
    config.projectorEpsilon = root.glance("text_config").number("rms_norm_eps").value_or(1e-5);
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = gridPlan(config, turnedBlock(config));
    plan.cut = TowerPlan::Cut::NearestShape;
    plan.connector.merging = "mm.0";
    plan.connector.activatesMerging = true;
    plan.connector.first = "mm.1";
    plan.connector.last = "mm.2";
    plan.connector.endEpsilon = float(config.projectorEpsilon);
    plan.marks.before = "<|image_start|>";
    plan.marks.after = "<|image_end|>";
    plan.framesFirst = true;
    plan.learnsPositions = plan.exchangesSides = true;
    plan.positions = TowerPlan::Positions::BilinearZeros;
    plan.normsBefore = true;
    plan.rowsHavePositions = false;
    for (int& axis : plan.rotary->axisOfPair)
        axis = 1 - axis;
    return plan;
}

} // namespace

const TowerFamily museGlimmerFamily{
    .name = "muse_glimmer",
    .modelTypes = {"muse_glimmer"},
    .towerTypes = {"muse_glimmer_vision"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.patch_embd", "patch_embedder.patch_embedding"},
        {"v.position_embd", "patch_embedder.position_embedding_table"}, {"v.pre_ln", "ln_pre"},
        {"v.post_ln", "ln_post"}, {"v.blk.*.ln1", "layers.*.norm1"},
        {"v.blk.*.ln2", "layers.*.norm2"}, {"v.blk.*.attn_q", "layers.*.attn.q_proj"},
        {"v.blk.*.attn_k", "layers.*.attn.k_proj"}, {"v.blk.*.attn_v", "layers.*.attn.v_proj"},
        {"v.blk.*.attn_out", "layers.*.attn.proj"}, {"v.blk.*.ffn_up", "layers.*.mlp.fc1"},
        {"v.blk.*.ffn_down", "layers.*.mlp.fc2"}},
    .projector = {{"mm.0", "vision_adapter.fc1"}, {"mm.1", "vision_adapter.fc2"},
        {"mm.2", "vision_projection"}},
};

} // namespace vision
