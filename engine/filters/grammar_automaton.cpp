#include "engine/filters/grammar_automaton.h"

#include "base/error.h"

#include <algorithm>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

[[noreturn]] void refuseSize()
{
    throw Error(ErrorKind::BadRequest,
        "The constraint is too complex for this text: it needs more than "
            + std::to_string(GrammarAutomaton::maxStates) + " states.");
}

} // namespace

GrammarAutomaton::GrammarAutomaton(Grammar grammar)
    : m_grammar(std::move(grammar))
{
    intern(std::vector<Thread>(), false); // dead
    intern(Continuation()); // the end
    m_start = stateAfter(then(m_grammar.root(), end));
}

size_t GrammarAutomaton::bytes() const
{
    return m_states.size() * sizeof(State) + m_threads.size() * sizeof(Thread)
        + m_rows.size() * sizeof(StateId) + m_continuations.size() * sizeof(Continuation)
        + m_alternatives.size() * sizeof(ContinuationId)
        + m_expansionThreads.size() * sizeof(Thread) + m_grammar.regexes().bytes();
}

std::span<const GrammarAutomaton::Thread> GrammarAutomaton::threads(StateId state) const
{
    const State& stored = m_states[size_t(state)];
    return std::span(m_threads).subspan(stored.begin, stored.end - stored.begin);
}

std::span<const GrammarAutomaton::ContinuationId> GrammarAutomaton::alternativesIn(
    const Continuation& either) const
{
    return std::span(m_alternatives).subspan(either.begin, either.end - either.begin);
}

GrammarAutomaton::ContinuationId GrammarAutomaton::intern(
    Continuation made, std::span<const ContinuationId> alternatives)
{
    uint64_t hash = stirred(uint64_t(made.kind), uint64_t(made.node) | uint64_t(made.rest) << 32);
    for (const ContinuationId alternative : alternatives)
        hash = stirred(hash, uint64_t(alternative));
    const auto found = m_continuationTable.find(hash, [&](uint32_t id) {
        const Continuation& other = m_continuations[id];
        return other.kind == made.kind && other.node == made.node && other.rest == made.rest
            && std::ranges::equal(alternativesIn(other), alternatives);
    });
    if (found)
        return ContinuationId(*found);
    if (m_continuations.size() >= maxContinuations || m_alternatives.size() >= 8 * maxContinuations)
        refuseSize();
    made.begin = uint32_t(m_alternatives.size());
    m_alternatives.insert(m_alternatives.end(), alternatives.begin(), alternatives.end());
    made.end = uint32_t(m_alternatives.size());
    const auto id = uint32_t(m_continuations.size());
    m_continuations.push_back(made);
    m_continuationTable.insert(hash, id);
    return ContinuationId(id);
}

GrammarAutomaton::ContinuationId GrammarAutomaton::then(NodeId node, ContinuationId rest)
{
    if (node == m_grammar.empty())
        return rest;
    Continuation made;
    made.kind = Continuation::Kind::Then;
    made.depth = continuation(rest).depth + 1;
    made.node = node;
    made.rest = rest;
    return intern(made);
}

// Alternatives with the same top become one, down to where they differ. Remembered by what they
// were: alternatives share their tails, so that the same ones come together over and over.
GrammarAutomaton::ContinuationId GrammarAutomaton::either(
    const std::vector<ContinuationId>& alternatives)
{
    std::vector<ContinuationId> flat;
    for (const ContinuationId id : alternatives) {
        if (continuation(id).kind != Continuation::Kind::Either) {
            flat.push_back(id);
            continue;
        }
        const auto inner = alternativesIn(continuation(id));
        flat.insert(flat.end(), inner.begin(), inner.end());
    }
    std::ranges::sort(flat, {}, [this](ContinuationId id) {
        const Continuation& each = continuation(id);
        return std::tuple(each.kind, each.node, id);
    });
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (flat.size() == 1)
        return flat.front();
    if (const auto known = m_merged.find(flat); known != m_merged.end())
        return known->second;
    const ContinuationId merged = mergedByTop(flat);
    if (m_merged.size() >= maxContinuations)
        refuseSize();
    m_merged.emplace(std::move(flat), merged);
    return merged;
}

