#include "engine/cache/page_table.h"

#include "engine/cache/paged_cache.h"
#include "kernels/error.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace engine {

namespace {

constexpr auto pageLength = size_t(pageSize);

int64_t pagesFor(int64_t tokens)
{
    return (tokens + pageSize - 1) / pageSize;
}

// The finishing step of splitmix64: every bit of the input moves about half the bits.
uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

PageHash lastHash(const PageSequence& sequence)
{
    return sequence.hashes.empty() ? PageHash() : sequence.hashes.back();
}

size_t commonLength(std::span<const ContentKey> a, std::span<const ContentKey> b)
{
    const size_t shorter = std::min(a.size(), b.size());
    return size_t(
        std::mismatch(a.begin(), a.begin() + ptrdiff_t(shorter), b.begin()).first - a.begin());
}

} // namespace

PageHash hashPage(PageHash previous, std::span<const ContentKey> keys)
{
    PageHash hash{mix(previous.low + 0x9E3779B97F4A7C15), mix(previous.high ^ 0xD1B54A32D192ED03)};
    for (const ContentKey key : keys) {
        hash.low = mix(hash.low ^ key) + hash.high;
        hash.high = mix(std::rotl(hash.high, 29) + key) ^ std::rotl(hash.low, 17);
    }
    return hash;
}

PageTable::PageTable(int64_t pages)
    : m_pages(size_t(pages))
    , m_free(pages)
{
    for (Page& page : m_pages)
        page.keys.reserve(pageLength);
}

bool PageTable::open(PageSequence& sequence, std::span<const ContentKey> keys)
{
    CHECK(sequence.pages.empty() && sequence.filled == 0 && !keys.empty());
    shareFinished(sequence, keys);
    if (const auto partial = findPartial(sequence, keys))
        m_pages[size_t(partial->page)].lastUse = ++m_clock; // so that it is taken last
    if (grow(sequence, int64_t(keys.size())))
        return true;
    release(sequence);
    return false;
}

int64_t PageTable::shareFinished(PageSequence& sequence, std::span<const ContentKey> keys)
{
    int64_t shared = 0;
    while (sequence.filled % pageSize == 0 && sequence.filled + pageSize < int64_t(keys.size())) {
        const auto next = keys.subspan(size_t(sequence.filled), pageLength);
        const PageHash hash = hashPage(lastHash(sequence), next);
        const std::optional<int32_t> page = findFull(hash, lastHash(sequence), next);
        if (!page)
            break;
        const size_t place = sequence.hashes.size();
        addReference(*page);
        if (place < sequence.pages.size()) {
            dropReference(sequence.pages[place]);
            sequence.pages[place] = *page;
        } else {
            sequence.pages.push_back(*page);
        }
        sequence.hashes.push_back(hash);
        sequence.filled += pageSize;
        ++shared;
    }
    return shared;
}

std::optional<PageTable::PartialPage> PageTable::findPartial(
    const PageSequence& sequence, std::span<const ContentKey> keys) const
{
    if (sequence.filled % pageSize != 0)
        return std::nullopt;
    const auto rest = keys.first(keys.size() - 1).subspan(size_t(sequence.filled));
    PartialPage best;
    for (size_t i = 0; i < m_pages.size(); ++i) {
        const Page& page = m_pages[i];
        if (page.depth != int64_t(sequence.hashes.size()) || page.previous != lastHash(sequence))
            continue;
        const auto tokens = int64_t(commonLength(page.keys, rest));
        if (tokens > best.tokens)
            best = {int32_t(i), tokens};
    }
    if (best.tokens == 0)
        return std::nullopt;
    return best;
}

bool PageTable::grow(PageSequence& sequence, int64_t tokens)
{
    const int64_t missing = pagesFor(tokens) - int64_t(sequence.pages.size());
    if (missing > m_free)
        return false;
    for (int64_t i = 0; i < missing; ++i)
        sequence.pages.push_back(takeFree());
    return true;
}

void PageTable::append(PageSequence& sequence, std::span<const ContentKey> keys, int64_t count)
{
    CHECK(count >= 0 && sequence.filled + count <= int64_t(keys.size()));
    CHECK(sequence.filled + count <= int64_t(sequence.pages.size()) * pageSize);
    const int64_t end = sequence.filled + count;
    while (sequence.filled < end) {
        const auto place = size_t(sequence.filled / pageSize);
        Page& page = m_pages[size_t(sequence.pages[place])];
        if (page.keys.empty()) {
            page.previous = lastHash(sequence);
            page.depth = int64_t(place);
        }
        const int64_t left = std::min(end, int64_t(place + 1) * pageSize) - sequence.filled;
        const auto written = keys.subspan(size_t(sequence.filled), size_t(left));
        page.keys.insert(page.keys.end(), written.begin(), written.end());
        sequence.filled += left;
        if (page.keys.size() == pageLength)
            finish(sequence, place);
    }
}

