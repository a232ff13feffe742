#include "vision/towers/towers.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

using engine::TensorName;

// The prefixes under which checkpoints store their vision tower and projector.
constexpr std::string_view towerPrefixes[] = {"model.vision_model.", "vision_tower.vision_model.",
    "model.vision_tower.vision_model.", "model.vision_tower.", "vision_tower.", "vision_model.",
    "model.visual.", "visual.", "visual.vision_model.", "model.visual.vision_model.",
    "model.vision_encoder.", "vision_encoder.", "model.vision_embedder.", "vision_embedder."};
constexpr std::string_view projectorPrefixes[] = {"model.", "", "model.visual.", "visual."};

// What all towers have; each family has more.
constexpr TensorName towerRows[] = {
    {"v.patch_embd", "embeddings.patch_embedding"},
    {"v.position_embd", "embeddings.position_embedding"},
    {"v.blk.*.ln1", "encoder.layers.*.layer_norm1"},
    {"v.blk.*.ln2", "encoder.layers.*.layer_norm2"},
    {"v.blk.*.attn_q", "encoder.layers.*.self_attn.q_proj"},
    {"v.blk.*.attn_k", "encoder.layers.*.self_attn.k_proj"},
    {"v.blk.*.attn_v", "encoder.layers.*.self_attn.v_proj"},
    {"v.blk.*.attn_out", "encoder.layers.*.self_attn.out_proj"},
    {"v.blk.*.ffn_up", "encoder.layers.*.mlp.fc1"},
    {"v.blk.*.ffn_down", "encoder.layers.*.mlp.fc2"},
};

bool holds(std::initializer_list<std::string_view> names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

template <typename Condition>
const TowerFamily* firstWhere(Condition condition)
{
    for (const TowerFamily* family : towerTable)
        if (condition(*family))
            return family;
    return nullptr;
}

} // namespace

const TowerFamily* towerFamily(std::string_view name)
{
    return firstWhere([&](const TowerFamily& family) { return name == family.name; });
}

const TowerFamily* towerFamilyOfModelType(std::string_view modelType, std::string_view towerType)
{
    return firstWhere([&](const TowerFamily& family) {
        return holds(family.modelTypes, modelType)
            && (towerType.empty() || holds(family.towerTypes, towerType));
    });
}

const TowerFamily* towerFamilyOfProjector(
    std::string_view projectorType, const engine::WeightFile& file)
{
    return firstWhere([&](const TowerFamily& family) {
        return holds(family.projectorTypes, projectorType)
            && (family.ggufMark.empty() || file.find(family.ggufMark));
    });
}

engine::TensorNames towerTensorNames(const TowerFamily& family)
{
    return {{towerPrefixes, family.tensors}, {towerPrefixes, towerRows},
        {projectorPrefixes, family.projector}};
}

bool readsSquares(TowerPlan::Cut cut)
{
    using Cut = TowerPlan::Cut;
    return cut == Cut::Tiles || cut == Cut::BestTiles || cut == Cut::TileGrids || cut == Cut::Middle
        || cut == Cut::Square;
}

TowerPlan towerPlan(const VisionConfig& config)
{
    const TowerFamily* family = towerFamily(config.family);
    if (!family)
        throw base::Error(base::ErrorKind::Unsupported,
            "the vision encoder family \"" + config.family + "\" isn't supported");
    return family->plan(config);
}

TowerPlan defaultTower(const VisionConfig& config)
{
    TowerPlan plan;
    plan.norms.kind = engine::NormPlan::Kind::Layer;
    plan.norms.epsilon = float(config.normEpsilon);
    plan.connector.norms = plan.norms;
    plan.connector.norms.epsilon = float(config.projectorEpsilon);
    plan.blocks.assign(size_t(config.blocks), layerNormBlock(config));
    return plan;
}

engine::BlockPlan layerNormBlock(const VisionConfig& config)
{
    engine::BlockPlan block;
    block.hidden = config.hidden;
    block.norms.kind = engine::NormPlan::Kind::Layer;
    block.norms.epsilon = float(config.normEpsilon);
    kernels::AttentionShape& shape = block.attention().shape;
    shape.heads = shape.kvHeads = int(config.heads);
    shape.headDim = int(config.hidden / config.heads);
    shape.scale = 1 / std::sqrt(float(shape.headDim));
    block.attention().over = engine::AttentionPlan::Over::Spans;
    block.attention().rotary.reset();
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/false};
    return block;
}

} // namespace vision
