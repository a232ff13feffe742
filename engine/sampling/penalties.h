#pragma once

#include "engine/sampling/candidate.h"
#include "engine/sampling/sampler_settings.h"

#include <span>

namespace engine {

bool hasPenalties(const SamplerSettings& settings);

/// No logit becomes higher by the penalties.
bool penaltiesOnlyLower(const SamplerSettings& settings);

/// Lowers the logits of the tokens in `past`, oldest first: repetition and presence once for each
/// distinct token, with the strength at its newest occurrence; frequency for every occurrence.
void applyPenalties(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past);

/// The same for some tokens, each once and in any order. Ids below 0 are nothing.
void applyPenalties(
    std::span<Candidate> some, const SamplerSettings& settings, std::span<const TokenId> past);

void applyBias(std::span<float> logits, const SamplerSettings& settings);

} // namespace engine
