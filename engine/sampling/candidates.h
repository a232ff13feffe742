#pragma once

#include "engine/sampling/logit_blocks.h"
#include "engine/sampling/logits.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace engine {

class TokenMask;

/// The tokens that may still be chosen. Each stage of sampling removes some and scales the
/// probabilities of the others so that they add up to 1 again. Because a vocabulary is long and
/// choices are few, it lists and sorts no more tokens than a stage needs. The views that it was
/// made of must outlive it.
class Candidates {
public:
    /// Makes the `count` tokens with the highest logits (0: all tokens), equal logits by id,
    /// without those whose logit is −inf or which `allowed` (null: all) does not allow. softmax()
    /// must be the next call. Throws as Sampler::choose() does.
    static Candidates best(std::span<const float> logits, const TokenMask* allowed, size_t count);

    /// Does the same when a device has found the highest logits and keeps the others. `left` are
    /// those that penalties and bans have left, in any order. All other tokens come after `bound`
    /// in the order of isLikelier(), or have −inf. `sum` is what LogitBlocks::sumOfWeights() would
    /// return at the temperature of softmax(), 0 if it is not known. Returns nothing if the tokens
    /// in `left` are too few to decide.
    static std::optional<Candidates> takeBest(
        std::vector<Candidate> left, const Candidate& bound, size_t count, double sum);

    /// True if a stage has requested tokens that are only on the device. All results are then
    /// meaningless. If it is false, they are bit for bit those that best() leads to: the sum is the
    /// same, a cut leaves the same tokens in the same order, and a stage for which best() would
    /// have listed more tokens has asked here, too.
    bool lacksTokens() const { return m_lacksTokens; }

    /// probability = exp(logit / temperature), normalized. If smoothing s is above 0 (quadratic
    /// sampling, kalomaze): exp(−s · (highest − logit)² / temperature). Drops tokens whose
    /// probability rounds to 0.
    void softmax(float temperature, float smoothing = 0);

    void keepTop(size_t count);

    /// Keeps the smallest set of the likeliest tokens whose probabilities reach `sum`.
    void keepUntil(double sum);

    /// Keeps the tokens with at least this probability, and always the likeliest one.
    void keepAtLeast(double probability);

    /// Keeps the tokens that are at least `share` times as likely as the likeliest one. Needs no
    /// normalized probabilities.
    void keepNear(double share);

    /// Replaces all tokens by others and normalizes their probabilities.
    void replace(std::vector<Candidate> candidates);

    /// probability^exponent, normalized
    void raise(double exponent);

    double highest(); ///< the highest probability
    double entropy(); ///< in nats

    /// Lays the probabilities end to end, the likeliest first, and returns the token at `position`
    /// in [0, 1).
    Candidate pick(double position);

    /// All tokens in no particular order. The results of this and the next two functions are valid
    /// until the next stage.
    std::span<const Candidate> all();

    /// All tokens, the likeliest first.
    const std::vector<Candidate>& sorted();

    /// The `count` likeliest tokens, or all if there are fewer.
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
