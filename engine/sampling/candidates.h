#pragma once

#include "engine/text/token.h"

#include <cstddef>
#include <span>
#include <vector>

namespace engine {

/// A token that may be chosen.
struct Candidate {
    TokenId id = 0;
    float logit = 0;
    double probability = 0; ///< after Candidates::softmax
};

/// The tokens that may still be chosen. Each stage of sampling removes some and lets the rest add
/// up to 1 again. Sorts no further than a stage needs, for a vocabulary is long and choices few.
class Candidates {
public:
    /// The `count` tokens of the highest logits (0: all), most likely first if counted; equal
    /// logits by id. Leaves out −inf and `banned`. Throws as Sampler::sample does.
    static Candidates best(
        std::span<const float> logits, std::span<const TokenId> banned, size_t count);

    /// probability = exp(logit / temperature), normalised; with smoothing s above 0,
    /// exp(−s · (highest − logit)² / temperature). Drops what comes to nothing.
    void softmax(float temperature, float smoothing = 0);

    void keepTop(size_t count);

    /// The smallest set of the most likely whose probabilities reach `sum`.
    void keepUntil(double sum);

    /// Those at least so likely, and the most likely one.
    void keepAtLeast(double probability);

    /// Others in place of all; their probabilities are normalised.
    void replace(std::vector<Candidate> candidates);

    /// probability^exponent, normalised
    void raise(double exponent);

    double highest(); ///< probability
    double entropy() const; ///< in nats

    /// The token at `position` in [0, 1) of the probabilities laid end to end, most likely first.
    Candidate pick(double position);

    /// All, most likely first.
    const std::vector<Candidate>& sorted();

    size_t size() const { return m_all.size(); }

private:
    void sortFirst(size_t count);
    void keepFirst(size_t count);
    void dropHopeless();
    void normalize();
    size_t countUntil(double sum);

    std::vector<Candidate> m_all;
    size_t m_sorted = 0; // so many at the front are final; all others come after them
};

} // namespace engine
