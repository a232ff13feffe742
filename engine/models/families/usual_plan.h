#pragma once

#include "engine/config/model_config.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// What families are told apart from: equal blocks with RMS norms before attention and MLP, a gated
/// MLP, biases only where attention_bias says so, one rotation of halves over the rotary dimensions,
/// no window, scores over √headDim. Throws Error{Unsupported} for an activation that is not known.
ModelPlan usualPlan(const ModelConfig& config);

} // namespace engine
