#pragma once

#include "engine/sampling/sampler_settings.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// Reads settings from a JSON object with the keys "temperature", "top_k", "top_p", "min_p", "rep"
/// (repetition penalty), "pres", "freq", "rep_range", "decay", "banned", "bias", "dry_multiplier",
/// "dry_base", "dry_allowed_length", "dry_max_ngram", "dry_range", "dry_breakers",
/// "smoothing_factor", "top_a", "tfs", "typical", "mirostat", "mirostat_tau", "mirostat_eta",
/// "mirostat_mu" (also switches mirostat on), "temperature_last", "min_temp", "max_temp",
/// "temp_exponent", "xtc_probability", "xtc_threshold", "xtc_protected", "xtc_fires" (true:
/// probability 1) and "skew". Stages whose keys are absent are off. Throws Error{Unsupported} for
/// an unknown key and Error{BadRequest} for a value out of range, naming the key.
SamplerSettings readSamplerSettings(const nlohmann::json& object);

} // namespace engine