// Merges alternatives that are sorted by their tops.
GrammarAutomaton::ContinuationId GrammarAutomaton::mergedByTop(
    std::span<const ContinuationId> sorted)
{
    std::vector<ContinuationId> merged;
    for (size_t begin = 0, after = 0; begin < sorted.size(); begin = after) {
        const Continuation top = continuation(sorted[begin]);
        std::vector<ContinuationId> rests;
        for (; after < sorted.size() && continuation(sorted[after]).kind == top.kind
             && continuation(sorted[after]).node == top.node;
             ++after)
            rests.push_back(continuation(sorted[after]).rest);
        merged.push_back(rests.size() == 1 ? sorted[begin] : then(top.node, either(rests)));
    }
    if (merged.size() == 1)
        return merged.front();
    std::sort(merged.begin(), merged.end());
    Continuation made;
    made.kind = Continuation::Kind::Either;
    for (const ContinuationId id : merged)
        made.depth = std::max(made.depth, continuation(id).depth);
    return intern(made, merged);
}

GrammarAutomaton::Expansion GrammarAutomaton::expansion(ContinuationId id)
{
    if (continuation(id).expansion == ~uint32_t(0)) {
        const Expansion computed = computedExpansion(id);
        m_continuations[size_t(id)].expansion = uint32_t(m_expansions.size());
        m_expansions.push_back(computed);
    }
    return m_expansions[continuation(id).expansion];
}

GrammarAutomaton::Expansion GrammarAutomaton::computedExpansion(ContinuationId id)
{
    bool mayEnd = false;
    Expanding expanding;
    expanding.open = {id};
    std::unordered_set<ContinuationId> seen;
    while (!expanding.open.empty()) {
        const ContinuationId next = expanding.open.back();
        expanding.open.pop_back();
        const Continuation current = continuation(next);
        if (int(current.depth) > maxNesting || !seen.insert(next).second)
            continue;
        const auto alternatives = alternativesIn(current);
        switch (current.kind) {
        case Continuation::Kind::End:
            mayEnd = true;
            break;
        case Continuation::Kind::Either:
            expanding.open.insert(expanding.open.end(), alternatives.begin(), alternatives.end());
            break;
        case Continuation::Kind::Then:
            expandNode(current.node, current.rest, expanding);
            break;
        }
    }
    mergeThreads(expanding.threads);
    const auto begin = uint32_t(m_expansionThreads.size());
    m_expansionThreads.insert(
        m_expansionThreads.end(), expanding.threads.begin(), expanding.threads.end());
    return {begin, uint32_t(m_expansionThreads.size()), mayEnd};
}

// Adds what a node followed by `rest` begins with: a thread, or continuations to expand further.
void GrammarAutomaton::expandNode(NodeId id, ContinuationId rest, Expanding& expanding)
{
    const Grammar::Node node = m_grammar.node(id);
    if (!node.canFinish)
        return;
    switch (node.kind) {
    case Grammar::Kind::Nothing:
        break;
    case Grammar::Kind::Empty:
        expanding.open.push_back(rest);
        break;
    case Grammar::Kind::Terminal:
        expanding.threads.push_back({node.regex, rest});
        if (node.mayBeEmpty)
            expanding.open.push_back(rest);
        break;
    case Grammar::Kind::Sequence:
        expanding.open.push_back(then(node.first, then(node.second, rest)));
        break;
    case Grammar::Kind::Choice:
        for (const NodeId child : m_grammar.childNodes(node))
            expanding.open.push_back(then(child, rest));
        break;
    case Grammar::Kind::Repeat:
        expandRepeat(node, rest, expanding);
        break;
    case Grammar::Kind::Reference:
        expanding.open.push_back(then(m_grammar.body(node), rest));
        break;
    }
}

// A part that may be empty is never needed to fill up a count. What follows an empty one is the
// same repetition with a lower maximum, which adds nothing to what has been expanded before.
void GrammarAutomaton::expandRepeat(
    const Grammar::Node& repeat, ContinuationId rest, Expanding& expanding)
{
    const Grammar::Node& part = m_grammar.node(repeat.first);
    const bool isOptional = repeat.minimum == 0 || part.mayBeEmpty;
    if (part.mayBeEmpty) {
        for (const Expanding::Repeat& known : expanding.repeats)
            if (known.part == repeat.first && known.rest == rest && known.maximum >= repeat.maximum)
                return;
        expanding.repeats.push_back({repeat.first, rest, repeat.maximum});
    }
    if (isOptional)
        expanding.open.push_back(rest);
    if (!part.canFinish)
        return;
    const int64_t min = isOptional ? 0 : repeat.minimum - 1;
    const int64_t max
        = repeat.maximum == Grammar::unlimited ? Grammar::unlimited : repeat.maximum - 1;
    const NodeId remaining = m_grammar.repeat(repeat.first, min, max);
    expanding.open.push_back(then(repeat.first, then(remaining, rest)));
}

