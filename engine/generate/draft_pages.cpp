#include "engine/generate/draft_pages.h"

#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

PageHash hashOf(PageHash before, const TokenIds& ids)
{
    const std::vector<ContentKey> keys(ids.begin(), ids.end());
    return hashPage(before, keys);
}

} // namespace

DraftPages::DraftPages(int64_t pages, PageCut cut)
    : m_cut(cut)
    , m_pages(size_t(pages))
{
}

int64_t DraftPages::held(std::span<const TokenId> ids, std::span<const int32_t> pages) const
{
    int64_t count = 0;
    PageHash before;
    for (const int32_t index : pages) {
        const Page& page = m_pages[size_t(index)];
        if (page.before != before || page.isBeingWritten)
            break;
        const auto expected = ids.subspan(size_t(count));
        const auto same = std::ranges::mismatch(page.ids, expected).in1 - page.ids.begin();
        if (m_cut == PageCut::Nowhere && same < int64_t(page.ids.size()))
            break;
        count += same;
        if (same < pageSize)
            break;
        before = page.after;
    }
    return count;
}

void DraftPages::forget(std::span<const int32_t> pages, int64_t begin, int64_t end)
{
    if (begin == end)
        return;
    for (int64_t place = begin / pageSize; place * pageSize < end; ++place) {
        Page& page = m_pages[size_t(pages[size_t(place)])];
        const auto left = size_t(std::max<int64_t>(begin - place * pageSize, 0));
        page.ids.resize(std::min(page.ids.size(), left));
        page.isBeingWritten = m_cut == PageCut::Nowhere && !page.ids.empty();
    }
}

void DraftPages::append(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t begin)
{
    while (!ids.empty()) {
        const auto place = size_t(begin / pageSize);
        Page& page = m_pages[size_t(pages[place])];
        if (begin % pageSize == 0)
            page.before = place == 0 ? PageHash() : m_pages[size_t(pages[place - 1])].after;
        const size_t count = std::min(ids.size(), size_t(pageSize - begin % pageSize));
        page.ids.resize(size_t(begin % pageSize));
        page.isBeingWritten = false;
        page.ids.insert(page.ids.end(), ids.begin(), ids.begin() + std::ptrdiff_t(count));
        if (int64_t(page.ids.size()) == pageSize)
            page.after = hashOf(page.before, page.ids);
        ids = ids.subspan(count);
        begin += int64_t(count);
    }
}

void DraftPages::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    Page copy = m_pages[size_t(from)];
    const bool isCut = copy.ids.size() > size_t(tokens);
    copy.ids.resize(
        isCut && m_cut == PageCut::Nowhere ? 0 : std::min(copy.ids.size(), size_t(tokens)));
    m_pages[size_t(to)] = std::move(copy);
}

void DraftPages::movePages(std::span<const PageMove> moves)
{
    const std::vector<Page> before = m_pages;
    for (const PageMove& move : moves)
        m_pages[size_t(move.to)] = before[size_t(move.from)];
}

} // namespace engine
