#pragma once

#include "engine/filters/character_set.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Why a pattern cannot be enforced; a clause that goes on after "the pattern", without full stop:
/// "has a look-ahead where none can be enforced".
class PatternRefusal : public std::runtime_error {
public:
    /// `place` is the character of the pattern it is about, from 1; 0 if it is about none.
    explicit PatternRefusal(const std::string& clause, size_t place = 0)
        : std::runtime_error(clause)
        , m_place(place)
    {
    }
    size_t place() const { return m_place; }

private:
    size_t m_place;
};

/// A parsed regular expression of ECMA-262.
struct PatternNode {
    enum class Kind {
        Characters, ///< one character of `characters`
        Sequence, ///< all of `children`, one after the other; none: the empty text
        Choice, ///< one of `children`
        Repeat, ///< children[0], `min` to `max` times
        Begin, ///< ^
        End, ///< $
        WordBoundary,
        NoWordBoundary,
        LookAhead, ///< children[0] begins here
        NegativeLookAhead,
    };
    Kind kind;
    CharacterSet characters;
    std::vector<PatternNode> children;
    uint32_t min = 0;
    std::optional<uint32_t> max; ///< none: without end
    size_t place = 0; ///< of an assertion: its first character in the pattern, from 1
};

/// Counts in braces may be this large.
inline constexpr uint32_t maxPatternRepeat = 100'000;

/// \d, \w and \b know ASCII only; \p{…} takes the general categories of Unicode by their short
/// names ("L", "Lu"). Flags and look-behind are refused. Throws PatternRefusal.
PatternNode parsePattern(std::string_view pattern);

CharacterSet wordCharacters();

} // namespace engine
