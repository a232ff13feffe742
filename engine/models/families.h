#pragma once

#include "engine/config/model_config.h"
#include "engine/models/model_plan.h"

namespace engine {

// What each family is; one file per group of relatives. They throw Error{Unsupported} for a choice
// this version has not, and read nothing but the config.

ModelPlan planLlama(const ModelConfig& config);
ModelPlan planQwen2(const ModelConfig& config);
ModelPlan planQwen3(const ModelConfig& config);

} // namespace engine
