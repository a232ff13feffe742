#pragma once

#include "engine/sampling/candidate.h"
#include "engine/sampling/logit_blocks.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace engine {

class TokenMask;

/// The tokens that may still be chosen. Each stage of sampling removes some and lets the rest add
/// up to 1 again. Lists and sorts no further than a stage needs, for a vocabulary is long and
/// choices few. The views it was made of must outlive it.
class Candidates {
public:
    /// The `count` tokens of the highest logits (0: all), equal logits by id. Leaves out −inf and
    /// what `allowed` (null: all) does not allow. softmax comes next. Throws as Sampler::choose
    /// does.
    static Candidates best(std::span<const float> logits, const TokenMask* allowed, size_t count);

    /// The same from the highest logits, highest first, of which `count` (not 0) are left when the
    /// banned ones are taken out. Ids below 0 are nothing.
    static Candidates bestOf(std::span<const Candidate> highest,
        const std::function<bool(TokenId)>& isBanned, size_t count);

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
    double entropy(); ///< in nats

    /// The token at `position` in [0, 1) of the probabilities laid end to end, most likely first.
    Candidate pick(double position);

    /// All, in no order. Valid until the next stage, as what follows is.
    std::span<const Candidate> all();

    /// All, most likely first.
    const std::vector<Candidate>& sorted();

    /// The `count` most likely, or all there are.
    std::span<const Candidate> top(size_t count);

    size_t size();

private:
    // The tokens of a long vocabulary that are not listed: all less likely than those that are.
    struct Rest {
        LogitBlocks blocks;
        float temperature = 1;
        double highest = 1; // no probability of them is above
    };

    void listLikely(float temperature);
    void listAll();
    void weigh(float temperature, float smoothing);
    void sortFirst(size_t count);
    void keepFirst(size_t count);
    void dropHopeless();
    void normalize();
    size_t countUntil(double sum);

    std::vector<Candidate> m_listed;
    size_t m_sorted = 0; // so many at the front are final; all others come after them
    std::optional<Rest> m_rest;
};

} // namespace engine
