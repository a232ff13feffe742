#include "engine/config/json_fields.h"
#include "kernels/error.h"
#include "vision/towers/towers.h"

#include <cmath>

// Gemma 4: a ViT over pictures scaled to as many rows of the prompt as are allowed. Patches have a
// learned position for their column and one for their row, and turn by both; the mean of each block
// of scaleFactor² patches becomes one row by a norm without weights and a matrix.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.patchSize = 16;
    config.imageSize = 224; // of no picture: what files say, too
    config.layers = 16;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = config.projectorEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.ropeTheta = 100;
    config.scaleFactor = 3;
    config.placesPerAxis = 10240;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.normalizes = false;
    config.pixels.mostRows = 280;
    config.imageToken = "<|image|>";
    return config;
}

void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    const engine::JsonFields vision = root.object("vision_config");
    config.normEpsilon = vision.number("rms_norm_eps").value_or(config.normEpsilon);
    config.projectorEpsilon = config.normEpsilon;
    config.scaleFactor = vision.integer("pooling_kernel_size").value_or(config.scaleFactor);
    config.placesPerAxis = vision.integer("position_embedding_size").value_or(config.placesPerAxis);
    config.standardizes = vision.boolean("standardize").value_or(false);
    if (vision.integer("num_key_value_heads").value_or(config.heads) != config.heads)
        vision.refuse("num_key_value_heads", "as many as num_attention_heads");
    if (vision.boolean("use_clipped_linears").value_or(false))
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            vision.source() + " asks for use_clipped_linears, which cannot be run yet");
}

// Each half of a head turns by itself, the first by the column, the second by the row.
engine::RotaryPlan rotaryPlan(const VisionConfig& config)
{
    engine::RotaryPlan rotary;
    rotary.dims = config.hidden / config.heads;
    rotary.theta = config.ropeTheta;
    rotary.axes = 2;
    const auto pairs = size_t(rotary.dims / 2);
    for (size_t pair = 0; pair < pairs; ++pair)
        rotary.axisOfPair.push_back(pair < pairs / 2 ? 1 : 0);
    rotary.beginsAnew = true;
    rotary.headParts = 2;
    return rotary;
}

void setBlock(engine::BlockPlan& block, const VisionConfig& config)
{
    block.norms.kind = engine::NormPlan::Kind::Rms;
    block.norms.where = engine::NormPlan::Where::Both;
    block.norms.queryAndKey = engine::NormPlan::OfHeads::Each;
    block.norms.ofValues = true;
    block.attention().shape.scale = 1;
    block.attention().rotary = 0;
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = usualTower(config);
    plan.cut = TowerPlan::Cut::MostRows;
    plan.places = TowerPlan::Places::OfAxes;
    plan.connector.merge = ConnectorPlan::Merge::Average;
    plan.connector.scale = std::sqrt(float(config.hidden));
    plan.connector.standardizes = config.standardizes;
    plan.connector.normsWithoutWeight = true;
    plan.connector.norms.kind = plan.norms.kind = engine::NormPlan::Kind::Rms;
    plan.connector.last = "mm.input_projection";
    plan.marks.before = "<|image>";
    plan.marks.after = "<image|>";
    plan.channelsLast = config.layout == engine::FileLayout::HuggingFace;
    plan.centresPixels = true;
    plan.rotary = rotaryPlan(config);
    for (engine::BlockPlan& block : plan.blocks)
        setBlock(block, config);
    return plan;
}

} // namespace

const TowerFamily gemma4Family{
    .name = "gemma4",
    .modelTypes = {"gemma4"},
    .towerTypes = {"gemma4_vision"},
    .projectorTypes = {"gemma4v"},
    .defaults = defaults,
    .readMore = readMore,
    .plan = plan,
    .tensors = {{"v.patch_embd", "patch_embedder.input_proj"},
        {"v.position_embd.weight", "patch_embedder.position_embedding_table"},
        {"v.std_bias", "std_bias"}, {"v.std_scale", "std_scale"},
        {"v.blk.*.ln1", "encoder.layers.*.input_layernorm"},
        {"v.blk.*.attn_post_norm", "encoder.layers.*.post_attention_layernorm"},
        {"v.blk.*.ln2", "encoder.layers.*.pre_feedforward_layernorm"},
        {"v.blk.*.ffn_post_norm", "encoder.layers.*.post_feedforward_layernorm"},
        {"v.blk.*.attn_q", "encoder.layers.*.self_attn.q_proj.linear"},
        {"v.blk.*.attn_k", "encoder.layers.*.self_attn.k_proj.linear"},
        {"v.blk.*.attn_v", "encoder.layers.*.self_attn.v_proj.linear"},
        {"v.blk.*.attn_out", "encoder.layers.*.self_attn.o_proj.linear"},
        {"v.blk.*.attn_q_norm", "encoder.layers.*.self_attn.q_norm"},
        {"v.blk.*.attn_k_norm", "encoder.layers.*.self_attn.k_norm"},
        {"v.blk.*.ffn_gate", "encoder.layers.*.mlp.gate_proj.linear"},
        {"v.blk.*.ffn_up", "encoder.layers.*.mlp.up_proj.linear"},
        {"v.blk.*.ffn_down", "encoder.layers.*.mlp.down_proj.linear"}},
    .optional = {"v.std_bias", "v.std_scale"},
    .projector = {{"mm.input_projection", "embed_vision.embedding_projection"}},
};

} // namespace vision
