#pragma once

#include "engine/filters/character_set.h"
#include "engine/filters/regex_pool.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Says why a pattern cannot be enforced. what() is a clause that continues "the pattern …" and has
/// no full stop: "has a look-ahead where none can be enforced".
class PatternRefusal : public std::runtime_error {
public:
    /// `position` is the position in the pattern of the character that is rejected, counted from 1; 0
    /// if it is no single one.
    explicit PatternRefusal(const std::string& clause, size_t position = 0)
        : std::runtime_error(clause)
        , m_position(position)
    {
    }
    size_t position() const { return m_position; }

private:
    size_t m_position;
};

/// A node of the syntax tree of a regular expression of ECMA-262.
struct PatternNode {
    enum class Kind {
        Characters, ///< one character of `characters`
        Sequence, ///< all of `children` one after the other; without children: the empty text
        Choice, ///< one of `children`
        Repeat, ///< children[0], from `min` to `max` times
        Begin, ///< ^
        End, ///< $
        WordBoundary,
        NoWordBoundary,
        LookAhead, ///< a text of children[0] begins here
        NegativeLookAhead, ///< no text of children[0] begins here
    };
    Kind kind;
    CharacterSet characters;
    std::vector<PatternNode> children;
    uint32_t min = 0;
    std::optional<uint32_t> max; ///< nothing: no upper limit
    /// The position of an assertion's first character in the pattern, counted from 1.
    size_t position = 0;
};

/// The largest count that braces may hold.
inline constexpr uint32_t maxPatternRepeat = 100'000;

/// Parses a pattern. \d, \w and \b know ASCII only; \p{…} takes the general categories of Unicode
/// by their short names ("L", "Lu"). Throws PatternRefusal for a malformed pattern, flags and
/// look-behind.
PatternNode parsePattern(std::string_view pattern);

CharacterSet wordCharacters();

/// Makes an expression of the UTF-8 texts that a pattern matches from beginning to end; ^ and $ may
/// be anywhere. Throws PatternRefusal for look-around, word boundaries, and anchors within counted
/// repetitions.
/// Schemas need more of their patterns and have a compiler of their own, see textsMatching().
RegexId regexOfPattern(RegexPool& pool, const PatternNode& pattern);

} // namespace engine
