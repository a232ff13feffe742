#include "engine/generate/reading_budget.h"

#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr ReadingBudget::Seconds unknown(std::numeric_limits<double>::infinity());

// 0 within the first page, one more for each doubling.
int doublings(int64_t depth)
{
    return int(std::bit_width(uint64_t(depth / pageSize)));
}

} // namespace

ReadingBudget::ReadingBudget(const GeneratorOptions& options)
    : m_now(options.now)
    , m_limit(options.maxReadingTime)
    , m_maxTokens(options.maxChunkSize)
{
    m_perToken.fill(unknown);
}

void ReadingBudget::beginStep()
{
    m_stepBegin = m_now();
    m_hasRead = false;
}

bool ReadingBudget::isSpent() const
{
    return m_hasRead && m_limit.count() > 0 && left() <= m_limit / 2;
}

ReadingBudget::Seconds ReadingBudget::left() const
{
    return m_limit - Seconds(m_now() - m_stepBegin);
}

int64_t ReadingBudget::tokens(int64_t depth) const
{
    if (m_limit.count() == 0)
        return m_maxTokens;
    const double enough = left() / perToken(depth);
    if (!(enough > double(minTokens)))
        return minTokens;
    return enough < double(m_maxTokens) ? int64_t(enough) : m_maxTokens;
}

// At twice the depth a token takes at most twice as long, at a smaller one no longer.
ReadingBudget::Seconds ReadingBudget::perToken(int64_t depth) const
{
    const int wanted = doublings(depth);
    Seconds most = unknown;
    for (int known = 0; known < int(m_perToken.size()); ++known)
        most = std::min(
            most, m_perToken[size_t(known)] * std::ldexp(1.0, std::max(0, wanted - known)));
    return most;
}

void ReadingBudget::beginChunk()
{
    m_chunkBegin = m_now();
}

// The mean of what was known and what is new follows a machine that becomes busy, and no single
// hiccup. A few tokens say nothing: a pass takes its time for one, too.
void ReadingBudget::endChunk(int64_t depth, int64_t tokens)
{
    m_hasRead = true;
    if (tokens < minTokens)
        return;
    const Seconds measured = Seconds(m_now() - m_chunkBegin) / double(tokens);
    Seconds& known = m_perToken[size_t(doublings(depth + tokens / 2))];
    known = std::isfinite(known.count()) ? (known + measured) / 2 : measured;
}

} // namespace engine
