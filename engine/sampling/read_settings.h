#pragma once

#include "engine/sampling/sampler_settings.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// Settings from an object of "temperature", "top_k", "top_p", "min_p", "rep" (repetition penalty),
/// "pres", "freq", "rep_range", "decay", "banned", "bias", "dry_multiplier", "dry_base",
/// "dry_allowed_length", "dry_max_ngram", "dry_range", "dry_breakers", "smoothing_factor", "top_a",
/// "tfs", "typical", "mirostat", "mirostat_tau", "mirostat_eta", "mirostat_mu" (turns it on),
/// "temperature_last", "min_temp", "max_temp", "temp_exponent", "xtc_probability", "xtc_threshold",
/// "xtc_protected", "xtc_fires" (true: probability 1) and "skew"; what is not named is off. Throws
/// Error{Unsupported} naming a key that this version does not know, Error{BadRequest} naming one
/// whose value is out of range.
SamplerSettings readSamplerSettings(const nlohmann::json& object);

} // namespace engine
