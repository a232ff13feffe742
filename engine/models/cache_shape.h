#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// What a decoder's cache keeps of a token, layer by layer. A layer that reads another one's keys
/// and values has none of its own.
PagedCache::Shape cacheShapeOf(const ModelPlan& plan);

/// The same of the plan of config.family. Throws as makePlan() does.
PagedCache::Shape cacheShapeOf(const ModelConfig& config);

} // namespace engine
