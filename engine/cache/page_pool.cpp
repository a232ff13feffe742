#include "engine/cache/page_pool.h"

#include "engine/cache/paged_cache.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

namespace {

int64_t commonLength(std::span<const ContentKey> a, std::span<const ContentKey> b)
{
    const auto shorter = ptrdiff_t(std::min(a.size(), b.size()));
    return std::mismatch(a.begin(), a.begin() + shorter, b.begin()).first - a.begin();
}

// Whether more than `length` keys may be common: one look tells most pages apart.
bool mayShareMore(std::span<const ContentKey> a, std::span<const ContentKey> b, size_t length)
{
    return std::min(a.size(), b.size()) > length && a[length] == b[length];
}

} // namespace

PageHash hashPage(PageHash previous, std::span<const ContentKey> keys)
{
    FingerprintMaker maker;
    maker.add(previous);
    maker.add(std::as_bytes(keys));
    return maker.value();
}

PagePool::PagePool(int64_t pages, PageCut cut)
    : m_cut(cut)
    , m_pages(size_t(pages))
{
    rebuildIndices();
}

std::optional<int32_t> PagePool::findFull(
    PageHash hash, PageHash previous, std::span<const ContentKey> keys) const
{
    const auto found = m_full.find(hash);
    if (found == m_full.end())
        return std::nullopt;
    const Page& page = (*this)[found->second];
    if (page.previous != previous || !std::ranges::equal(page.keys, keys))
        return std::nullopt;
    return found->second;
}

std::optional<PagePool::Match> PagePool::findLongest(
    PageHash previous, std::span<const ContentKey> keys, std::optional<int32_t> except) const
{
    const auto following = m_following.find(previous);
    if (following == m_following.end())
        return std::nullopt;
    Match best;
    for (const int32_t number : following->second) {
        const std::span<const ContentKey> held = (*this)[number].keys;
        if (number == except || !mayShareMore(held, keys, size_t(best.tokens)))
            continue;
        const int64_t tokens = commonLength(held, keys);
        const bool isUsable = m_cut == PageCut::Anywhere || tokens == int64_t(held.size());
        if (isUsable && tokens > best.tokens)
            best = {number, tokens};
    }
    if (best.tokens == 0)
        return std::nullopt;
    return best;
}

int32_t PagePool::reserve()
{
    CHECK(!m_free.empty());
    const int32_t number = std::get<int32_t>(*m_free.begin());
    addUser(number);
    forgetFull(number); // its hash stays, for giveBack()
    at(number).isReserved = true;
    ++m_taken;
    return number;
}

void PagePool::share(int32_t number)
{
    CHECK(at(number).hash && !at(number).isReserved);
    addUser(number);
}

void PagePool::giveBack(int32_t number)
{
    Page& page = at(number);
    if (page.isReserved) {
        page.isReserved = false;
        if (page.hash && !m_full.emplace(*page.hash, number).second)
            clear(number);
    } else if (!page.keys.empty()) {
        page.lastUse = m_clock;
    }
    dropUser(number);
}

void PagePool::useNow(int32_t number)
{
    if (at(number).users > 0)
        return;
    addUser(number);
    at(number).lastUse = m_clock;
    dropUser(number);
}

void PagePool::beginWriting(int32_t number)
{
    CHECK(at(number).isReserved);
    clear(number);
    at(number).isReserved = false;
}

void PagePool::keepBeginning(int32_t number, int64_t tokens)
{
    CHECK(at(number).isReserved);
    at(number).isReserved = false;
    cut(number, tokens);
}

void PagePool::append(
    int32_t number, PageHash previous, int64_t depth, std::span<const ContentKey> keys)
{
    Page& page = at(number);
    CHECK(page.users == 1 && !page.isReserved);
    CHECK(!keys.empty() && page.keys.size() + keys.size() <= size_t(pageSize));
    if (page.keys.empty()) {
        page.previous = previous;
        page.depth = depth;
        page.keys.reserve(size_t(pageSize));
        m_following[previous].push_back(number);
    }
    page.keys.insert(page.keys.end(), keys.begin(), keys.end());
}

PagePool::Finished PagePool::finish(int32_t number)
{
    Page& page = at(number);
    CHECK(page.keys.size() == size_t(pageSize));
    const PageHash hash = hashPage(page.previous, page.keys);
    if (const auto same = findFull(hash, page.previous, page.keys)) {
        share(*same);
        clear(number);
        dropUser(number);
        return {*same, hash};
    }
    if (m_full.emplace(hash, number).second)
        page.hash = hash;
    return {number, hash};
}

void PagePool::cut(int32_t number, int64_t tokens)
{
    Page& page = at(number);
    CHECK(page.users == 1 && tokens > 0 && tokens <= int64_t(page.keys.size()));
    CHECK(m_cut == PageCut::Anywhere || tokens == int64_t(page.keys.size()));
    forgetFull(number);
    page.hash.reset();
    page.keys.resize(size_t(tokens));
}

void PagePool::takeBack(int32_t number)
{
    Page& page = at(number);
    CHECK(page.users == 1);
    if (!page.isReserved)
        clear(number);
    page.isReserved = true;
}

void PagePool::forgetUnused()
{
    for (int32_t number = 0; number < size(); ++number) {
        const bool isFree = at(number).users == 0;
        if (!isFree && !at(number).isReserved)
            continue;
        addUser(number); // out of the free ones, whose order clear() would upset
        clear(number);
        dropUser(number);
    }
}

PagePool::FreeOrder PagePool::freeOrder(int32_t number) const
{
    const Page& page = (*this)[number];
    return {page.lastUse, -page.depth, number};
}

void PagePool::addUser(int32_t number)
{
    if (at(number).users++ == 0)
        m_free.erase(freeOrder(number));
}

void PagePool::dropUser(int32_t number)
{
    CHECK(at(number).users > 0);
    if (--at(number).users == 0)
        m_free.insert(freeOrder(number));
}

void PagePool::clear(int32_t number)
{
    Page& page = at(number);
    CHECK(page.users > 0); // a free page would lose its place among the free ones
    if (page.keys.empty())
        return;
    forgetFull(number);
    const auto following = m_following.find(page.previous);
    std::erase(following->second, number);
    if (following->second.empty())
        m_following.erase(following);
    page.previous = {};
    page.hash.reset();
    page.keys.clear();
    page.depth = 0;
    page.lastUse = 0;
}

void PagePool::forgetFull(int32_t number)
{
    const Page& page = at(number);
    if (!page.hash)
        return;
    const auto found = m_full.find(*page.hash);
    if (found != m_full.end() && found->second == number)
        m_full.erase(found);
}

void PagePool::rebuildIndices()
{
    m_free.clear();
    m_full.clear();
    m_following.clear();
    for (int32_t number = 0; number < size(); ++number) {
        const Page& page = at(number);
        CHECK(page.users == 0);
        m_free.insert(freeOrder(number));
        if (page.hash)
            m_full.emplace(*page.hash, number);
        if (!page.keys.empty())
            m_following[page.previous].push_back(number);
    }
}

} // namespace engine
