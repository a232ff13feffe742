#pragma once

#include "engine/generate/draft_length.h"
#include "engine/generate/generator_options.h"
#include "engine/generate/ngram_draft.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

/// What speculation knows of one job: its own text for n-grams, how well guesses went, how far a
/// draft model has read.
class JobDraft {
public:
    enum class Kind { None, Model, Ngram };

    JobDraft(Kind kind, const GeneratorOptions& options);

    Kind kind() const { return m_kind; }

    /// How many tokens to guess in the next pass.
    int64_t wanted() const;

    /// What the job's own text suggests, at most `count` tokens; n-grams only.
    TokenIds propose(int64_t count) const;

    /// The job's tokens, prompt first, as they arrive and are taken back.
    void extend(std::span<const TokenId> ids);
    void truncate(int64_t tokens);

    /// How a pass went. Drafts that nobody contradicted, for the answer ended or was taken back,
    /// count as rejected.
    void observe(int64_t drafted, int64_t accepted);

    int64_t accepted() const { return m_accepted; } ///< over the whole job
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
