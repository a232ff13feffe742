#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// What the cache of a decoder keeps of the past, layer by layer.
PagedCache::Shape cacheShapeOf(const ModelPlan& plan);

/// Does the same with the plan of config.family. Throws as makePlan() does.
PagedCache::Shape cacheShapeOf(const ModelConfig& config);

} // namespace engine
