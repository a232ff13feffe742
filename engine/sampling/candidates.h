#pragma once

#include "engine/sampling/candidate.h"
#include "engine/sampling/logit_blocks.h"

#include <cstddef>
#include <limits>
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

    /// The same where a device has found the highest logits and keeps the others: `left` is what
    /// penalties and bans have left of them, in any order; all others come after `bound` in the
    /// order of isLikelier, or are −inf. `sum` is what LogitBlocks::sumOfWeights would say at the
    /// temperature of softmax; 0 if that is not known. None if the tokens left are too few to tell.
    static std::optional<Candidates> bestOf(
        std::vector<Candidate> left, const Candidate& bound, size_t count, double sum);

    /// Whether a stage has asked for tokens that stayed on a device. All that came of the stages
    /// is meaningless then; otherwise it is what best() leads to, bit for bit: the sum is the same,
    /// what is left after a cut the same tokens in the same order, and a stage that would have had
    /// best() list more tokens has asked here, too.
    bool lacksTokens() const { return m_lacksTokens; }

    /// probability = exp(logit / temperature), normalised; with smoothing s above 0,
    /// exp(−s · (highest − logit)² / temperature). Drops what comes to nothing.
    void softmax(float temperature, float smoothing = 0);

    void keepTop(size_t count);

    /// The smallest set of the most likely whose probabilities reach `sum`.
    void keepUntil(double sum);

    /// Those at least so likely, and the most likely one.
    void keepAtLeast(double probability);

    /// Those at least `share` times as likely as the most likely one, and that one. Needs no sum.
    void keepNear(double share);

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
        std::optional<LogitBlocks> blocks; // none: they stayed on a device
        float bound = -std::numeric_limits<float>::infinity(); // … where no logit of them is above
        double sum = 0; // of the weights of all tokens, that of the likeliest being 1; 0: not known
        float temperature = 1;
        double highest = 1; // no probability of them is above
        bool isWeighed = false; // probabilities have been divided by the sum
    };

    void listLikely(float temperature);
    void weighRest();
    void listAll();
    void weigh(float temperature, float smoothing);
    void sortFirst(size_t count);
    void keepFirst(size_t count);
    void keepFrom(double probability);
    void dropHopeless();
    void normalize();
    size_t countUntil(double sum);

    std::vector<Candidate> m_listed;
    size_t m_sorted = 0; // so many at the front are final; all others come after them
    std::optional<Rest> m_rest;
    bool m_lacksTokens = false;
};

} // namespace engine
