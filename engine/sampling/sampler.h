#pragma once

#include "engine/sampling/mirostat.h"
#include "engine/sampling/random.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/text/token.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Candidates;

/// Chooses the next tokens of one job: its settings, the state of its random numbers and of
/// mirostat. Stages run in the order penalties, banned tokens, bias, DRY, softmax with temperature
/// and smoothing, top-k, top-p, top-a, min-p, tail-free, typical, mirostat, late or dynamic
/// temperature, XTC, pick; all by their published definitions. Belongs to one thread.
class Sampler {
public:
    Sampler(const SamplerSettings& settings, uint64_t seed);

    /// The next token. `logits` has one number per token of the vocabulary; −inf excludes one, and
    /// `banned` (any order) excludes more. `past` holds the ids of prompt and answer, oldest first,
    /// for penalties and DRY; rows of pictures have no logit to lower. Draws exactly one random
    /// number whatever the settings, so the same seed gives the same tokens on any machine. Throws
    /// Error{BadRequest} if nothing is left to choose from, Error{DeviceLost} if the model produced
    /// NaN or +inf.
    TokenId sample(std::span<const float> logits, std::span<const TokenId> banned = {},
        std::span<const TokenId> past = {});

    /// What is left after one stage, most likely first, ties by id. Before softmax: what the logits
    /// would give at temperature 1. After XTC: what to expect before its coin is thrown.
    struct Step {
        std::string stage; ///< "penalties", "banned", "bias", "DRY", "softmax", "top_k", "top_p",
                           ///< "top_a", "min_p", "tfs", "typical", "mirostat", "temperature_last",
                           ///< "dynamic temperature", "XTC"
        std::vector<TokenId> ids;
        std::vector<double> probabilities; ///< add up to 1
    };

    /// How `sample` narrows its choice, stage by stage; draws nothing. Stages that are off are left
    /// out, but for softmax.
    std::vector<Step> distribution(std::span<const float> logits,
        std::span<const TokenId> banned = {}, std::span<const TokenId> past = {}) const;

    const SamplerSettings& settings() const { return m_settings; }

private:
    TokenId choose(Candidates& candidates, double position);

    SamplerSettings m_settings;
    Random m_random;
    Mirostat m_mirostat;
};

} // namespace engine
