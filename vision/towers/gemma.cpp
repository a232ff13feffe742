#include "base/error.h"
#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

#include <cmath>

// Gemma 3: a SigLIP tower over the image scaled to a square; the mean of each block of scaleFactor²
// patches becomes one row by a norm and a matrix.

namespace vision {

namespace {

VisionConfig gemma3Defaults()
{
    VisionConfig config;
    config.imageSize = 224;
    config.patchSize = 16;
    config.layers = 12;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.projectorEpsilon = 1e-6;
    config.scaleFactor = 4;
    config.pixels.resampling = Resampling::Bilinear;
    config.pixels.resizeWidth = config.pixels.resizeHeight = 224;
    config.imageToken = "<image_soft_token>";
    config.placeholder = "<start_of_image>";
    return config;
}

// The rows of an image are a square.
void readMoreOfGemma3(VisionConfig& config, const engine::JsonFields& root)
{
    const int64_t rows = root.integer("mm_tokens_per_image").value_or(256);
    const int64_t side = rows > 0 ? std::llround(std::sqrt(double(rows))) : 0;
    if (side * side != rows || side == 0 || config.patchSize < 1)
        root.refuse("mm_tokens_per_image", "the square of a number");
    config.scaleFactor = config.patchesPerSide() / side;
}

TowerPlan gemma3Plan(const VisionConfig& config)
{
    const bool isGguf = config.layout == engine::FileLayout::Gguf;
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::Square;
    plan.connector.merge = ConnectorPlan::Merge::Average;
    plan.connector.normAfter = "mm.soft_emb_norm";
    plan.connector.norms.kind
        = isGguf ? engine::NormPlan::Kind::Rms : engine::NormPlan::Kind::RmsPlusOne;
    plan.connector.last = "mm.input_projection";
    plan.connector.isTransposed = true;
    plan.marks.before = "\n\n<start_of_image>";
    plan.marks.after = "<end_of_image>\n\n";
    plan.normsAfter = true;
    return plan;
}

} // namespace

const TowerFamily gemma3Family{
    .name = "gemma3",
    .modelTypes = {"gemma3"},
    .towerTypes = {"siglip_vision_model"},
    .projectorTypes = {"gemma3"},
    .defaults = gemma3Defaults,
    .readMore = readMoreOfGemma3,
    .plan = gemma3Plan,
    .tensors = {{"v.post_ln", "post_layernorm"}},
    .projector = {{"mm.soft_emb_norm", "multi_modal_projector.mm_soft_emb_norm"},
        {"mm.input_projection.weight", "multi_modal_projector.mm_input_projection_weight"}},
};

} // namespace vision

// Gemma 4: a ViT over images scaled to as many rows of the prompt as are allowed. Patches have a
// learned position for their column and one for their row, and turn by both; the mean of each block
// of scaleFactor² patches becomes one row by a norm without weights and a matrix.

