#pragma once

#include "engine/filters/character_set.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A set of byte values.
class ByteSet {
public:
    constexpr ByteSet() = default;

    static constexpr ByteSet of(uint8_t byte) { return range(byte, byte); }

    /// The bytes from `first` to `last`, both included.
    static constexpr ByteSet range(uint8_t first, uint8_t last)
    {
        ByteSet set;
        for (unsigned byte = first; byte <= last; ++byte)
            set.add(uint8_t(byte));
        return set;
    }
    static constexpr ByteSet all() { return range(0, 255); }

    constexpr void add(uint8_t byte) { m_words[byte / 64] |= uint64_t(1) << (byte % 64); }
    constexpr bool contains(uint8_t byte) const { return (m_words[byte / 64] >> (byte % 64)) & 1; }
    constexpr bool isEmpty() const { return *this == ByteSet(); }

    constexpr int count() const
    {
        int bits = 0;
        for (const uint64_t word : m_words)
            bits += std::popcount(word);
        return bits;
    }

    constexpr ByteSet& operator|=(const ByteSet& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }
    constexpr ByteSet& operator&=(const ByteSet& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
            m_words[i] &= other.m_words[i];
        return *this;
    }
    constexpr ByteSet operator~() const
    {
        ByteSet set;
        for (size_t i = 0; i < m_words.size(); ++i)
            set.m_words[i] = ~m_words[i];
        return set;
    }
    constexpr bool operator==(const ByteSet&) const = default;
    /// An arbitrary total order, so that sets can be keys of a map.
    constexpr bool operator<(const ByteSet& other) const { return m_words < other.m_words; }

    constexpr const std::array<uint64_t, 4>& words() const { return m_words; }

private:
    std::array<uint64_t, 4> m_words = {};
};

inline constexpr ByteSet operator|(ByteSet a, const ByteSet& b)
{
    return a |= b;
}
inline constexpr ByteSet operator&(ByteSet a, const ByteSet& b)
{
    return a &= b;
}

/// A hash table of ids, for values that are stored elsewhere under consecutive ids. The caller
/// compares the values: it says which of the ids with a given hash belongs to the requested value.
class IdTable {
public:
    /// Returns the id inserted under `hash` for which `isIt(id)` is true, or nothing.
    template <typename IsIt>
    std::optional<uint32_t> find(uint64_t hash, IsIt isIt) const
    {
        if (m_slots.empty())
            return std::nullopt;
        for (size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
            const Slot& entry = m_slots[slot];
            if (entry.id == none)
                return std::nullopt;
            if (entry.hash == uint32_t(hash >> 32) && isIt(entry.id))
                return entry.id;
        }
    }

    /// Inserts an id. Its value must not be in the table yet.
    void insert(uint64_t hash, uint32_t id)
    {
        if (m_size * 2 >= m_slots.size())
            grow();
        place(Slot{uint32_t(hash >> 32), uint32_t(hash), id});
        ++m_size;
    }

private:
    static constexpr uint32_t none = ~uint32_t(0);
    struct Slot {
        uint32_t hash = 0; // the upper half
        uint32_t home = 0; // the lower half: where to begin looking
        uint32_t id = none;
    };

    size_t mask() const { return m_slots.size() - 1; }

    void place(Slot entry)
    {
        size_t slot = entry.home & mask();
        while (m_slots[slot].id != none)
            slot = (slot + 1) & mask();
        m_slots[slot] = entry;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 256 : m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot& entry : old)
            if (entry.id != none)
                place(entry);
    }

    std::vector<Slot> m_slots; // a power of two, at most half full
    size_t m_size = 0;
};

/// Mixes `value` into `hash` with the finalizer of MurmurHash3 (Appleby).
inline uint64_t stirred(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
    hash ^= hash >> 33;
    hash *= 0xFF51AFD7ED558CCD;
    hash ^= hash >> 33;
    hash *= 0xC4CEB9FE1A85EC53;
    hash ^= hash >> 33;
    return hash;
}

/// A regular expression in a RegexPool. Equal ids of one pool mean equal languages, but one
/// language may have several ids.
enum class RegexId : uint32_t {};

/// A deterministic automaton over bytes. It begins in state 0. A byte for which a state has no edge
/// is not accepted.
struct ByteAutomaton {
    struct Edge {
        uint8_t first, last; ///< bytes, both included; the edges of one state do not overlap
        uint32_t target;
        bool operator==(const Edge&) const = default;
    };
    struct State {
        bool accepting = false;
        std::vector<Edge> edges;
        bool operator==(const State&) const = default;
    };
    std::vector<State> states;
};

