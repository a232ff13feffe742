#include "engine/generate/job_draft.h"

namespace engine {

JobDraft::JobDraft(Kind kind, const GeneratorOptions& options)
    : m_kind(kind)
    , m_most(options.numDraftTokens)
    , m_adapts(options.adaptDraftLength)
    , m_length(options.numDraftTokens)
{
    if (kind == Kind::Ngram)
        m_ngram.emplace(NgramDraft::Options{.maxNgram = options.maxNgram});
}

int64_t JobDraft::wanted() const
{
    if (m_kind == Kind::None)
        return 0;
    return m_adapts ? m_length.next() : m_most;
}

TokenIds JobDraft::propose(int64_t count) const
{
    return m_ngram ? m_ngram->propose(count) : TokenIds();
}

void JobDraft::extend(std::span<const TokenId> ids)
{
    if (m_ngram)
        m_ngram->extend(ids);
}

void JobDraft::truncate(int64_t tokens)
{
    if (m_ngram)
        m_ngram->truncate(tokens);
}

void JobDraft::observe(int64_t drafted, int64_t accepted)
{
    if (m_kind == Kind::None)
        return;
    m_length.observe(drafted, accepted);
    m_accepted += accepted;
    m_rejected += drafted - accepted;
}

} // namespace engine