namespace vision {

namespace {

VisionConfig gemma4Defaults()
{
    VisionConfig config;
    config.patchSize = 16;
    config.imageSize = 224; // of no image: what files say, too
    config.layers = 16;
    config.hidden = 768;
    config.heads = 12;
    config.feedForward = 3072;
    config.normEpsilon = config.projectorEpsilon = 1e-6;
    config.activation = kernels::Activation::GeluTanh;
    config.ropeTheta = 100;
    config.scaleFactor = 3;
    config.positionsPerAxis = 10240;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.normalizes = false;
    config.pixels.maxRows = 280;
    config.imageToken = "<|image|>";
    return config;
}

void readMoreOfGemma4(VisionConfig& config, const engine::JsonFields& root)
{
    const engine::JsonFields vision = root.object("vision_config");
    config.normEpsilon = vision.number("rms_norm_eps").value_or(config.normEpsilon);
    config.projectorEpsilon = config.normEpsilon;
    config.scaleFactor = vision.integer("pooling_kernel_size").value_or(config.scaleFactor);
    config.positionsPerAxis
        = vision.integer("position_embedding_size").value_or(config.positionsPerAxis);
    config.standardizes = vision.boolean("standardize").value_or(false);
    if (vision.integer("num_key_value_heads").value_or(config.heads) != config.heads)
        vision.refuse("num_key_value_heads", "as many as num_attention_heads");
    if (vision.boolean("use_clipped_linears").value_or(false))
        throw base::Error(base::ErrorKind::Unsupported,
            vision.source() + " uses use_clipped_linears, which isn't supported");
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

TowerPlan gemma4Plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::MaxRows;
    plan.positions = TowerPlan::Positions::OfAxes;
    plan.connector.merge = ConnectorPlan::Merge::Average;
    plan.connector.scale = std::sqrt(float(config.hidden));
    plan.connector.standardizes = config.standardizes;
    plan.connector.normsWithoutWeight = true;
    plan.connector.norms.kind = plan.norms.kind = engine::NormPlan::Kind::Rms;
    plan.connector.last = "mm.input_projection";
    plan.marks.before = "<|image>";
    plan.marks.after = "<image|>";
    plan.channelsLast = config.layout == engine::FileLayout::HuggingFace;
    plan.centersPixels = true;
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
    .defaults = gemma4Defaults,
    .readMore = readMoreOfGemma4,
    .plan = gemma4Plan,
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

// Gemma 4 unified: no encoder. A block of pixels becomes a row by a matrix between norms, the learned
// positions of its column and its row, and the projector of Gemma 4.

namespace vision {

namespace {

VisionConfig gemma4UnifiedDefaults()
{
    VisionConfig config = gemma4Defaults();
    config.patchSize = config.imageSize = 16 * 3;
    config.layers = 0;
    config.hidden = 3840;
    config.heads = config.feedForward = 1; // of no block
    config.normEpsilon = 1e-5;
    config.projectorEpsilon = 1e-6;
    config.scaleFactor = 1;
    config.positionsPerAxis = 1120;
    return config;
}

// The blocks of pixels are its patches.
void readMoreOfGemma4Unified(VisionConfig& config, const engine::JsonFields& root)
{
    const engine::JsonFields vision = root.object("vision_config");
    const int64_t side = vision.integer("patch_size").value_or(16);
    const int64_t joined = vision.integer("pooling_kernel_size").value_or(3);
    if (side < 1 || side > 8192 || joined < 1 || joined > 64)
        vision.refuse("patch_size", "a side of reasonable size with its pooling_kernel_size");
    config.patchSize = config.imageSize = side * joined;
    config.hidden = vision.integer("mm_embed_dim").value_or(config.hidden);
    config.positionsPerAxis = vision.integer("mm_posemb_size").value_or(config.positionsPerAxis);
    config.projectorEpsilon = vision.number("rms_norm_eps").value_or(config.projectorEpsilon);
    vision.has("output_proj_dims"); // the shapes of tensors say it
}

TowerPlan gemma4UnifiedPlan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::MaxRows;
    plan.positions = TowerPlan::Positions::OfAxes;
    plan.positionsTakeTurns = config.layout == engine::FileLayout::HuggingFace;
    plan.connector.normsWithoutWeight = true;
    plan.connector.norms.kind = engine::NormPlan::Kind::Rms;
    plan.connector.last = "mm.input_projection";
    plan.marks.before = "<|image>";
    plan.marks.after = "<image|>";
    plan.channelsLast = config.layout == engine::FileLayout::HuggingFace;
    plan.normsPixels = plan.normsPatches = plan.normsBefore = true;
    return plan;
}

} // namespace

const TowerFamily gemma4UnifiedFamily{
    .name = "gemma4_unified",
    .modelTypes = {"gemma4_unified"},
    .towerTypes = {"gemma4_unified_vision"},
    .projectorTypes = {"gemma4uv"},
    .defaults = gemma4UnifiedDefaults,
    .readMore = readMoreOfGemma4Unified,
    .plan = gemma4UnifiedPlan,
    .tensors
    = {{"v.patch_norm", "patch_ln1"}, {"v.patch_embd", "patch_dense"}, {"v.norm_embd", "patch_ln2"},
        {"v.position_embd.weight", "pos_embedding"}, {"v.pre_ln", "pos_norm"}},
    .projector = {{"mm.input_projection", "embed_vision.embedding_projection"}},
    .ggufTensors = {{"v.patch_norm", "v.patch_norm.1"}, {"v.norm_embd", "v.patch_norm.2"},
        {"v.pre_ln", "v.patch_norm.3"}},
};

} // namespace vision
