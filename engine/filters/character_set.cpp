#include "engine/filters/character_set.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utf8proc.h>
#include <vector>

namespace engine {

CharacterSet::CharacterSet(std::initializer_list<Range> ranges)
{
    for (const Range& range : ranges)
        add(range);
}

CharacterSet CharacterSet::ofSorted(std::vector<Range> ranges)
{
    CharacterSet set;
    set.m_ranges = std::move(ranges);
    return set;
}

void CharacterSet::add(Range range)
{
    std::vector<Range> merged;
    merged.reserve(m_ranges.size() + 1);
    size_t index = 0;
    while (index < m_ranges.size() && m_ranges[index].last + 1 < range.first)
        merged.push_back(m_ranges[index++]);
    while (index < m_ranges.size() && m_ranges[index].first <= range.last + 1) {
        range.first = std::min(range.first, m_ranges[index].first);
        range.last = std::max(range.last, m_ranges[index].last);
        ++index;
    }
    merged.push_back(range);
    merged.insert(merged.end(), m_ranges.begin() + int64_t(index), m_ranges.end());
    m_ranges = std::move(merged);
}

void CharacterSet::add(const CharacterSet& other)
{
    if (other.m_ranges.size() <= 2) {
        for (const Range& range : other.m_ranges)
            add(range);
        return;
    }
    std::vector<Range> all;
    std::ranges::merge(
        m_ranges, other.m_ranges, std::back_inserter(all), {}, &Range::first, &Range::first);
    m_ranges.clear();
    for (const Range& range : all) {
        if (m_ranges.empty() || m_ranges.back().last + 1 < range.first)
            m_ranges.push_back(range);
        else
            m_ranges.back().last = std::max(m_ranges.back().last, range.last);
    }
}

CharacterSet CharacterSet::complement() const
{
    CharacterSet rest;
    char32_t next = 0;
    for (const Range& range : m_ranges) {
        if (range.first > next)
            rest.m_ranges.push_back({next, range.first - 1});
        next = range.last + 1;
    }
    if (next <= lastCharacter)
        rest.m_ranges.push_back({next, lastCharacter});
    return rest;
}

CharacterSet CharacterSet::intersection(const CharacterSet& other) const
{
    CharacterSet common;
    for (size_t a = 0, b = 0; a < m_ranges.size() && b < other.m_ranges.size();) {
        const Range left = m_ranges[a], right = other.m_ranges[b];
        const char32_t first = std::max(left.first, right.first);
        const char32_t last = std::min(left.last, right.last);
        if (first <= last)
            common.m_ranges.push_back({first, last});
        a += left.last <= right.last;
        b += right.last <= left.last;
    }
    return common;
}

namespace {

constexpr size_t categories = UTF8PROC_CATEGORY_CO + 1;

// The names are in utf8proc's order.
constexpr std::array<std::string_view, categories> names
    = {"Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps",
        "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"};

using Table = std::array<CharacterSet, categories>;

// Runs of one category, of all characters but the surrogates.
Table readTable()
{
    std::array<std::vector<CharacterSet::Range>, categories> ranges;
    for (char32_t first = 0; first <= CharacterSet::lastCharacter;) {
        const auto category = size_t(utf8proc_category(utf8proc_int32_t(first)));
        char32_t last = first;
        while (last < CharacterSet::lastCharacter
            && size_t(utf8proc_category(utf8proc_int32_t(last + 1))) == category)
            ++last;
        ranges[category].push_back({first, last});
        first = last + 1;
    }
    Table table;
    for (size_t category = 0; category < categories; ++category)
        table[category] = CharacterSet::ofSorted(std::move(ranges[category]));
    return table;
}

} // namespace

std::optional<CharacterSet> unicodeCategory(std::string_view name)
{
    static const Table table = readTable();
    CharacterSet found;
    bool isKnown = false;
    for (size_t category = 0; category < categories; ++category) {
        if (name.empty() || name.size() > 2 || !names[category].starts_with(name))
            continue;
        found.add(table[category]);
        isKnown = true;
    }
    return isKnown ? std::optional(found) : std::nullopt;
}

} // namespace engine
