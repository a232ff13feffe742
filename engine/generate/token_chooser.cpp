#include "engine/generate/token_chooser.h"

#include "base/error.h"
#include "engine/filters/token_trie.h"

#include <algorithm>
#include <iterator>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

std::unique_ptr<Filter> start(const ConstraintPtr& constraint, int64_t vocabulary)
{
    std::unique_ptr<Filter> filter = constraint->start();
    const int64_t compiledFor = filter->mask().vocabulary();
    if (compiledFor != vocabulary)
        throw Error(ErrorKind::BadRequest,
            "A constraint was compiled for a vocabulary of " + std::to_string(compiledFor)
                + " tokens, but the model's has " + std::to_string(vocabulary) + ".");
    return filter;
}

} // namespace

TokenChooser::TokenChooser(const Job& job, const Tokenizer& tokenizer)
    : m_job(job)
    , m_tokenizer(tokenizer)
    , m_sampler(job.sampling, job.seed ? *job.seed : freshSeed())
{
    for (const ConstraintPtr& constraint : job.constraints)
        m_filters.push_back(start(constraint, tokenizer.vocabularySize()));
}

void TokenChooser::heal(const std::string& prefix, const TokenTrie& trie)
{
    m_healedBytes = prefix.size();
    m_healing = trie.tokensStartingWith(prefix);
}

std::optional<AnswerToken> TokenChooser::choose(
    const Logits& logits, std::span<const TokenId> past, bool mayStop)
{
    TokenIds banned;
    if (!mayStop)
        banned = m_job.stopTokens;
    if (const auto found = m_ruledOut.find(int64_t(past.size())); found != m_ruledOut.end())
        banned.insert(banned.end(), found->second.begin(), found->second.end());

    // A model may have more rows than there are tokens, for a round number.
    const auto known = std::min(int64_t(logits.all.size()), m_tokenizer.vocabularySize());
    const Sampler::Memory memory = m_sampler.memory();
    const std::optional<Sampler::Choice> choice = sample({.logits = logits.all.first(size_t(known)),
        .highest = logits.highest,
        .weights = logits.weights,
        .past = past,
        .banned = banned,
        .mask = allowedTokens(mayStop),
        .topTokens = m_job.returnTopTokens});
    if (!choice)
        return std::nullopt;
    AnswerToken token{.id = choice->id,
        .probability = float(choice->probability),
        .top = {},
        .logits = {},
        .memory = memory};
    for (const Candidate& candidate : choice->top)
        token.top.push_back({candidate.id, float(candidate.probability)});
    if (m_job.returnLogits)
        token.logits.assign(logits.all.begin(), logits.all.end());
    return token;
}

// If a few logits did not decide, they often fail again for the next tokens, and two requests are
// slower than one for the whole row. So the next rows are requested whole.
std::optional<Sampler::Choice> TokenChooser::sample(const Sampler::Request& request)
{
    constexpr int wholeRowsFromMiss = 16; // the one that was missed is the first of them
    if (request.highest.empty()) {
        m_wholeRows = std::max(m_wholeRows - 1, 0);
        return m_sampler.choose(request);
    }
    std::optional<Sampler::Choice> choice = m_sampler.chooseOfHighest(request);
    if (!choice)
        m_wholeRows = wholeRowsFromMiss;
    return choice;
}

TopLogits TokenChooser::topNeeded(bool mayStop, int64_t rows) const
{
    const bool heals = m_healing && m_numAccepted == 0;
    if (heals || !m_filters.empty() || m_job.returnLogits || m_wholeRows > 0)
        return {};
    auto banned = int64_t(mayStop ? 0 : m_job.stopTokens.size());
    for (const auto& [position, ids] : m_ruledOut)
        banned += int64_t(ids.size());
    return m_sampler.topNeeded(std::min(m_tokenizer.vocabularySize(), rows), banned);
}

void TokenChooser::accept(TokenId id)
{
    const size_t skipped = m_numAccepted++ == 0 ? m_healedBytes : 0;
    if (m_filters.empty())
        return;
    const std::string bytes = m_tokenizer.bytes(id).substr(skipped);
    for (const auto& filter : m_filters)
        if (!filter->take(bytes))
            throw Error(ErrorKind::BadRequest,
                "A constraint rejected the token " + std::to_string(id)
                    + " after allowing it: its mask and its rules don't match.");
}

void TokenChooser::takeBack(const std::vector<AnswerToken>& tokens, int64_t position)
{
    const auto count = int64_t(tokens.size());
    for (const auto& filter : m_filters)
        filter->undo(count);
    m_numAccepted -= count;
    m_sampler.recall(tokens.front().memory);
    m_ruledOut.erase(m_ruledOut.upper_bound(position), m_ruledOut.end());
    m_ruledOut[position].push_back(tokens.front().id);
}

void TokenChooser::settle(int64_t position)
{
    m_ruledOut.erase(m_ruledOut.begin(), m_ruledOut.lower_bound(position));
}

bool TokenChooser::mustEnd() const
{
    return mayEnd()
        && std::ranges::any_of(m_filters, [](const auto& filter) { return filter->mustEnd(); });
}

void TokenChooser::prepare()
{
    for (const auto& filter : m_filters)
        filter->mask();
}

bool TokenChooser::mayEnd() const
{
    return std::ranges::all_of(m_filters, [](const auto& filter) { return filter->mayEnd(); });
}

// Null if every token is allowed.
const TokenMask* TokenChooser::allowedTokens(bool mayStop)
{
    const bool heals = m_healing && m_numAccepted == 0;
    if (m_filters.empty())
        return heals ? &*m_healing : nullptr;
    if (heals) {
        m_mask = m_healing;
        for (const auto& filter : m_filters)
            keepHealing(*m_mask, *filter);
        return &*m_mask;
    }
    m_mask = m_filters.front()->mask();
    for (size_t i = 1; i < m_filters.size(); ++i)
        *m_mask &= m_filters[i]->mask();
    if (mayStop && mayEnd())
        allowStopTokens();
    return &*m_mask;
}

// Allows only the tokens that begin with the healed text and whose rest the filter accepts.
void TokenChooser::keepHealing(TokenMask& mask, Filter& filter) const
{
    for (TokenId id = 0; id < mask.vocabulary(); ++id) {
        if (!mask.allows(id))
            continue;
        if (filter.take(m_tokenizer.bytes(id).substr(m_healedBytes)))
            filter.undo(1);
        else
            mask.forbid(id);
    }
}

void TokenChooser::allowStopTokens()
{
    TokenIds known;
    std::ranges::copy_if(m_job.stopTokens, std::back_inserter(known),
        [this](TokenId id) { return id >= 0 && id < m_mask->vocabulary(); });
    if (m_job.preferEos && !known.empty())
        m_mask.emplace(m_mask->vocabulary(), false);
    for (const TokenId id : known)
        m_mask->allow(id);
}

} // namespace engine
