// PagePool::check(): what must always hold, said a second time and plainly.
#include "engine/cache/page_pool.h"
#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <numeric>

namespace engine {

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

// That every page is where it should be is checked already; so nothing else may be there.
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

} // namespace engine
