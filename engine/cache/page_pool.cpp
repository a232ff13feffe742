#include "engine/cache/page_pool.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace engine {

namespace {

int64_t commonLength(std::span<const ContentKey> a, std::span<const ContentKey> b)
{
    const auto shorter = ptrdiff_t(std::min(a.size(), b.size()));
    return std::mismatch(a.begin(), a.begin() + shorter, b.begin()).first - a.begin();
}

// True if more than `length` keys may be common: one look tells most pages apart.
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

// PagePool::check(): what must always hold, said a second time and plainly.

std::string PagePool::check(std::span<const int32_t> users) const
{
    for (int32_t number = 0; number < size(); ++number) {
        if ((*this)[number].users != users[size_t(number)])
            return "page " + std::to_string(number) + " counts another number of users than it has";
        if (std::string wrong = checkPage(number); !wrong.empty())
            return wrong;
    }
    return checkIndices();
}

std::string PagePool::checkPage(int32_t number) const
{
    const Page& page = (*this)[number];
    const std::string name = "page " + std::to_string(number);
    const bool isFull = page.keys.size() == size_t(pageSize);
    const auto indexed = page.hash ? m_full.find(*page.hash) : m_full.end();
    const bool isIndexed = indexed != m_full.end() && indexed->second == number;

    if (page.keys.size() > size_t(pageSize))
        return name + " holds more tokens than fit";
    if (page.hash && (!isFull || *page.hash != hashPage(page.previous, page.keys)))
        return name + " has a hash that is not that of its content";
    if (isIndexed != (page.hash && !page.isReserved))
        return name + " is in the index of full pages and should not be, or the other way round";
    if (page.isReserved && page.users != 1)
        return name + " is reserved and has not one user";
    if (page.users > 1 && !isIndexed)
        return name + " is shared and cannot be found";
    if (page.keys.empty() && page.lastUse != 0)
        return name + " is empty and has a time of use";
    if (m_free.contains(freeOrder(number)) != (page.users == 0))
        return name + " is among the free pages and in use, or neither";

    const auto following = m_following.find(page.previous);
    const auto listed = following == m_following.end()
        ? ptrdiff_t(0)
        : std::ranges::count(following->second, number);
    return listed == (page.keys.empty() ? 0 : 1) ? "" : name + " is not listed by what it follows";
}

// Checks that the indices list no page that they should not. That they list every page they should
// is checked page by page before.
std::string PagePool::checkIndices() const
{
    const auto count
        = [this](auto condition) { return size_t(std::ranges::count_if(m_pages, condition)); };
    if (m_free.size() != count([](const Page& page) { return page.users == 0; }))
        return "the number of free pages is wrong";
    if (m_full.size() != count([](const Page& page) { return page.hash && !page.isReserved; }))
        return "the index of full pages names others";
    const size_t listed = std::accumulate(m_following.begin(), m_following.end(), size_t(0),
        [](size_t sum, const auto& entry) { return sum + entry.second.size(); });
    if (listed != count([](const Page& page) { return !page.keys.empty(); }))
        return "the index by previous page names empty pages";
    return {};
}

// PagePool::defragment(): where pages should be, and moving them there.

namespace {

// Page order[i] moves to position (i + shift) mod pages, by the shift that leaves most where they
// are.
std::vector<PageMove> fewestMoves(std::span<const int32_t> order, int64_t pages)
{
    const auto shiftedPage = [pages](size_t i, int32_t page) {
        return size_t((page - int64_t(i) % pages + pages) % pages);
    };
    std::vector<int64_t> unmoved(size_t(pages), 0); // by shift
    for (size_t i = 0; i < order.size(); ++i)
        ++unmoved[shiftedPage(i, order[i])];
    const int64_t shift = std::ranges::max_element(unmoved) - unmoved.begin();

    std::vector<PageMove> moves;
    for (size_t i = 0; i < order.size(); ++i) {
        const auto to = int32_t((int64_t(i) + shift) % pages);
        if (to != order[i])
            moves.push_back({order[i], to});
    }
    return moves;
}

} // namespace

std::vector<PageMove> PagePool::defragment()
{
    CHECK(numFree() == size());
    if (m_taken < size())
        return {};
    m_taken = 0;
    std::vector<PageMove> moves = fewestMoves(inChainOrder(), size());
    if (int64_t(moves.size()) * 10 <= size())
        return {};
    move(moves);
    return moves;
}

bool PagePool::followsAnother(const Page& page) const
{
    const auto before = m_full.find(page.previous);
    return before != m_full.end() && (*this)[before->second].depth + 1 == page.depth;
}

// Depth first, so that a page is followed by the one that continues it. If several do, the one used
// last comes right behind it. A stack of our own: chains are as long as the cache.
std::vector<int32_t> PagePool::inChainOrder() const
{
    const auto isOlder = [this](int32_t a, int32_t b) { return freeOrder(a) < freeOrder(b); };
    std::vector<int32_t> waiting, order;
    for (int32_t number = 0; number < size(); ++number)
        if (!(*this)[number].keys.empty() && !followsAnother((*this)[number]))
            waiting.push_back(number);
    std::sort(waiting.rbegin(), waiting.rend(), isOlder); // the oldest last, to be the first out
    while (!waiting.empty()) {
        order.push_back(waiting.back());
        waiting.pop_back();
        const Page& page = (*this)[order.back()];
        const auto following = page.hash ? m_following.find(*page.hash) : m_following.end();
        if (following == m_following.end())
            continue;
        const auto first = ptrdiff_t(waiting.size());
        std::ranges::copy_if(following->second, std::back_inserter(waiting),
            [&](int32_t next) { return (*this)[next].depth == page.depth + 1; });
        std::sort(waiting.begin() + first, waiting.end(), isOlder);
    }
    return order;
}

void PagePool::move(std::span<const PageMove> moves)
{
    std::vector<Page> moved;
    moved.reserve(moves.size());
    for (const PageMove& move : moves)
        moved.push_back(std::exchange(at(move.from), {}));
    for (size_t i = 0; i < moves.size(); ++i)
        at(moves[i].to) = std::move(moved[i]);
    rebuildIndices();
}

} // namespace engine
