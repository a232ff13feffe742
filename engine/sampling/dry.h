#pragma once

#include "engine/sampling/sampler_settings.h"

#include <map>
#include <span>

namespace engine {

/// DRY, "don't repeat yourself" (p-e-w, text-generation-webui #5677). If the last tokens of `past`
/// have occurred before, a token that followed them there gets the penalty multiplier ·
/// base^(length − allowed length), where `length` is the longest such run. How often the token
/// followed does not matter. The breakers must be ascending. applyDry() subtracts the penalties from
/// the logits.
std::map<TokenId, double> dryPenalties(
    const SamplerSettings& settings, std::span<const TokenId> past);

void applyDry(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past);

} // namespace engine