/// Regular expressions over bytes, and their automaton, of which only the states that are visited
/// are built.
///
/// An expression is a set of byte strings. It is at the same time the state of an automaton that
/// still has to read one of these strings: the derivative by a byte (Brzozowski, "Derivatives of
/// Regular Expressions", 1964) is the expression for what may follow that byte. Equal expressions
/// are stored once and derivatives are remembered, so a step that was taken before is a table
/// look-up. Intersection, complement and exact counts need nothing more than their derivatives, and
/// only the states that a text really reaches are made.
///
/// Building and walking throw Error{BadRequest} when the pool grows beyond maxNodes or
/// maxRemembered, or an expression nests deeper than maxDepth. One thread may use it at a time;
/// copies are independent.
class RegexPool {
public:
    static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();
    static constexpr int64_t maxCount = 1'000'000'000; ///< the largest finite count of a repetition
    static constexpr size_t maxNodes = size_t(1) << 20;
    static constexpr size_t maxRemembered = size_t(1) << 25; ///< of derivatives
    static constexpr int maxDepth = 500;

    RegexPool();

    RegexId nothing() const { return RegexId(0); } ///< matches no string
    RegexId empty() const { return RegexId(1); } ///< matches the empty string only
    RegexId anything() const { return RegexId(2); } ///< matches every string of bytes, UTF-8 or not
    RegexId bytes(const ByteSet& set); ///< matches one byte of the set
    RegexId literal(std::string_view text);
    /// Matches any of the texts. What several of them begin with is walked once.
    RegexId anyLiteral(std::vector<std::string> texts);
    RegexId automaton(const ByteAutomaton& automaton);

    RegexId sequence(std::span<const RegexId> parts); ///< matches the parts one after the other
    RegexId choice(std::span<const RegexId> parts); ///< matches what at least one part matches
    RegexId intersection(std::span<const RegexId> parts); ///< matches what all parts match
    /// Matches every string of bytes that the part does not match.
    RegexId complement(RegexId part);
    /// Matches the part `minimum` to `maximum` times. Counts are exact; a large one costs nothing
    /// until it is walked.
    RegexId repeat(RegexId part, int64_t minimum, int64_t maximum = unlimited);
    RegexId optional(RegexId part) { return repeat(part, 0, 1); }

    RegexId sequence(std::initializer_list<RegexId> parts);
    RegexId choice(std::initializer_list<RegexId> parts);
    RegexId intersection(std::initializer_list<RegexId> parts);

    /// Matches what `part` matches and `without` does not.
    RegexId difference(RegexId part, RegexId without);

    /// Returns the expression for what may follow `byte`, and nothing() if the byte may not come.
    /// Unless `regex` itself matches nothing, the result is nothing() whenever it matches nothing.
    RegexId next(RegexId regex, uint8_t byte)
    {
        if (const uint32_t row = node(regex).nextRow; row != noRow)
            if (const RegexId known = m_nextRows[row + m_classOf[byte]]; known != unknown)
                return known;
        return computedNext(regex, byte);
    }

    bool matchesEmpty(RegexId regex) const { return node(regex).matchesEmpty; }

    /// A set that contains every byte with which a match may begin; for intersections and
    /// complements possibly others.
    const ByteSet& firstBytes(RegexId regex) const { return node(regex).first; }

    /// True if no string matches: for intersections and complements this takes a search. Throws
    /// Error{BadRequest} if the search takes more than maxSearch steps.
    bool matchesNothing(RegexId regex);
    static constexpr size_t maxSearch = 200'000;

    /// True if the whole of `text` matches.
    bool matches(RegexId regex, std::string_view text);

    /// Returns `regex` without the complements that it is intersected with, so it matches at least
    /// as much. After some bytes the two are often the same expression, so a short walk tells where
    /// they differ.
    RegexId withoutExceptions(RegexId regex);

    /// Returns an expression that agrees with `regex` about every string of up to `length` bytes:
    /// whether it matches, and whether a match begins with it. Long counts become short ones.
    RegexId agreeingUpTo(RegexId regex, int64_t length);

