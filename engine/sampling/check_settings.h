#pragma once

#include "engine/sampling/sampler_settings.h"

namespace engine {

/// Throws Error{BadRequest} naming a setting that is no number, or one that makes logits no
/// numbers: a bias of +inf, a repetition penalty of 0 or less.
void checkSettings(const SamplerSettings& settings);

} // namespace engine
