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

/// Why a set of texts cannot be worked with; what() is a clause without full stop.
class TextSetTooLarge : public std::runtime_error {
public:
    TextSetTooLarge();
};

/// A set of texts, usually infinitely many: those that a pattern matches, that a length allows,
/// that an enumeration lists. A deterministic finite automaton over Unicode characters without
/// surrogates. Immutable and cheap to copy.
///
/// Every operation throws TextSetTooLarge where its result would need more than `maxStates`.
class TextSet {
public:
    using State = uint32_t;
    static constexpr State start = 0;
    static constexpr State dead = ~State(0); ///< no text that gets here is in the set
    static constexpr size_t maxStates = 50'000;

    /// Where characters from `first` up to the next piece's `first` lead.
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
    /// The texts of `min` to `max` characters; no `max`: or more.
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
        std::optional<uint64_t> max; ///< none: without end
    };
    /// Of a set that is not empty.
    Lengths lengths() const;

    /// All texts of the set if they are at most `limit`.
    std::optional<std::vector<std::u32string>> list(size_t limit) const;

    /// The same for copies of one set, as long as one of them lives.
    const void* identity() const { return m_automaton.get(); }

    size_t states() const { return m_automaton->accepting.size(); }
    bool accepts(State state) const { return m_automaton->accepting[state] != 0; }
    /// In ascending order; the first begins at 0.
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

/// Puts an automaton together state by state; the first one begins.
class TextSet::Builder {
public:
    /// Throws TextSetTooLarge.
    State addState(bool accepting);
    /// Pieces in ascending order of `first`; where the first is not 0, or none are given, the rest
    /// leads nowhere. Surrogates are taken out.
    void connect(State state, std::vector<Piece> pieces);
    size_t states() const { return m_states.size(); }

    /// The set, without states that lead nowhere.
    TextSet build() &&;

private:
    struct Draft {
        bool accepting;
        std::vector<Piece> pieces;
    };
    std::vector<uint8_t> liveStates() const;

    std::vector<Draft> m_states;
};

} // namespace engine
