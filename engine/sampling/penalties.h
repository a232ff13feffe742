#pragma once

#include "engine/sampling/logits.h"
#include "engine/sampling/sampler_settings.h"

#include <map>
#include <span>

namespace engine {

bool hasPenalties(const SamplerSettings& settings);

/// True if the penalties can make no logit higher.
bool penaltiesOnlyLower(const SamplerSettings& settings);

/// Lowers the logits of the tokens in `past`, which has the oldest first. Repetition and presence
/// count once for each distinct token, with the strength at its newest occurrence; frequency counts
/// for every occurrence.
void applyPenalties(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past);

/// Does the same for some tokens only, each of which occurs once, in any order. Tokens with an id
/// below 0 are ignored.
void applyPenalties(
    std::span<Candidate> some, const SamplerSettings& settings, std::span<const TokenId> past);

void applyBias(std::span<float> logits, const SamplerSettings& settings);

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
