#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A set of Unicode characters, kept as ascending ranges that neither touch nor overlap.
class CharacterSet {
public:
    struct Range {
        char32_t first, last; ///< both included
    };
    static constexpr char32_t lastCharacter = 0x10FFFF;

    CharacterSet() = default;
    CharacterSet(std::initializer_list<Range> ranges);

    static CharacterSet all() { return {{0, lastCharacter}}; }
    static CharacterSet one(char32_t character) { return {{character, character}}; }
    /// Makes a set of ranges that are already ascending and neither touch nor overlap.
    static CharacterSet ofSorted(std::vector<Range> ranges);

    void add(Range range);
    void add(const CharacterSet& other);
    CharacterSet complement() const;
    CharacterSet intersection(const CharacterSet& other) const;

    bool isEmpty() const { return m_ranges.empty(); }
    const std::vector<Range>& ranges() const { return m_ranges; }

private:
    std::vector<Range> m_ranges;
};

/// The characters of a general category of Unicode, or of a group of categories, by its short name:
/// "Lu", "L", "P", "Sc". Nothing for any other name. Any thread may call it; each set is computed
/// once and kept.
std::optional<CharacterSet> unicodeCategory(std::string_view name);

} // namespace engine
