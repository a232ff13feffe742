#include "engine/cache/page_table.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"

#include <algorithm>

namespace engine {

namespace {

constexpr auto pageLength = size_t(pageSize);

PageHash lastHash(const PageSequence& sequence)
{
    return sequence.hashes.empty() ? sequence.root : sequence.hashes.back();
}

bool standsAtPageStart(const PageSequence& sequence)
{
    return sequence.filled % pageSize == 0;
}

// The last key is left out: the model has to read it to say what follows.
std::span<const ContentKey> unreadKeys(
    const PageSequence& sequence, std::span<const ContentKey> keys)
{
    const size_t end = keys.empty() ? 0 : keys.size() - 1;
    const size_t start = std::min(size_t(sequence.filled), end);
    return keys.subspan(start, end - start);
}

} // namespace

int64_t pagesFor(int64_t tokens)
{
    return tokens / pageSize + (tokens % pageSize != 0);
}

PageTable::PageTable(int64_t pages, PageCut cut)
    : m_pool(pages, cut)
{
}

bool PageTable::open(
    PageSequence& sequence, std::span<const ContentKey> keys, int64_t reserveTokens)
{
    CHECK(sequence.pages.empty() && sequence.filled == 0 && !keys.empty());
    shareFinished(sequence, keys);
    keepForLater(sequence, keys);
    if (!grow(sequence, std::max(int64_t(keys.size()), reserveTokens))) {
        release(sequence);
        return false;
    }
    shareFinished(sequence, keys); // now in the pages just taken
    return true;
}

int64_t PageTable::shareFinished(PageSequence& sequence, std::span<const ContentKey> keys)
{
    const int64_t before = sequence.filled;
    while (shareNext(sequence, keys) || continueOwn(sequence, keys))
        ;
    return sequence.filled - before;
}

bool PageTable::shareNext(PageSequence& sequence, std::span<const ContentKey> keys)
{
    const auto unread = unreadKeys(sequence, keys);
    if (!standsAtPageStart(sequence) || unread.size() < pageLength)
        return false;
    const auto next = unread.first(pageLength);
    const PageHash hash = hashPage(lastHash(sequence), next);
    const std::optional<int32_t> page = m_pool.findFull(hash, lastHash(sequence), next);
    if (!page)
        return false;
    const size_t position = sequence.hashes.size();
    m_pool.share(*page);
    if (position < sequence.pages.size()) {
        m_pool.giveBack(sequence.pages[position]);
        sequence.pages[position] = *page;
    } else {
        sequence.pages.push_back(*page);
    }
    sequence.hashes.push_back(hash);
    sequence.filled += pageSize;
    return true;
}

// If few pages are left, the sequence may have reserved the very page whose beginning it could
// copy. That page is moved to the front and keeps its beginning.
bool PageTable::continueOwn(PageSequence& sequence, std::span<const ContentKey> keys)
{
    const size_t position = sequence.hashes.size();
    if (!standsAtPageStart(sequence) || position >= sequence.pages.size())
        return false;
    const auto match = m_pool.findLongest(lastHash(sequence), unreadKeys(sequence, keys));
    if (!match || !m_pool[match->page].isReserved)
        return false;
    const auto here = sequence.pages.begin() + ptrdiff_t(position);
    const auto own = std::find(here, sequence.pages.end(), match->page);
    if (own == sequence.pages.end())
        return false;
    std::iter_swap(here, own);
    m_pool.keepBeginning(match->page, match->tokens);
    sequence.filled += match->tokens;
    if (match->tokens == pageSize)
        finish(sequence, position);
    return true;
}

// What the sequence will want to share or copy is taken last, as if it had been used now.
void PageTable::keepForLater(const PageSequence& sequence, std::span<const ContentKey> keys)
{
    m_pool.tick();
    if (const auto partial = findPartial(sequence, keys))
        m_pool.useNow(partial->page);
    PageHash previous = lastHash(sequence);
    auto unread = unreadKeys(sequence, keys);
    for (; unread.size() >= pageLength; unread = unread.subspan(pageLength)) {
        const PageHash hash = hashPage(previous, unread.first(pageLength));
        if (const auto page = m_pool.findFull(hash, previous, unread.first(pageLength)))
            m_pool.useNow(*page);
        previous = hash;
    }
}

std::optional<PageTable::PartialPage> PageTable::findPartial(
    const PageSequence& sequence, std::span<const ContentKey> keys) const
{
    if (!standsAtPageStart(sequence))
        return std::nullopt;
    const size_t position = sequence.hashes.size();
    std::optional<int32_t> own;
    if (position < sequence.pages.size())
        own = sequence.pages[position];
    return m_pool.findLongest(lastHash(sequence), unreadKeys(sequence, keys), own);
}

PageTable::Beginning PageTable::findBeginning(PageHash root, std::span<const ContentKey> keys) const
{
    Beginning beginning;
    PageHash previous = root;
    while (keys.size() >= pageLength) {
        const PageHash hash = hashPage(previous, keys.first(pageLength));
        const auto page = m_pool.findFull(hash, previous, keys.first(pageLength));
        if (!page)
            break;
        beginning.pages.push_back(*page);
        beginning.tokens += pageSize;
        previous = hash;
        keys = keys.subspan(pageLength);
    }
    if (const auto last = m_pool.findLongest(previous, keys)) {
        beginning.pages.push_back(last->page);
        beginning.tokens += last->tokens;
    }
    return beginning;
}

bool PageTable::grow(PageSequence& sequence, int64_t tokens)
{
    const int64_t missing = pagesFor(tokens) - int64_t(sequence.pages.size());
    if (missing > numFree())
        return false;
    for (int64_t i = 0; i < missing; ++i)
        sequence.pages.push_back(m_pool.reserve());
    return true;
}

void PageTable::beginWriting(PageSequence& sequence, int64_t tokens)
{
    const bool hasState = m_pool.cut() == PageCut::Nowhere && !standsAtPageStart(sequence);
    sequence.isBeingWritten = hasState && tokens > sequence.filled;

    const auto end = size_t(pagesFor(tokens));
    CHECK(end <= sequence.pages.size());
    for (auto position = size_t(sequence.filled / pageSize); position < end; ++position) {
        const int32_t page = sequence.pages[position];
        if (m_pool[page].isReserved)
            m_pool.beginWriting(page);
    }
}

void PageTable::append(PageSequence& sequence, std::span<const ContentKey> keys, int64_t count)
{
    const int64_t end = sequence.filled + count;
    CHECK(count >= 0 && end <= int64_t(keys.size()));
    beginWriting(sequence, end);
    sequence.isBeingWritten = false;
    while (sequence.filled < end) {
        const int64_t position = sequence.filled / pageSize;
        const int64_t stop = std::min(end, (position + 1) * pageSize);
        m_pool.append(sequence.pages[size_t(position)], lastHash(sequence), position,
            keys.subspan(size_t(sequence.filled), size_t(stop - sequence.filled)));
        sequence.filled = stop;
        if (sequence.filled % pageSize == 0)
            finish(sequence, size_t(position));
    }
}

void PageTable::finish(PageSequence& sequence, size_t position)
{
    const auto [page, hash] = m_pool.finish(sequence.pages[position]);
    sequence.pages[position] = page;
    sequence.hashes.push_back(hash);
}

void PageTable::truncate(PageSequence& sequence, int64_t tokens)
{
    CHECK(tokens >= 0);
    if (tokens >= sequence.filled && !sequence.isBeingWritten)
        return;
    tokens = std::min(tokens, sequence.filled);
    sequence.isBeingWritten = false;
    const auto isShared = [this](int32_t page) { return m_pool[page].users > 1; };
    const bool mayCut = m_pool.cut() == PageCut::Anywhere;
    auto firstWithout = size_t(tokens / pageSize); // content, that is
    sequence.hashes.resize(firstWithout);
    sequence.filled = int64_t(firstWithout) * pageSize;
    if (tokens != sequence.filled && mayCut && !isShared(sequence.pages[firstWithout])) {
        m_pool.cut(sequence.pages[firstWithout++], tokens % pageSize);
        sequence.filled = tokens;
    }

    std::vector<int32_t> kept(
        sequence.pages.begin(), sequence.pages.begin() + ptrdiff_t(firstWithout));
    for (const int32_t page : std::span(sequence.pages).subspan(firstWithout)) {
        if (isShared(page)) {
            m_pool.giveBack(page);
        } else {
            m_pool.takeBack(page);
            kept.push_back(page);
        }
    }
    sequence.pages = std::move(kept);
}

void PageTable::release(PageSequence& sequence)
{
    m_pool.tick();
    if (sequence.isBeingWritten)
        truncate(sequence, sequence.filled);
    for (const int32_t page : sequence.pages)
        m_pool.giveBack(page);
    sequence = {.root = sequence.root};
}

std::string PageTable::checkInvariants(std::span<const Held> sequences) const
{
    auto users = std::vector<int32_t>(size_t(numPages()));
    for (const Held& held : sequences) {
        if (std::string wrong = checkHeld(held); !wrong.empty())
            return wrong;
        for (const int32_t page : held.sequence->pages)
            ++users[size_t(page)];
    }
    return m_pool.check(users);
}

std::string PageTable::checkHeld(const Held& held) const
{
    const PageSequence& sequence = *held.sequence;
    if (int64_t(sequence.hashes.size()) != sequence.filled / pageSize)
        return "a sequence has another number of hashes than of full pages";
    if (pagesFor(sequence.filled) > int64_t(sequence.pages.size()))
        return "a sequence has too few pages for its tokens";
    if (sequence.filled > int64_t(held.keys.size()))
        return "a sequence has read more tokens than it has";

    PageHash previous = sequence.root;
    for (size_t position = 0; position < sequence.pages.size(); ++position) {
        const PagePool::Page& page = m_pool[sequence.pages[position]];
        const int64_t first = int64_t(position) * pageSize;
        const auto tokens = size_t(std::clamp<int64_t>(sequence.filled - first, 0, pageSize));
        if (tokens == 0 && !page.isReserved && !page.keys.empty())
            return "a sequence holds a page with content that it has not reached";
        if (tokens == 0)
            continue;
        if (page.isReserved || page.previous != previous || page.depth != int64_t(position))
            return "a page was not written as the one after the page before it";
        if (!std::ranges::equal(page.keys, held.keys.subspan(size_t(first), tokens)))
            return "a page holds other tokens than the sequence that uses it";
        if (tokens == size_t(pageSize)
            && sequence.hashes[position] != hashPage(previous, page.keys))
            return "a sequence has a hash that is not that of its page";
        if (tokens == size_t(pageSize))
            previous = sequence.hashes[position];
    }
    return {};
}

} // namespace engine
