#include "base/error.h"
#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

// MiniCPM-V 4.6: a SigLIP tower over an overview and slices of nearly the image's shape. Behind one of
// its blocks 2 × 2 patches become one, and 2 × 2 of those become a row of the prompt by a norm and two
// linear layers.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.patchSize = 16;
    config.imageSize = 224;
    config.layers = 12;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = config.projectorEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.scaleFactor = 4;
    config.innerScale = 2;
    config.innerMergeBlock = 6;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.tileSize = 448;
    config.pixels.maxTiles = 9;
    config.imageToken = "<|image_pad|>";
    return config;
}

void requirePair(const engine::JsonFields& fields, std::string_view key)
{
    const std::vector<int64_t> two{2, 2};
    if (fields.integers(key).value_or(two) != two)
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " has a " + std::string(key)
                + " other than [2, 2], which isn't "
                  "supported");
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    const engine::JsonFields vision = root.object("vision_config");
    config.innerMergeBlock
        = root.integer("insert_layer_id").value_or(vision.integer("insert_layer_id").value_or(6));
    requirePair(root, "merge_kernel_size");
    requirePair(vision, "window_kernel_size");
    if (root.integer("merger_times").value_or(1) != 1
        || root.text("downsample_mode").value_or("16x") != "16x")
        throw base::Error(base::ErrorKind::Unsupported,
            root.source() + " has a merger_times or downsample_mode that isn't supported");
    for (const char* key : {"image_size", "patch_size"}) // which other files or objects say
        root.has(key);
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::Slices;
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.connector.normAfter = "mm.input_norm";
    plan.connector.first = "mm.up";
    plan.connector.last = "mm.down";
    plan.marks = {.kind = MarksPlan::Kind::Slices,
        .before = "<image>",
        .after = "</image>",
        .beforeSlice = "<slice>",
        .afterSlice = "</slice>",
        .beforeNumber = "<image_id>",
        .afterNumber = "</image_id>"};
    plan.normsAfter = true;
    plan.innerMerge = InnerMergePlan{layerNormBlock(config)};
    plan.innerMerge->attention.attention().spans = TowerPlan::windowSpans;
    for (size_t block = 0; block < plan.blocks.size(); ++block)
        if (int64_t(block) > config.innerMergeBlock)
            plan.blocks[block].attention().spans = TowerPlan::innerSpans;
    return plan;
}

} // namespace

const TowerFamily minicpmVFamily{
    .name = "minicpmv4_6",
    .modelTypes = {"minicpmv4_6"},
    .towerTypes = {"minicpmv4_6_vision"},
    .projectorTypes = {"minicpmv4_6"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.post_ln", "post_layernorm"}, {"v.vit_merger.ln1", "vit_merger.layer_norm1"},
        {"v.vit_merger.attn_q", "vit_merger.self_attn.q_proj"},
        {"v.vit_merger.attn_k", "vit_merger.self_attn.k_proj"},
        {"v.vit_merger.attn_v", "vit_merger.self_attn.v_proj"},
        {"v.vit_merger.attn_out", "vit_merger.self_attn.out_proj"},
        {"v.vit_merger.ds_ln", "vit_merger.pre_norm"},
        {"v.vit_merger.ds_ffn_up", "vit_merger.linear_1"},
        {"v.vit_merger.ds_ffn_down", "vit_merger.linear_2"}},
    .projector = {{"mm.input_norm", "merger.mlp.0.pre_norm"}, {"mm.up", "merger.mlp.0.linear_1"},
        {"mm.down", "merger.mlp.0.linear_2"}},
};

} // namespace vision
