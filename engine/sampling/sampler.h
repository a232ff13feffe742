#pragma once

#include "engine/sampling/candidates.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/sampling/truncation.h"
#include "engine/tokenizers/tokenizer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class TokenMask;

/// Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and
/// Vigna, 2018, arXiv:1805.01407), whose state splitmix64 fills.
class Random {
public:
    explicit Random(uint64_t seed);

    uint64_t next();

    /// A number from [0, 1), all multiples of 2⁻⁵³ equally likely.
    double uniform();

private:
    std::array<uint64_t, 4> m_state;
};

/// Returns a different seed with each call, for jobs that name none.
uint64_t freshSeed();

/// Chooses the next tokens of one job; contains its settings and the state of its random numbers
/// and of mirostat. The stages run in the order penalties, banned tokens, bias, DRY, mask, softmax
/// with temperature and smoothing, top-k, top-p, top-a, min-p, tail-free, typical, mirostat, late
/// or dynamic temperature, XTC, pick; SamplerSettings says what each does. One thread may use it at
/// a time.
class Sampler {
public:
    Sampler(const SamplerSettings& settings, uint64_t seed);

    /// What one token is chosen from. The views must be valid during the call only.
    struct Request {
        /// One for each token of the vocabulary; −inf excludes a token.
        std::span<const float> logits = {};
        /// Replaces `logits` for chooseOfHighest(): the highest logits and the weights of the row
        /// that topNeeded() has requested; see Logits.
        std::span<const Candidate> highest = {};
        std::span<const float> weights = {};
        /// Prompt and answer, oldest first, for penalties and DRY. Rows of images have no logits
        /// and are ignored by penalties.
        std::span<const TokenId> past = {};
        /// Excluded tokens, in any order; ids without a logit are ignored.
        std::span<const TokenId> banned = {};
        /// Excludes every token that it does not allow; null: none.
        const TokenMask* mask = nullptr;
        int64_t topTokens = 0; ///< the most entries that Choice::top will have
    };

    /// The final distribution is the one from which the token was drawn: after penalties,
    /// truncation, temperatures and XTC, but before skew, which bends the draw itself.
    struct Choice {
        TokenId id = 0;
        double probability = 0; ///< of `id` in the final distribution
        /// The likeliest tokens of the final distribution, equal ones by id, with the logits that
        /// softmax took. Fewer than Request::topTokens if fewer are left.
        std::vector<Candidate> top;
    };

    /// Chooses the next token. Draws exactly one random number whatever the settings are, so the
    /// same seed gives the same tokens on any machine. Throws Error{BadRequest} if no token is left
    /// to choose from, and Error{DeviceLost} if the model produced NaN or +inf; the number is drawn
    /// then, too.
    Choice choose(const Request& request);

    /// Chooses the same token with the same probabilities, bit for bit, from the highest logits
    /// alone. Returns nothing, and draws no number, if they are too few to decide; then choose()
    /// can be called with all logits. The request must have no mask.
    std::optional<Choice> chooseOfHighest(const Request& request);

    /// The logits that chooseOfHighest() needs for a vocabulary if a request bans `banned` tokens.
    /// A count of 0: only choose() can do it. The logits are always enough if top-k decides and
    /// there are no penalties, and nearly always otherwise.
    TopLogits topNeeded(int64_t vocabulary, int64_t banned) const;

    /// The state that choices leave behind, except for the random numbers, which are never taken
    /// back.
    struct Memory {
        Mirostat mirostat;
    };
    Memory memory() const { return {m_mirostat}; }
    void recall(const Memory& memory) { m_mirostat = memory.mirostat; }

    /// What is left after one stage, the likeliest token first, equal ones by id. Before softmax
    /// the probabilities are those of the logits at temperature 1. After XTC they are the expected
    /// ones before its coin is thrown.
    struct Step {
        /// "penalties", "banned", "bias", "DRY", "mask", "softmax", "top_k", "top_p", "top_a",
        /// "min_p", "tfs", "typical", "mirostat", "temperature_last", "dynamic temperature" or
        /// "XTC".
        std::string stage;
        std::vector<TokenId> ids;
        std::vector<double> probabilities; ///< their sum is 1
    };

    /// Shows stage by stage how choose() would narrow the choice; draws no number. Stages that are
    /// off are left out, except softmax. Throws as choose() does.
    std::vector<Step> distribution(const Request& request) const;

    const SamplerSettings& settings() const { return m_settings; }

private:
    std::optional<Candidates> candidatesOfHighest(const Request& request) const;
    Choice pick(Candidates& candidates, double position, int64_t topTokens);

    SamplerSettings m_settings;
    Random m_random;
    Mirostat m_mirostat;
};

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
