#pragma once

#include "engine/sampling/sampler_settings.h"

namespace engine {

/// Throws Error{BadRequest}, naming the setting, if a setting is NaN, or if it would make a logit
/// NaN or infinite: a bias of +inf, a repetition penalty of 0 or less.
void checkSettings(const SamplerSettings& settings);

} // namespace engine
