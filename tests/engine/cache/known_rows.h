#pragma once

#include "engine/cache/page_table.h"
#include "engine/cache/paged_cache.h"

#include <cstring>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace tests {

/// Stands in for what a model computes. The values of a position depend on the root and every key
/// up to it; here they are a number given once to each such beginning, and never twice.
class KnownRows {
public:
    using Row = uint64_t;

    /// The rows of all positions, in order.
    std::vector<Row> rows(engine::PageHash root, std::span<const engine::ContentKey> keys)
    {
        std::vector<Row> rows;
        Row before = numberOf({root.low, root.high}, m_roots);
        for (const engine::ContentKey key : keys)
            rows.push_back(before = numberOf({before, key}, m_continued));
        return rows;
    }

private:
    using Numbers = std::map<std::pair<uint64_t, uint64_t>, Row>;

    Row numberOf(std::pair<uint64_t, uint64_t> what, Numbers& numbers)
    {
        const auto [entry, isNew] = numbers.emplace(what, m_next);
        m_next += isNew;
        return entry->second;
    }

    Numbers m_roots, m_continued;
    Row m_next = 1;
};

/// A cache whose keys are just such a row (two f32) per position.
inline const engine::PagedCache::Shape rowShape{1, 1, 2};

inline std::vector<KnownRows::Row> rowsOfPage(
    const engine::PagedCache& cache, int32_t page, int64_t tokens)
{
    std::vector<KnownRows::Row> keysThenValues(size_t(2 * tokens));
    cache.readPage(page, tokens, std::as_writable_bytes(std::span(keysThenValues)));
    keysThenValues.resize(size_t(tokens));
    return keysThenValues;
}

/// Writes `rows` from position `first` of a page on.
inline void writeRows(
    engine::PagedCache& cache, int32_t page, int64_t first, std::span<const KnownRows::Row> rows)
{
    const int64_t end = first + int64_t(rows.size());
    std::vector<KnownRows::Row> all = rowsOfPage(cache, page, end);
    std::ranges::copy(rows, all.begin() + ptrdiff_t(first));
    all.resize(size_t(2 * end)); // the values stay zero
    cache.writePage(page, end, std::as_bytes(std::span(all)));
}

} // namespace tests
