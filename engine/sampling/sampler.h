#pragma once

#include "engine/sampling/random.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/text/token.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Candidates;

/// Chooses the next tokens of one job: its settings and the state of its random numbers. Stages run
/// in the order softmax with temperature, top-k, top-p, min-p, pick. Belongs to one thread.
class Sampler {
public:
    Sampler(const SamplerSettings& settings, uint64_t seed);

    /// The next token. `logits` has one number per token of the vocabulary; −inf excludes one, and
    /// `banned` (any order) excludes more. Draws exactly one random number whatever the settings,
    /// so the same seed gives the same tokens on any machine. Throws Error{BadRequest} if nothing
    /// is left to choose from, Error{DeviceLost} if the model produced NaN or +inf.
    TokenId sample(std::span<const float> logits, std::span<const TokenId> banned = {});

    /// What is left after one stage, most likely first, ties by id.
    struct Step {
        std::string stage; ///< "softmax", "top_k", "top_p", "min_p"
        std::vector<TokenId> ids;
        std::vector<double> probabilities; ///< add up to 1
    };

    /// How `sample` narrows its choice, stage by stage; draws nothing. Stages that are off are left
    /// out, but for the first.
    std::vector<Step> distribution(
        std::span<const float> logits, std::span<const TokenId> banned = {}) const;

    const SamplerSettings& settings() const { return m_settings; }

private:
    bool isGreedy() const;

    SamplerSettings m_settings;
    Random m_random;
};

} // namespace engine