// Threads within the same terminal become one.
void GrammarAutomaton::mergeThreads(std::vector<Thread>& threads)
{
    std::sort(threads.begin(), threads.end());
    threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
    size_t kept = 0;
    for (size_t begin = 0, after = 0; begin < threads.size(); begin = after) {
        std::vector<ContinuationId> rests;
        for (; after < threads.size() && threads[after].terminal == threads[begin].terminal;
             ++after)
            rests.push_back(threads[after].rest);
        const ContinuationId rest = either(rests);
        threads[kept++] = {threads[begin].terminal, rest};
    }
    threads.resize(kept);
}

GrammarAutomaton::StateId GrammarAutomaton::intern(std::vector<Thread> threads, bool mayEnd)
{
    mergeThreads(threads);
    uint64_t hash = stirred(0, mayEnd);
    for (const Thread& thread : threads)
        hash = stirred(hash, uint64_t(thread.terminal) | uint64_t(thread.rest) << 32);
    const auto found = m_stateTable.find(hash, [&](uint32_t id) {
        return m_states[id].mayEnd == mayEnd
            && std::ranges::equal(this->threads(StateId(id)), threads);
    });
    if (found)
        return StateId(*found);
    if (m_states.size() >= maxStates || m_threads.size() >= maxThreads)
        refuseSize();
    State made;
    made.mayEnd = mayEnd;
    made.begin = uint32_t(m_threads.size());
    for (const Thread& thread : threads)
        made.first |= regexes().firstBytes(thread.terminal);
    m_threads.insert(m_threads.end(), threads.begin(), threads.end());
    made.end = uint32_t(m_threads.size());
    const auto id = uint32_t(m_states.size());
    m_states.push_back(made);
    m_stateTable.insert(hash, id);
    return StateId(id);
}

GrammarAutomaton::StateId GrammarAutomaton::stateAfter(ContinuationId rest)
{
    const Expansion begins = expansion(rest);
    const auto threads
        = std::span(m_expansionThreads).subspan(begins.begin, begins.end - begins.begin);
    return intern({threads.begin(), threads.end()}, begins.mayEnd);
}

GrammarAutomaton::StateId GrammarAutomaton::rememberedNext(StateId state, uint8_t byte)
{
    if (!m_states[size_t(state)].first.contains(byte))
        return dead;
    if (m_states[size_t(state)].row == noRow) {
        if (m_rows.size() > RegexPool::maxRemembered)
            refuseSize();
        m_states[size_t(state)].row = uint32_t(m_rows.size());
        m_rows.resize(m_rows.size() + size_t(regexes().classes()), unknown);
    }
    const size_t position = m_states[size_t(state)].row + regexes().characterClass(byte);
    const StateId computed = computedNext(state, byte);
    m_rows[position] = computed;
    return computed;
}

GrammarAutomaton::StateId GrammarAutomaton::next(StateId state, std::string_view bytes)
{
    for (const char byte : bytes)
        state = next(state, uint8_t(byte));
    return state;
}

GrammarAutomaton::StateId GrammarAutomaton::computedNext(StateId state, uint8_t byte)
{
    std::vector<Thread> after;
    bool mayEnd = false;
    const State current = m_states[size_t(state)];
    for (uint32_t index = current.begin; index < current.end; ++index) {
        const Thread thread = m_threads[index];
        const RegexId left = regexes().next(thread.terminal, byte);
        if (left == regexes().nothing())
            continue;
        if (left != regexes().empty())
            after.push_back({left, thread.rest});
        if (!regexes().matchesEmpty(left))
            continue;
        const Expansion begins = expansion(thread.rest);
        mayEnd |= begins.mayEnd;
        after.insert(after.end(), m_expansionThreads.begin() + begins.begin,
            m_expansionThreads.begin() + begins.end);
    }
    return after.empty() && !mayEnd ? dead : intern(std::move(after), mayEnd);
}

} // namespace engine
