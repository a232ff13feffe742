#include "engine/generate/ngram_draft.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

constexpr int64_t maxNgramLength = 32; // tokens; each length indexed costs memory for every token
constexpr int maxPositions = 32; // looked at among those of equal n-grams
constexpr int64_t furthestBack = 64; // tokens compared at each of them

void checkOptions(const NgramDraft::Options& options)
{
    if (options.maxNgram < 1 || options.maxNgram > maxNgramLength)
        throw Error(ErrorKind::BadRequest,
            "The max n-gram length is " + std::to_string(options.maxNgram)
                + " tokens; it must be 1 to " + std::to_string(maxNgramLength) + ".");
    if (options.minMatch < 1)
        throw Error(ErrorKind::BadRequest,
            "The min n-gram match is " + std::to_string(options.minMatch)
                + " tokens; it must be at least 1.");
}

} // namespace

NgramDraft::NgramDraft(Options options)
{
    checkOptions(options);
    const int64_t shortest = std::min(options.minMatch, options.maxNgram);
    for (int64_t length = options.maxNgram; length >= shortest; --length)
        m_indexes.push_back({.length = length, .newest = {}, .previous = {}});
}

void NgramDraft::push(TokenId id)
{
    m_ids.push_back(id);
    for (Index& index : m_indexes) {
        int32_t before = 0;
        if (size() >= index.length) {
            int32_t& newest = index.newest[hashAt(size(), index.length)];
            before = newest;
            newest = int32_t(size());
        }
        index.previous.push_back(before);
    }
}

void NgramDraft::extend(std::span<const TokenId> ids)
{
    for (const TokenId id : ids)
        push(id);
}

void NgramDraft::truncate(int64_t count)
{
    for (; size() > std::max<int64_t>(count, 0); m_ids.pop_back()) {
        for (Index& index : m_indexes) {
            const int32_t before = index.previous.back();
            index.previous.pop_back();
            if (size() < index.length)
                continue;
            const uint64_t hash = hashAt(size(), index.length);
            if (before > 0)
                index.newest[hash] = before;
            else
                index.newest.erase(hash);
        }
    }
}

TokenIds NgramDraft::propose(int64_t count) const
{
    int64_t position = 0;
    for (const Index& index : m_indexes) {
        if (position == 0)
            position = bestPosition(index);
    }
    TokenIds proposed;
    if (position == 0)
        return proposed;
    while (int64_t(proposed.size()) < count) {
        const int64_t from = position + int64_t(proposed.size());
        const TokenId id = from < size() ? m_ids[size_t(from)] : proposed[size_t(from - size())];
        if (isImageId(id))
            break;
        proposed.push_back(id);
    }
    return proposed;
}

// The hash of the n-gram that ends at a position.
uint64_t NgramDraft::hashAt(int64_t position, int64_t length) const
{
    uint64_t hash = 0;
    for (int64_t at = position - length; at < position; ++at)
        hash = (hash ^ uint64_t(m_ids[size_t(at)])) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return hash;
}

// How many tokens before a position equal those at the end, at most `most`.
int64_t NgramDraft::agreement(int64_t position, int64_t max) const
{
    max = std::min(max, position);
    int64_t length = 0;
    while (
        length < max && m_ids[size_t(position - 1 - length)] == m_ids[size_t(size() - 1 - length)])
        ++length;
    return length;
}

// The earlier position of the n-gram at the end; 0: none.
int64_t NgramDraft::bestPosition(const Index& index) const
{
    int64_t best = 0, furthest = 0;
    int64_t position = size() == 0 ? 0 : index.previous.back();
    for (int seen = 0; position > 0 && seen < maxPositions; ++seen) {
        const int64_t length = agreement(position, furthestBack);
        if (length >= index.length && length > furthest) {
            best = position;
            furthest = length;
        }
        position = index.previous[size_t(position - 1)];
    }
    return best;
}

namespace {

// The factor by which the mean grows if a whole draft was right and more might have been.
constexpr double growth = 1.3;
constexpr double persistence = 0.65; // of the mean, where it was not
constexpr double minWorthwhile = 0.3; // accepted tokens of a draft
constexpr int64_t probeEvery = 16; // passes, while drafting does not pay

} // namespace

DraftLength::DraftLength(int64_t max)
    : m_max(std::max<int64_t>(max, 0))
    , m_expected(double(m_max))
{
}

int64_t DraftLength::next() const
{
    if (m_expected >= minWorthwhile)
        return std::min(m_max, int64_t(std::ceil(m_expected)));
    const bool isProbe = m_passesWithout + 1 >= probeEvery;
    return isProbe ? std::min<int64_t>(m_max, 1) : 0;
}

void DraftLength::observe(int64_t drafted, int64_t accepted)
{
    if (drafted <= 0) {
        ++m_passesWithout;
        return;
    }
    m_passesWithout = 0;
    const double right = double(std::clamp<int64_t>(accepted, 0, drafted));
    if (accepted >= drafted)
        m_expected = std::min(double(m_max), std::max(m_expected, right) * growth);
    else
        m_expected = persistence * m_expected + (1 - persistence) * right;
}

} // namespace engine
