#pragma once

#include "engine/config/model_config.h"
#include "engine/models/model_plan.h"

#include <span>
#include <string>
#include <string_view>

namespace engine {

/// A family of decoders this version can run.
struct Architecture {
    std::string_view family; ///< ModelConfig::family
    ModelPlan (*plan)(const ModelConfig&);
};

/// All of them.
std::span<const Architecture> architectures();

bool isKnownFamily(std::string_view family);

/// For sentences: "llama, qwen2, qwen3".
std::string knownFamilies();

/// The plan of config.family. Throws Error{Unsupported} naming it if there is none.
ModelPlan makePlan(const ModelConfig& config);

} // namespace engine
