#pragma once

#include "engine/filters/filter.h"
#include "engine/generate/answer_text.h"
#include "engine/generate/job.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/sampler.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class TokenTrie;

/// Chooses the tokens of one job: contains its sampler, its constraints, its token healing, and the
/// tokens that banned strings have ruled out. Belongs to its job; prepare() may run on another
/// thread between two calls.
class TokenChooser {
public:
    /// `job` and `tokenizer` must outlive it. Throws Error{BadRequest} if a constraint was compiled
    /// for another vocabulary.
    TokenChooser(const Job& job, const Tokenizer& tokenizer);

    /// The first token will be one whose bytes begin with `prefix`, the text that was taken back
    /// from the prompt.
    void heal(const std::string& prefix, const TokenTrie& trie);

    /// Chooses the token at position past.size(); it does not count until accept() is called. If
    /// `mayStop`, the stop tokens are among the choices. Returns nothing, and changes nothing, if
    /// the highest logits are too few to choose from; it can then be called with all logits of the
    /// row. Throws as Sampler::choose() does.
    std::optional<AnswerToken> choose(
        const Logits& logits, std::span<const TokenId> past, bool mayStop);

    /// The logits that choose() needs for each of the next tokens, among the tokens that both the
    /// tokenizer and the model, which has `rows`, know. A count of 0: all logits.
    TopLogits topNeeded(bool mayStop, int64_t rows) const;

    void accept(TokenId id);

    /// Takes the newest accepted tokens back. The first of them, at position `position`, will not be
    /// chosen there again until settle() says that the answer has moved past that position.
    void takeBack(const std::vector<AnswerToken>& tokens, int64_t position);
    void settle(int64_t position);

    /// True once the constraints allow nothing to follow.
    bool mustEnd() const;

    /// Computes ahead which tokens the constraints allow next.
    void prepare();
    bool hasConstraints() const { return !m_filters.empty(); }

private:
    std::optional<Sampler::Choice> sample(const Sampler::Request& request);
    bool mayEnd() const;
    const TokenMask* allowedTokens(bool mayStop);
    void keepHealing(TokenMask& mask, Filter& filter) const;
    void allowStopTokens();

    const Job& m_job;
    const Tokenizer& m_tokenizer;
    Sampler m_sampler;
    std::vector<std::unique_ptr<Filter>> m_filters;
    std::optional<TokenMask> m_mask; // the last one made
    std::optional<TokenMask> m_healing; // those that begin with the healed text
    size_t m_healedBytes = 0;
    int64_t m_numAccepted = 0;
    int m_wholeRows = 0; // so many tokens are chosen from all logits, after a few were too few
    std::map<int64_t, TokenIds> m_ruledOut; // by position
};

} // namespace engine