void PageTable::release(PageSequence& sequence)
{
    ++m_clock;
    for (const int32_t page : sequence.pages) {
        m_pages[size_t(page)].lastUse = m_clock;
        dropReference(page);
    }
    sequence = {};
}

std::optional<int32_t> PageTable::findFull(
    const PageHash& hash, PageHash previous, std::span<const ContentKey> keys) const
{
    const auto found = m_full.find(hash);
    if (found == m_full.end())
        return std::nullopt;
    const Page& page = m_pages[size_t(found->second)];
    if (page.previous != previous || !std::ranges::equal(page.keys, keys))
        return std::nullopt;
    return found->second;
}

void PageTable::finish(PageSequence& sequence, size_t place)
{
    const int32_t number = sequence.pages[place];
    Page& page = m_pages[size_t(number)];
    const PageHash hash = hashPage(page.previous, page.keys);
    if (const auto same = findFull(hash, page.previous, page.keys)) {
        addReference(*same);
        clear(page);
        dropReference(number);
        sequence.pages[place] = *same;
    } else if (m_full.emplace(hash, number).second) {
        page.hash = hash;
    }
    sequence.hashes.push_back(hash);
}

int32_t PageTable::takeFree()
{
    CHECK(m_free > 0);
    const auto order = [](const Page& page) {
        return std::tuple(page.references > 0, page.keys.empty() ? 0 : page.lastUse, -page.depth);
    };
    const auto oldest = std::ranges::min_element(m_pages, {}, order);
    clear(*oldest);
    const auto number = int32_t(oldest - m_pages.begin());
    addReference(number);
    return number;
}

void PageTable::clear(Page& page)
{
    if (page.hash)
        m_full.erase(*page.hash);
    page.hash.reset();
    page.keys.clear();
    page.previous = {};
    page.depth = 0;
}

void PageTable::addReference(int32_t page)
{
    if (m_pages[size_t(page)].references++ == 0)
        --m_free;
}

void PageTable::dropReference(int32_t page)
{
    CHECK(m_pages[size_t(page)].references > 0);
    if (--m_pages[size_t(page)].references == 0)
        ++m_free;
}

std::string PageTable::checkInvariants(std::span<const Held> sequences) const
{
    std::vector<int32_t> references(m_pages.size());
    for (const Held& held : sequences) {
        if (std::string wrong = checkHeld(held); !wrong.empty())
            return wrong;
        for (const int32_t page : held.sequence->pages)
            ++references[size_t(page)];
    }
    for (size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i].references != references[i])
            return "page " + std::to_string(i) + " counts another number of users than it has";
        if (std::string wrong = checkPage(int32_t(i)); !wrong.empty())
            return wrong;
    }
    if (std::ranges::count(references, 0) != m_free)
        return "the number of free pages is wrong";
    const auto full = std::ranges::count_if(m_pages, [](const Page& p) { return bool(p.hash); });
    return full == ptrdiff_t(m_full.size()) ? "" : "the index names pages that are not full";
}

std::string PageTable::checkPage(int32_t number) const
{
    const Page& page = m_pages[size_t(number)];
    const std::string name = "page " + std::to_string(number);
    if (page.keys.size() > pageLength)
        return name + " holds more tokens than fit";
    if (!page.hash)
        return {};
    if (page.keys.size() != pageLength || *page.hash != hashPage(page.previous, page.keys))
        return name + " has a hash that is not that of its content";
    const auto found = m_full.find(*page.hash);
    return found != m_full.end() && found->second == number ? "" : name + " is not in the index";
}

std::string PageTable::checkHeld(const Held& held) const
{
    const PageSequence& sequence = *held.sequence;
    if (int64_t(sequence.hashes.size()) != sequence.filled / pageSize)
        return "a sequence has another number of hashes than of full pages";
    for (int64_t first = 0; first < sequence.filled; first += pageSize) {
        const Page& page = m_pages[size_t(sequence.pages[size_t(first / pageSize)])];
        const auto tokens = size_t(std::min(pageSize, sequence.filled - first));
        if (!std::ranges::equal(page.keys, held.keys.subspan(size_t(first), tokens)))
            return "a page holds other tokens than the sequence that uses it";
    }
    return {};
}

} // namespace engine
