#pragma once

#include <span>

namespace engine {

/// Classifier-free guidance (Sanchez et al., "Stay on topic"): the logits of one choice from those
/// of two prompts, s = `scale`:
///
///     out = s · logSoftmax(positive) + (1 − s) · logSoftmax(negative)
///
/// All three have the vocabulary's length; `out` may be either input. A token that either prompt
/// excludes (−inf) is excluded. NaN and +inf make NaN of the whole, which the sampler reports.
void mixGuidance(std::span<float> out, std::span<const float> positive,
    std::span<const float> negative, float scale);

} // namespace engine
