#pragma once

#include "engine/filters/grammar.h"
#include "engine/filters/regex_pool.h"

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace engine {

/// Reads a text of a grammar byte by byte and follows all possible readings at once.
///
/// A reading is a thread (not one of the operating system): a terminal that is being read, as the
/// expression for the rest of it, and a continuation, which is everything that has to come after it
/// up to the end of the text. A state is the set of threads that a text leads to. Threads,
/// continuations and states are stored once each, so that what was computed for a state is known
/// whenever the state comes back.
///
/// Continuations are stacks, stored as lists that share their tails. Where several threads are
/// within the same terminal, or several stacks have the same top, they become one whose tail is a
/// choice. So the size of the grammar, not the number of readings, bounds the number of threads.
///
/// TextSet is another automaton: it is complete and over characters, so that sets can be combined and
/// compared, and has no stacks. A TextSet becomes a terminal here.
///
/// Throws Error{BadRequest} when it grows beyond maxStates, maxContinuations or maxThreads. A text
/// that nests deeper than maxNesting is not accepted. One thread of the operating system may use it
/// at a time.
class GrammarAutomaton {
public:
    enum class StateId : uint32_t {};
    enum class ContinuationId : uint32_t {};
    static constexpr size_t maxStates = size_t(1) << 18;
    static constexpr size_t maxContinuations = size_t(1) << 19;
    static constexpr size_t maxThreads = size_t(1) << 24; ///< in all states together
    static constexpr int maxNesting = 1000;

    struct Thread {
        RegexId terminal; ///< the rest of the terminal that is being read
        ContinuationId rest; ///< what follows the terminal
        bool operator==(const Thread&) const = default;
        bool operator<(const Thread& other) const
        {
            return std::tie(terminal, rest) < std::tie(other.terminal, other.rest);
        }
    };

    /// `grammar` must have passed Grammar::check().
    explicit GrammarAutomaton(Grammar grammar);

    /// The state of a text that nothing can complete.
    static constexpr StateId dead = StateId(0);

    StateId start() const { return m_start; }
    StateId next(StateId state, uint8_t byte)
    {
        if (const uint32_t row = m_states[size_t(state)].row; row != noRow)
            if (const StateId known = m_rows[row + regexes().characterClass(byte)];
                known != unknown)
                return known;
        return rememberedNext(state, byte);
    }
    StateId next(StateId state, std::string_view bytes);

    bool mayEnd(StateId state) const { return m_states[size_t(state)].mayEnd; }
    std::span<const Thread> threads(StateId state) const;

    /// A set that contains every byte that may come next, and possibly others.
    const ByteSet& firstBytes(StateId state) const { return m_states[size_t(state)].first; }

    /// The state that has exactly these threads.
    StateId findState(std::vector<Thread> threads) { return intern(std::move(threads), false); }

    /// The state after the end of a terminal that `rest` follows.
    StateId stateAfter(ContinuationId rest);

    RegexPool& regexes() { return m_grammar.regexes(); }

    /// About how many bytes of memory the stored states, threads and continuations take.
    size_t bytes() const;

private:
    using NodeId = Grammar::NodeId;
    static constexpr ContinuationId end = ContinuationId(0);
    static constexpr uint32_t noRow = ~uint32_t(0);
    static constexpr StateId unknown = StateId(~uint32_t(0)); // in rows

    struct Continuation {
        enum class Kind : uint8_t {
            End, ///< of the text
            Then, ///< `node`, and then `rest`
            Either, ///< m_alternatives [begin, end)
        };
        Kind kind = Kind::End;
        uint32_t depth = 0; ///< of the stack
        NodeId node = {};
        ContinuationId rest = {};
        uint32_t begin = 0, end = 0;
        uint32_t expansion = ~uint32_t(0); ///< index into m_expansions once it is known
    };
    /// The threads with which a continuation may begin.
    struct Expansion {
        uint32_t begin, end; ///< in m_expansionThreads
        bool mayEnd; ///< the text may end before them
    };
    struct State {
        uint32_t begin = 0, end = 0; ///< in m_threads
        bool mayEnd = false;
        uint32_t row = noRow; ///< where the states that follow begin in m_rows
        ByteSet first;
    };

    const Continuation& continuation(ContinuationId id) const
    {
        return m_continuations[size_t(id)];
    }
    ContinuationId intern(Continuation continuation, std::span<const ContinuationId> either = {});
    ContinuationId then(NodeId node, ContinuationId rest);
    ContinuationId either(const std::vector<ContinuationId>& alternatives);
    ContinuationId mergedByTop(std::span<const ContinuationId> sorted);
    std::span<const ContinuationId> alternativesIn(const Continuation& either) const;

    /// An expansion on the way.
    struct Expanding {
        struct Repeat {
            NodeId part;
            ContinuationId rest;
            int64_t maximum;
        };
        std::vector<ContinuationId> open;
        std::vector<Thread> threads;
        std::vector<Repeat> repeats; ///< of parts that may be empty, as far as they are expanded
    };
    Expansion expansion(ContinuationId id);
    Expansion computedExpansion(ContinuationId id);
    void expandNode(NodeId node, ContinuationId rest, Expanding& expanding);
    void expandRepeat(const Grammar::Node& repeat, ContinuationId rest, Expanding& expanding);

    StateId intern(std::vector<Thread> threads, bool mayEnd);
    StateId rememberedNext(StateId state, uint8_t byte);
    StateId computedNext(StateId state, uint8_t byte);
    void mergeThreads(std::vector<Thread>& threads);

    Grammar m_grammar;
    std::vector<Continuation> m_continuations;
    std::vector<ContinuationId> m_alternatives;
    IdTable m_continuationTable;
    std::map<std::vector<ContinuationId>, ContinuationId> m_merged; // by the alternatives
    std::vector<Expansion> m_expansions;
    std::vector<Thread> m_expansionThreads;
    std::vector<State> m_states;
    std::vector<Thread> m_threads;
    IdTable m_stateTable;
    std::vector<StateId> m_rows; // one state for each class of bytes
    StateId m_start = dead;
};

} // namespace engine
