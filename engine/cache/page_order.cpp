// PagePool::defragment(): where pages should lie, and moving them there.
#include "engine/cache/page_pool.h"
#include "kernels/error.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine {

namespace {

// Page order[i] goes to place (i + shift) mod pages, by the shift that leaves most where they are.
std::vector<PageMove> fewestMoves(std::span<const int32_t> order, int64_t pages)
{
    const auto shiftOf = [pages](size_t i, int32_t page) {
        return size_t((page - int64_t(i) % pages + pages) % pages);
    };
    std::vector<int64_t> unmoved(size_t(pages), 0); // by shift
    for (size_t i = 0; i < order.size(); ++i)
        ++unmoved[shiftOf(i, order[i])];
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

// Depth first, so that a page is followed by the one that continues it. Where several do, the one
// used last comes right behind it. A stack of our own: chains are as long as the cache.
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
