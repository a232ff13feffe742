#pragma once

#include "engine/config/model_config.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// The plan from which families state their differences: equal blocks with RMS norms before
/// attention and MLP, a gated MLP, biases only if attention_bias says so, one rotation of halves
/// over the rotary dimensions, windows in the layers that the configuration names, and scores
/// divided by √headDim. Throws Error{Unsupported} for an unknown activation.
ModelPlan usualPlan(const ModelConfig& config);

} // namespace engine
