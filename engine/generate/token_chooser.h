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

/// Chooses the tokens of one job: its sampler, its constraints, token healing, and the tokens that
/// a banned string has ruled out. Belongs to its job; prepare() may run on another thread between
/// two calls.
class TokenChooser {
public:
    /// `job` and `tokenizer` must outlive it. Throws Error{BadRequest} if a constraint was compiled
    /// for another vocabulary.
    TokenChooser(const Job& job, const Tokenizer& tokenizer);

    /// The first token will be one whose bytes begin with `prefix`, which stands in the prompt.
    void heal(const std::string& prefix, const TokenTrie& trie);

    /// The token at place past.size(); it does not count until it is accepted. `mayStop`: the stop
    /// tokens are among the choices. None if the highest logits are too few to tell; then nothing
    /// has changed, and it may be asked with all of the row. Throws as Sampler::choose does.
    std::optional<AnswerToken> choose(
        const Logits& logits, std::span<const TokenId> past, bool mayStop);

    /// What `choose` wants of the logits of each of the next tokens, among those that the tokenizer
    /// and the model, which has `rows`, both know; a count of 0: all.
    TopLogits topNeeded(bool mayStop, int64_t rows) const;

    void accept(TokenId id);

    /// Takes the newest accepted tokens back. The one at `place`, the first of them, will not be
    /// chosen there again before `settle` says that the answer has left the place behind.
    void takeBack(const std::vector<AnswerToken>& tokens, int64_t place);
    void settle(int64_t place);

    /// True once the constraints let nothing follow.
    bool mustEnd() const;

    /// Works out ahead which tokens the constraints allow next.
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
    std::map<int64_t, TokenIds> m_ruledOut; // by place
};

} // namespace engine
