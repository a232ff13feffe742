#include "engine/models/cache_shape.h"

#include "engine/models/families/families.h"

#include <variant>

namespace engine {

namespace {

LayerShape layerShapeOf(const AttentionPlan& plan, int64_t /*hidden*/)
{
    if (plan.cacheOfLayer)
        return {};
    return {.kvHeads = plan.shape.kvHeads, .headDim = plan.shape.headDim};
}

LayerShape layerShapeOf(const DeltaNetPlan& plan, int64_t /*hidden*/)
{
    return {.stateInputs = (plan.taps - 1) * plan.mixedColumns(),
        .stateMatrices = plan.shape.stateColumns()};
}

LayerShape layerShapeOf(const ShortConvolutionPlan& plan, int64_t hidden)
{
    return {.stateInputs = (plan.taps - 1) * hidden};
}

} // namespace

PagedCache::Shape cacheShapeOf(const ModelPlan& plan)
{
    PagedCache::Shape shape;
    for (const BlockPlan& block : plan.blocks)
        shape.layers.push_back(std::visit(
            [&](const auto& mixer) { return layerShapeOf(mixer, block.hidden); }, block.mixer));
    return shape;
}

PagedCache::Shape cacheShapeOf(const ModelConfig& config)
{
    return cacheShapeOf(makePlan(config));
}

} // namespace engine
