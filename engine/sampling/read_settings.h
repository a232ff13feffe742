#pragma once

#include "engine/sampling/sampler_settings.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// Settings from an object of "temperature", "top_k", "top_p" and "min_p"; what is not named is
/// off. Throws Error{Unsupported} naming a key that this version does not know, Error{BadRequest}
/// naming one whose value is out of range.
SamplerSettings readSamplerSettings(const nlohmann::json& object);

} // namespace engine
