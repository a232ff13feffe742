#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Finds any of several strings in a text that arrives character by character, in time linear in
/// the length of the text (Knuth, Morris and Pratt, 1977). The matcher itself never changes: the
/// caller keeps the state as a Place, so that a text can be taken back.
class TextMatcher {
public:
    enum class Case { Kept, Ignored };

    /// Empty strings are left out.
    TextMatcher(const std::vector<std::string>& strings, Case letterCase);

    /// For each string, how many of its characters the text ends with. A default Place: no text was
    /// read yet.
    using Place = std::vector<size_t>;

    struct Match {
        std::string string;
        size_t characters = 0; ///< the length of the string
    };
    /// Reads one character and returns the string that it completes, if any: among several the one
    /// that begins earliest and, of these, the first of the list.
    std::optional<Match> advance(Place& place, char32_t character) const;

    /// How many characters at the end of the text may be the beginning of a string.
    static size_t heldCharacters(const Place& place);

    bool isEmpty() const { return m_patterns.empty(); }

private:
    struct Pattern {
        std::string string;
        std::u32string characters;
        std::vector<size_t> borders; // length of the longest border of each prefix

        bool advance(size_t& matched, char32_t next) const; // true when the string is complete
    };

    char32_t folded(char32_t character) const;

    Case m_case;
    std::vector<Pattern> m_patterns;
};

} // namespace engine
