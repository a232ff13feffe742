#include "engine/filters/unicode_category.h"

#include <array>
#include <utf8proc.h>
#include <vector>

namespace engine {

namespace {

constexpr size_t categories = UTF8PROC_CATEGORY_CO + 1;

// In utf8proc's order.
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
