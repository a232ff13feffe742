#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Thrown when a set of texts needs too many states. what() is a clause without full stop.
class TextSetTooLarge : public std::runtime_error {
public:
    TextSetTooLarge();
};

/// A set of texts, usually an infinite one: those that a pattern matches, that a length allows or
/// that an enumeration lists. It is a deterministic finite automaton over the Unicode characters
/// without surrogates. Never changes, and is cheap to copy.
///
/// Every operation throws TextSetTooLarge if its result would need more than maxStates.
class TextSet {
public:
    using State = uint32_t;
    static constexpr State start = 0;
    /// A text that leads here is not in the set, whatever follows.
    static constexpr State dead = ~State(0);
    static constexpr size_t maxStates = 50'000;

    /// The characters from `first` up to the `first` of the next piece lead to `target`.
    struct Piece {
        char32_t first;
        State target;
        bool operator==(const Piece&) const = default;
    };

    class Builder;

    TextSet(); ///< the empty set

    static TextSet everything();
    static TextSet exactly(std::span<const std::u32string> texts);
    static TextSet exactly(std::u32string_view text);
    /// The texts of `min` to `max` characters; without upper limit if `max` is nothing.
    static TextSet ofLength(uint64_t min, std::optional<uint64_t> max);

    TextSet operator&(const TextSet& other) const;
    TextSet operator|(const TextSet& other) const;
    TextSet operator-(const TextSet& other) const;
    TextSet operator~() const { return everything() - *this; }

    bool isEmpty() const;
    bool isEverything() const;
    bool contains(std::u32string_view text) const;

    struct Lengths {
        uint64_t min;
        std::optional<uint64_t> max; ///< nothing: no upper limit
    };
    /// The lengths, in characters, of the shortest and the longest text. The set must not be empty.
    Lengths lengths() const;

    /// Returns all texts of the set, or nothing if they are more than `limit`.
    std::optional<std::vector<std::u32string>> list(size_t limit) const;

    /// A pointer that copies of this set share and other sets do not have, as long as one of the
    /// copies exists.
    const void* identity() const { return m_automaton.get(); }

    size_t states() const { return m_automaton->accepting.size(); }
    bool accepts(State state) const { return m_automaton->accepting[state] != 0; }
    /// The transitions of a state in ascending order; the first one begins at character 0.
    std::span<const Piece> pieces(State state) const;
    State next(State state, char32_t character) const;

private:
    struct Automaton {
        std::vector<Piece> pieces;
        std::vector<uint32_t> begins; // of each state's pieces, and the end
        std::vector<uint8_t> accepting;
    };
    enum class Keep { Both, Either, OnlyFirst };
    class Pairing;

    std::shared_ptr<const Automaton> m_automaton;
};

/// Builds a set state by state. The first state that is added is the start.
class TextSet::Builder {
public:
    /// Throws TextSetTooLarge.
    State addState(bool accepting);
    /// Sets the transitions of a state, in ascending order of `first`. Characters before the first
    /// piece lead to `dead`. Surrogates are taken out.
    void connect(State state, std::vector<Piece> pieces);
    size_t states() const { return m_states.size(); }

    /// Returns the set, without states from which no text of the set can be completed.
    TextSet build() &&;

private:
    struct Draft {
        bool accepting;
        std::vector<Piece> pieces;
    };
    std::vector<uint8_t> liveStates() const;

    std::vector<Draft> m_states;
};

/// The texts in which a regular expression of ECMA-262 finds a match, as JSON Schema's `pattern`
/// defines it: not anchored, `.` does not match line breaks, \d and \w know ASCII only. Look-ahead
/// is supported at the outermost level. Throws PatternRefusal if the pattern is malformed or not
/// regular (back-references, look-behind), and TextSetTooLarge if it needs too many states.
///
/// This is the second compiler of patterns next to regexOfPattern(), and both are needed. Keywords
/// combine the texts of a pattern with lengths and enumerations before JSON escapes them: they need
/// the difference of two sets, whether it is empty, its lengths and a list of it, which only a
/// complete automaton over characters answers exactly, and \b, which looks at both neighbors. That
/// automaton has a state for each count and each set of alternatives, so it cannot hold the long
/// answers of regexOfPattern(), such as `.{0,100000}` or `(a|b)*a(a|b){20}`.
TextSet textsMatching(std::string_view pattern);

} // namespace engine
