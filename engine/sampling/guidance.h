#pragma once

#include <span>

namespace engine {

/// Classifier-free guidance for text (Sanchez et al., "Stay on topic with Classifier-Free
/// Guidance", 2023, arXiv:2306.17806): mixes the logits of two prompts, with s = `scale`:
///
///     out = s · logSoftmax(positive) + (1 − s) · logSoftmax(negative)
///
/// All three have the length of the vocabulary; `out` may be one of the inputs. A token that one of
/// the prompts excludes (−inf) is excluded. If an input has a NaN or +inf, all of `out` becomes
/// NaN, which the sampler reports.
void mixGuidance(std::span<float> out, std::span<const float> positive,
    std::span<const float> negative, float scale);

} // namespace engine
