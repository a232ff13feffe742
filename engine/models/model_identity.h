#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/files/fingerprint.h"
#include "engine/files/weight_file.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// Identifies a model: made of every field of the configuration that its keys and values depend on
/// (FieldRole::Shapes), of the names, types and shapes of all tensors, and of samples of their
/// bytes, so it takes milliseconds for any size. Two trainings of one model differ in nearly every
/// weight, and so in the samples.
Fingerprint makeIdentity(const ModelConfig& config, const WeightFile& weights);

/// What the cache of a decoder keeps of the past, layer by layer.
PagedCache::Shape makeCacheShape(const ModelPlan& plan);

/// Does the same with the plan of config.family. Throws as makePlan() does.
PagedCache::Shape makeCacheShape(const ModelConfig& config);

} // namespace engine
