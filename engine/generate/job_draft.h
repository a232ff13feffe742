#pragma once

#include "engine/generate/draft_length.h"
#include "engine/generate/generator_options.h"
#include "engine/generate/ngram_draft.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

/// What speculation knows about one job: its text for n-grams, and how well earlier guesses went.
class JobDraft {
public:
    enum class Kind { None, Model, Ngram };

    JobDraft(Kind kind, const GeneratorOptions& options);

    Kind kind() const { return m_kind; }

    /// The number of tokens to guess for the next pass.
    int64_t wanted() const;

    /// What the job's own text suggests, at most `count` tokens. Only for n-grams.
    TokenIds propose(int64_t count) const;

    /// Follow the tokens of the job, the prompt first, as they arrive and are taken back.
    void extend(std::span<const TokenId> ids);
    void truncate(int64_t tokens);

    /// Reports a pass. Drafted tokens that were never checked, because the answer ended or was
    /// taken back, count as rejected.
    void observe(int64_t drafted, int64_t accepted);

    int64_t accepted() const { return m_accepted; } ///< tokens accepted since the job began
    int64_t rejected() const { return m_rejected; }

private:
    Kind m_kind;
    int64_t m_most;
    bool m_adapts;
    DraftLength m_length;
    std::optional<NgramDraft> m_ngram;
    int64_t m_accepted = 0, m_rejected = 0;
};

} // namespace engine
