#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Characters, as ranges in ascending order that neither touch nor overlap.
class CharacterSet {
public:
    struct Range {
        char32_t first, last; ///< inclusive
    };
    static constexpr char32_t lastCharacter = 0x10FFFF;

    CharacterSet() = default;
    CharacterSet(std::initializer_list<Range> ranges);

    static CharacterSet all() { return {{0, lastCharacter}}; }
    static CharacterSet one(char32_t character) { return {{character, character}}; }
    /// Ranges in the order in which a set keeps them.
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

/// The characters of UTF-8 text; U+FFFD for what is broken.
std::u32string charactersOf(std::string_view utf8);

} // namespace engine
