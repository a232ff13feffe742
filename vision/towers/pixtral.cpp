#include "engine/config/json_fields.h"
#include "vision/towers/towers.h"

// Pixtral (arXiv:2410.07073) and the towers of Mistral Small 3: a ViT over images of any size whose
// patches turn by row and column. Every line of an image ends with a token of its own.
namespace vision {

namespace {

VisionConfig defaults()
{
    VisionConfig config;
    config.imageSize = 1024;
    config.patchSize = 16;
    config.layers = 24;
    config.hidden = 1024;
    config.heads = 16;
    config.feedForward = 4096;
    config.normEpsilon = 1e-5;
    config.activation = kernels::Activation::GeluErf;
    config.ropeTheta = 10000;
    config.pixels.resampling = Resampling::Bicubic;
    config.pixels.mean = {0.48145466, 0.4578275, 0.40821073};
    config.pixels.deviation = {0.26862954, 0.26130258, 0.27577711};
    config.pixels.longestEdge = 1024;
    config.imageToken = "[IMG]";
    return config;
}

VisionConfig mistral3Defaults()
{
    VisionConfig config = defaults();
    config.patchSize = 14;
    config.imageSize = config.pixels.longestEdge = 1540;
    config.scaleFactor = 2;
    return config;
}

// The first half of the pairs turns by the row, the second by the column; the frequencies of all
// pairs are dealt to the two in turn.
engine::RotaryPlan rotaryPlan(const VisionConfig& config)
{
    engine::RotaryPlan rotary;
    rotary.style = config.layout == engine::FileLayout::Gguf ? kernels::RotaryStyle::Pairs
                                                             : kernels::RotaryStyle::Halves;
    rotary.dims = config.hidden / config.heads;
    rotary.theta = config.ropeTheta;
    rotary.axes = 2;
    const auto pairs = size_t(rotary.dims / 2);
    for (size_t pair = 0; pair < pairs; ++pair)
        rotary.axisOfPair.push_back(pair < (pairs + 1) / 2 ? 0 : 1);
    rotary.takesTurns = true;
    return rotary;
}

TowerPlan plan(const VisionConfig& config)
{
    TowerPlan plan = defaultTower(config);
    plan.cut = TowerPlan::Cut::LongestEdge;
    plan.connector.first = "mm.1";
    plan.connector.last = "mm.2";
    plan.connector.norms.kind = plan.norms.kind = engine::NormPlan::Kind::Rms;
    plan.marks.betweenLines = "[IMG_BREAK]";
    plan.marks.after = "[IMG_END]";
    plan.learnsPositions = false;
    plan.rotary = rotaryPlan(config);
    plan.normsBefore = true;
    for (engine::BlockPlan& block : plan.blocks) {
        block.norms.kind = engine::NormPlan::Kind::Rms;
        block.attention().rotary = 0;
        block.attention().pairedHeads = config.layout == engine::FileLayout::Gguf;
        block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/true};
    }
    return plan;
}

TowerPlan mistral3Plan(const VisionConfig& config)
{
    TowerPlan plan = vision::plan(config);
    plan.connector.merge = ConnectorPlan::Merge::SideBySide;
    plan.connector.normBefore = "mm.input_norm";
    plan.connector.merging = "mm.patch_merger";
    return plan;
}

// LightOnOCR: the lines of an image follow each other without marks.
TowerPlan lightonOcrPlan(const VisionConfig& config)
{
    TowerPlan plan = mistral3Plan(config);
    plan.marks = {};
    return plan;
}

VisionConfig lightonOcrDefaults()
{
    VisionConfig config = mistral3Defaults();
    config.activation = kernels::Activation::Silu;
    config.imageToken = "<|image_pad|>";
    return config;
}

// Its norms are those of the decoder.
void readMore(VisionConfig& config, const engine::JsonFields& root)
{
    config.scaleFactor = root.integer("spatial_merge_size").value_or(config.scaleFactor);
    config.projectorEpsilon
        = root.glance("text_config").number("rms_norm_eps").value_or(config.projectorEpsilon);
}

const std::initializer_list<engine::TensorName> tensors = {{"v.patch_embd", "patch_conv"},
    {"v.pre_ln", "ln_pre"}, {"v.blk.*.ln1", "transformer.layers.*.attention_norm"},
    {"v.blk.*.ln2", "transformer.layers.*.ffn_norm"},
    {"v.blk.*.attn_q", "transformer.layers.*.attention.q_proj"},
    {"v.blk.*.attn_k", "transformer.layers.*.attention.k_proj"},
    {"v.blk.*.attn_v", "transformer.layers.*.attention.v_proj"},
    {"v.blk.*.attn_out", "transformer.layers.*.attention.o_proj"},
    {"v.blk.*.ffn_gate", "transformer.layers.*.feed_forward.gate_proj"},
    {"v.blk.*.ffn_up", "transformer.layers.*.feed_forward.up_proj"},
    {"v.blk.*.ffn_down", "transformer.layers.*.feed_forward.down_proj"}};

} // namespace

const TowerFamily pixtralFamily{
    .name = "pixtral",
    .modelTypes = {"llava"},
    .towerTypes = {"pixtral"},
    .projectorTypes = {"pixtral"},
    .defaults = defaults,
    .plan = plan,
    .tensors = tensors,
    .projector
    = {{"mm.1", "multi_modal_projector.linear_1"}, {"mm.2", "multi_modal_projector.linear_2"}},
};

const TowerFamily lightonOcrFamily{
    .name = "lighton_ocr",
    .modelTypes = {"lighton_ocr"},
    .towerTypes = {"pixtral"},
    .projectorTypes = {"lightonocr"},
    .defaults = lightonOcrDefaults,
    .readMore = readMore,
    .plan = lightonOcrPlan,
    .tensors = tensors,
    .projector = {{"mm.input_norm", "vision_projection.norm"},
        {"mm.patch_merger", "vision_projection.patch_merger.merging_layer"},
        {"mm.1", "vision_projection.linear_1"}, {"mm.2", "vision_projection.linear_2"}},
};

const TowerFamily mistral3Family{
    .name = "mistral3",
    .modelTypes = {"mistral3"},
    .towerTypes = {"pixtral"},
    .projectorTypes = {"pixtral"},
    .ggufMark = "mm.patch_merger.weight",
    .defaults = mistral3Defaults,
    .readMore = readMore,
    .plan = mistral3Plan,
    .tensors = tensors,
    .projector = {{"mm.input_norm", "multi_modal_projector.norm"},
        {"mm.patch_merger", "multi_modal_projector.patch_merger.merging_layer"},
        {"mm.1", "multi_modal_projector.linear_1"}, {"mm.2", "multi_modal_projector.linear_2"}},
};

} // namespace vision
