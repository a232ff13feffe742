#pragma once

#include "engine/sampling/sampler_settings.h"

#include <map>
#include <span>

namespace engine {

/// DRY ("don't repeat yourself", p-e-w): where the last tokens of `past` have occurred before, the
/// token that followed them then gets multiplier · base^(length − allowed length), by the longest
/// such run before it. How often it followed does not matter.
std::map<TokenId, double> dryPenalties(
    const SamplerSettings& settings, std::span<const TokenId> past);

void applyDry(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past);

} // namespace engine
