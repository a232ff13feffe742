#pragma once

#include "engine/models/families/model_plan.h"

namespace engine {

/// What Gemma 2 and 3 share: norms before and after attention and MLP, whose weights checkpoints
/// store minus one and GGUF files whole, and rows of tokens times the root of their width.
/// `layersOf27B` is the number of layers of the model of 27 billion: GGUF files do not say by what
/// scores are divided, which is the root of hidden / heads for that one and of headDim for others.
ModelPlan gemmaPlan(const ModelConfig& config, int64_t layersOf27B);

} // namespace engine
