#include "vision/towers/towers.h"

#include "kernels/error.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vision {

namespace {

bool holds(std::span<const std::string_view> names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

template <typename Condition>
const TowerFamily* firstWhere(Condition condition)
{
    for (const TowerFamily& family : towerFamilies())
        if (condition(family))
            return &family;
    return nullptr;
}

} // namespace

std::span<const TowerFamily> towerFamilies()
{
    static const std::array table = {idefics3Family, llavaFamily};
    return table;
}

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

const TowerFamily* towerFamilyOfProjector(std::string_view projectorType)
{
    return firstWhere(
        [&](const TowerFamily& family) { return holds(family.projectorTypes, projectorType); });
}

TowerPlan towerPlan(const VisionConfig& config)
{
    const TowerFamily* family = towerFamily(config.family);
    if (!family)
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "vision towers of the family \"" + config.family + "\" cannot be run yet");
    TowerPlan plan = family->plan();
    const engine::BlockPlan block = layerNormBlock(config);
    plan.norms = block.norms;
    plan.blocks.assign(size_t(config.blocks), block);
    return plan;
}

engine::BlockPlan layerNormBlock(const VisionConfig& config)
{
    engine::BlockPlan block;
    block.hidden = config.hidden;
    block.norms.kind = engine::NormPlan::Kind::Layer;
    block.norms.epsilon = float(config.normEpsilon);
    kernels::AttentionShape& shape = block.attention.shape;
    shape.heads = shape.kvHeads = int(config.heads);
    shape.headDim = int(config.hidden / config.heads);
    shape.scale = 1 / std::sqrt(float(shape.headDim));
    block.attention.over = engine::AttentionPlan::Over::Spans;
    block.attention.rotary.reset();
    block.mlp = engine::DensePlan{config.feedForward, config.activation, /*isGated=*/false};
    return block;
}

} // namespace vision