    /// A text that is equal for equal expressions of any pool and different for different ones.
    /// Empty if it would be longer than maxDescription.
    std::string description(RegexId regex) const;
    static constexpr size_t maxDescription = size_t(1) << 14;

    /// The class of a byte. No expression of the pool distinguishes two bytes of the same class.
    /// Classes are numbered from 0 and stay as they are until an expression with a new set of bytes
    /// is made.
    uint8_t characterClass(uint8_t byte)
    {
        if (!m_classesAreSettled)
            settleClasses();
        return m_classOf[byte];
    }
    int classes();

    size_t size() const { return m_nodes.size(); }

    /// About how many bytes of memory the expressions and their derivatives take.
    size_t bytes() const
    {
        return m_nodes.size() * sizeof(Node) + m_children.size() * sizeof(RegexId)
            + (m_rows.size() + m_nextRows.size()) * sizeof(RegexId);
    }

private:
    enum class Kind : uint8_t {
        Nothing,
        Empty,
        Anything,
        Bytes, ///< one byte of `first`
        Automaton, ///< from state `a` of m_states on
        Concatenation, ///< `a`, then `b`
        Choice, ///< m_children [a, a + b), ascending
        Intersection, ///< the same
        Complement, ///< of `a`
        Repeat, ///< `a`, `minimum` to `maximum` times
    };
    enum class Answer : uint8_t { Unknown, No, Yes };
    static constexpr uint32_t endless = ~uint32_t(0); // as a maximum
    static constexpr uint32_t noRow = ~uint32_t(0);
    static constexpr RegexId unknown = RegexId(~uint32_t(0)); // in rows

    struct Node {
        Kind kind = Kind::Nothing;
        bool matchesEmpty = false;
        bool hasLogic = false; ///< it has an intersection or a complement somewhere
        Answer matchesNothing = Answer::Unknown;
        uint16_t depth = 0; ///< of the recursion that takes its derivative
        uint32_t a = 0, b = 0;
        uint32_t minimum = 0, maximum = 0;
        uint32_t row = noRow; ///< where its derivatives begin in m_rows
        uint32_t nextRow = noRow; ///< where what next() gives begins in m_nextRows
        ByteSet first;
    };
    struct AutomatonState {
        bool accepting;
        ByteSet first;
        uint32_t edgesBegin, edgesEnd; ///< in m_edges
    };

    const Node& node(RegexId id) const { return m_nodes[size_t(id)]; }
    std::span<const RegexId> childNodes(const Node& node) const;
    RegexId intern(Node node, std::span<const RegexId> children = {});
    bool isSame(const Node& a, const Node& b, std::span<const RegexId> childrenOfB) const;
    RegexId concatenation(RegexId head, RegexId tail);
    RegexId anyLiteral(std::span<const std::string> sorted, size_t offset, int depth);
    RegexId automatonState(uint32_t state);
    void gather(Kind kind, std::span<const RegexId> parts, std::vector<RegexId>& gathered) const;
    void mergeCounts(std::vector<RegexId>& choices);

    RegexId derivative(RegexId id, uint8_t byte);
    RegexId computedDerivative(RegexId id, uint8_t byte);
    RegexId derivativeOfConcatenation(RegexId id, uint8_t byte);
    RegexId computedNext(RegexId regex, uint8_t byte);
    RegexId& remembered(uint32_t Node::*row, std::vector<RegexId>& rows, RegexId id, uint8_t byte);
    void settleClasses();
    bool isUnionOfClasses(const ByteSet& set) const;
    void distinguish(const ByteSet& set);
    bool searchFindsNothing(RegexId regex);
    bool matchesNothingIsOpen(RegexId regex) const;

    std::vector<Node> m_nodes;
    std::vector<RegexId> m_children;
    IdTable m_table;

    std::vector<AutomatonState> m_states; // of all automata
    std::vector<ByteAutomaton::Edge> m_edges;

    std::set<ByteSet> m_alphabet; // every set of bytes that an expression distinguishes
    std::array<uint8_t, 256> m_classOf = {};
    std::vector<uint8_t> m_byteOf; // some byte of each class
    bool m_classesAreSettled = false;
    std::vector<RegexId> m_rows; // derivatives, one for each class
    std::vector<RegexId> m_nextRows; // the same without those that match nothing
};

/// Matches one character of the set in UTF-8. Surrogates have no UTF-8 and are left out.
RegexId utf8Regex(RegexPool& pool, const CharacterSet& set);

} // namespace engine
