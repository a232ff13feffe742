#pragma once

#include "engine/filters/byte_set.h"
#include "engine/filters/id_table.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A regular expression in a RegexPool. Equal ids of one pool are equal languages; not the other
/// way round: one language may have several ids.
enum class RegexId : uint32_t {};

/// A deterministic automaton over bytes. State 0 begins; a byte without an edge leads nowhere.
struct ByteAutomaton {
    struct Edge {
        uint8_t first, last; ///< bytes, both included; edges of one state may not overlap
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

/// Regular expressions over bytes, and their automaton, built as far as somebody walks it.
///
/// An expression is a set of byte strings. It is also the state of an automaton that still has to
/// read those strings: the derivative by a byte (Brzozowski, "Derivatives of Regular Expressions",
/// 1964) is the expression for what may follow that byte. Equal expressions are stored once, and
/// derivatives are remembered, so walking is a table look-up after the first time. That makes
/// intersection, complement and exact counts as cheap to write as anything else, and only the
/// states that a text really reaches are ever made.
///
/// Building and walking throw Error{BadRequest} when the pool grows beyond maxNodes or
/// maxRemembered, or an expression nests deeper than maxDepth. One thread at a time; copies are
/// independent.
class RegexPool {
public:
    static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();
    static constexpr int64_t maxCount = 1'000'000'000; ///< of a repetition that has an end
    static constexpr size_t maxNodes = size_t(1) << 20;
    static constexpr size_t maxRemembered = size_t(1) << 25; ///< derivatives
    static constexpr int maxDepth = 500;

    RegexPool();

    RegexId nothing() const { return RegexId(0); } ///< no string at all
    RegexId empty() const { return RegexId(1); } ///< the empty string only
    RegexId anything() const { return RegexId(2); } ///< every string of bytes, UTF-8 or not
    RegexId bytes(const ByteSet& set); ///< one byte of the set
    RegexId literal(std::string_view text);
    /// One of the texts; what several begin with is walked once.
    RegexId anyLiteral(std::vector<std::string> texts);
    RegexId automaton(const ByteAutomaton& automaton);

    RegexId sequence(std::span<const RegexId> parts); ///< one after the other
    RegexId choice(std::span<const RegexId> parts); ///< at least one of them
    RegexId intersection(std::span<const RegexId> parts); ///< all of them at once
    RegexId complement(RegexId part); ///< every string of bytes that it does not match
    /// From `minimum` to `maximum` times. Counts are exact and cost nothing until walked.
    RegexId repeat(RegexId part, int64_t minimum, int64_t maximum = unlimited);
    RegexId optional(RegexId part) { return repeat(part, 0, 1); }

    RegexId sequence(std::initializer_list<RegexId> parts);
    RegexId choice(std::initializer_list<RegexId> parts);
    RegexId intersection(std::initializer_list<RegexId> parts);

    /// `part` without `without`.
    RegexId difference(RegexId part, RegexId without);

    /// What may follow after `byte`; nothing() if the byte may not come. Never another expression
    /// that matches nothing, unless `regex` was one.
    RegexId next(RegexId regex, uint8_t byte)
    {
        if (const uint32_t row = node(regex).nextRow; row != noRow)
            if (const RegexId known = m_nextRows[row + m_classOf[byte]]; known != unknown)
                return known;
        return computedNext(regex, byte);
    }

    bool matchesEmpty(RegexId regex) const { return node(regex).matchesEmpty; }

    /// The bytes that may come first. For intersections and complements it may hold more.
    const ByteSet& firstBytes(RegexId regex) const { return node(regex).first; }

    /// True if there is no string that it matches: intersections and complements can be so without
    /// showing it. Throws Error{BadRequest} if finding out takes more than maxSearch steps.
    bool matchesNothing(RegexId regex);
    static constexpr size_t maxSearch = 200'000;

    /// Whether it matches the whole of `text`.
    bool matches(RegexId regex, std::string_view text);

    /// `regex` without the complements that it has to keep as well: it matches at least as much.
    /// What is left of both after a text is often the same expression, so that a little walking
    /// tells where they differ.
    RegexId withoutExceptions(RegexId regex);

    /// An expression that agrees with `regex` about strings of up to `length` bytes: which of them
    /// it matches, and with which of them one of its strings begins. Long counts become short ones.
    RegexId agreeingUpTo(RegexId regex, int64_t length);

    /// A text that is the same for equal expressions of any pool, and differs for others. Empty if
    /// it would be longer than maxDescription.
    std::string description(RegexId regex) const;
    static constexpr size_t maxDescription = size_t(1) << 14;

    /// Bytes of one class are alike to every expression of the pool. Classes are numbered from 0;
    /// they are settled until an expression with a new set of bytes is made.
    uint8_t classOf(uint8_t byte)
    {
        if (!m_classesAreSettled)
            settleClasses();
        return m_classOf[byte];
    }
    int classes();

    size_t size() const { return m_nodes.size(); }

    /// About how much memory the expressions and what is known of them take.
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
    std::span<const RegexId> childrenOf(const Node& node) const;
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
    bool searchIsInVain(RegexId regex);
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

} // namespace engine
