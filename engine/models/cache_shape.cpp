#include "engine/models/cache_shape.h"

#include "engine/models/families/families.h"

namespace engine {

PagedCache::Shape cacheShapeOf(const ModelPlan& plan)
{
    PagedCache::Shape shape;
    for (const BlockPlan& block : plan.blocks) {
        const AttentionPlan* attention = block.findAttention();
        shape.layers.push_back(!attention || attention->cacheOfLayer
                ? PagedCache::Layer{}
                : PagedCache::Layer{attention->shape.kvHeads, attention->shape.headDim});
    }
    return shape;
}

PagedCache::Shape cacheShapeOf(const ModelConfig& config)
{
    return cacheShapeOf(makePlan(config));
}

} // namespace engine
