#pragma once

#include "engine/sampling/candidates.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/mirostat.h"
#include "engine/sampling/random.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class TokenMask;

/// Chooses the next tokens of one job: its settings, the state of its random numbers and of
/// mirostat. Stages run in the order penalties, banned tokens, bias, DRY, mask, softmax with
/// temperature and smoothing, top-k, top-p, top-a, min-p, tail-free, typical, mirostat, late or
/// dynamic temperature, XTC, pick; all by their published definitions. One thread at a time.
class Sampler {
public:
    Sampler(const SamplerSettings& settings, uint64_t seed);

    /// What one token is chosen from. The views need to last for the call only.
    struct Request {
        std::span<const float> logits = {}; ///< one for each token of the vocabulary; −inf excludes
        std::span<const Candidate> highest = {}; ///< for chooseOfHighest, in place of `logits`, and
        std::span<const float> weights = {}; ///< … these of the row, as topNeeded says; see Logits
        std::span<const TokenId> past = {}; ///< prompt and answer, oldest first, for penalties and
                                            ///< DRY; rows of pictures have no logit to lower
        std::span<const TokenId> banned = {}; ///< in any order; ids without a logit do nothing
        const TokenMask* mask = nullptr; ///< all it does not allow is excluded; null: none
        int64_t topTokens = 0; ///< how many entries Choice::top may have
    };

    /// The final distribution is what the token was drawn from: after the penalties, truncations
    /// and temperatures, after XTC's coin was thrown; before skew, which bends the draw itself.
    struct Choice {
        TokenId id = 0;
        double probability = 0; ///< of `id` in the final distribution
        std::vector<Candidate> top; ///< its most likely tokens, equals by id; their logits are
                                    ///< those the softmax took. Fewer if fewer are left
    };

    /// The next token. Draws exactly one random number whatever the settings, so the same seed
    /// gives the same tokens on any machine. Throws Error{BadRequest} if nothing is left to choose
    /// from, Error{DeviceLost} if the model produced NaN or +inf; the number is drawn then, too.
    Choice choose(const Request& request);

    /// The same token with the same probabilities, bit for bit, from the highest logits alone. None
    /// if they are too few to tell it; then no number is drawn, and `choose` may be asked with all
    /// logits. The request has no mask.
    std::optional<Choice> chooseOfHighest(const Request& request);

    /// What chooseOfHighest wants of the logits of a vocabulary, where a request bans so many
    /// tokens; a count of 0 if only `choose` will do. They are enough wherever top-k decides and
    /// there are no penalties, nearly always otherwise.
    TopLogits topNeeded(int64_t vocabulary, int64_t banned) const;

    /// All that choices leave behind but for random numbers, which are never taken back.
    struct Memory {
        Mirostat mirostat;
    };
    Memory memory() const { return {m_mirostat}; }
    void recall(const Memory& memory) { m_mirostat = memory.mirostat; }

    /// What is left after one stage, most likely first, ties by id. Before softmax: what the logits
    /// would give at temperature 1. After XTC: what to expect before its coin is thrown.
    struct Step {
        std::string stage; ///< "penalties", "banned", "bias", "DRY", "mask", "softmax", "top_k",
                           ///< "top_p", "top_a", "min_p", "tfs", "typical", "mirostat",
                           ///< "temperature_last", "dynamic temperature", "XTC"
        std::vector<TokenId> ids;
        std::vector<double> probabilities; ///< add up to 1
    };

    /// How `choose` narrows its choice, stage by stage; draws nothing. Stages that are off are left
    /// out, but for softmax. Throws as `choose` does.
    std::vector<Step> distribution(const Request& request) const;

    const SamplerSettings& settings() const { return m_settings; }

private:
    std::optional<Candidates> candidatesOfHighest(const Request& request) const;
    Choice pick(Candidates& candidates, double position, int64_t topTokens);

    SamplerSettings m_settings;
    Random m_random;
    Mirostat m_mirostat;
};

} // namespace engine
