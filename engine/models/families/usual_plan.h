#pragma once

#include "engine/config/model_config.h"
#include "engine/models/families/model_plan.h"

namespace engine {

/// The plan from which families state their differences: equal blocks with RMS norms before
/// attention and MLP, a gated MLP or, if the configuration has them, experts, biases only if
/// attention_bias says so, a rotation of halves over the rotary dimensions, by sections if it has
/// any, in all layers but those that the configuration names, windows in those that it names, and
/// its factors; scores are divided by √headDim if it has none for them. Throws Error{Unsupported}
/// for an unknown activation.
ModelPlan usualPlan(const ModelConfig& config);

/// The same for families whose queries and keys llama.cpp's converter reorders, so that rotated
/// numbers are neighbours in GGUF files.
ModelPlan pairedPlan(const ModelConfig& config);

/// The same with a norm of the queries and keys of each head.
ModelPlan headNormsPlan(const ModelConfig& config);

/// Rotates neighbours instead of halves, in all layers.
void turnNeighbours(ModelPlan& plan);

/// Gives all norms, that of the head too, this kind, and those of the blocks this place.
void setNorms(ModelPlan& plan, NormPlan::Kind kind, NormPlan::Where where);

} // namespace engine
