#include "base/error.h"
#include "engine/filters/regex_pool.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace engine {

// Walking the expressions of a RegexPool: derivatives, byte classes and the search for a match.

using base::Error;
using base::ErrorKind;

// A new set of bytes unsettles the classes, unless it keeps each of them together.
void RegexPool::distinguish(const ByteSet& set)
{
    if (!m_alphabet.insert(set).second || !m_classesAreSettled)
        return;
    m_classesAreSettled = isUnionOfClasses(set);
}

bool RegexPool::isUnionOfClasses(const ByteSet& set) const
{
    for (int byte = 0; byte < 256; ++byte)
        if (set.contains(uint8_t(byte)) != set.contains(m_byteOf[m_classOf[size_t(byte)]]))
            return false;
    return true;
}

// Splits all bytes by one set after the other. Remembered derivatives are for the old classes.
void RegexPool::settleClasses()
{
    if (m_classesAreSettled)
        return;
    m_classOf = {};
    int classes = 1;
    for (const ByteSet& set : m_alphabet) {
        std::array<int, 256> inside; // the class that the part of a class within the set becomes
        std::array<bool, 256> hasOutside = {};
        inside.fill(-1);
        for (int byte = 0; byte < 256; ++byte)
            if (!set.contains(uint8_t(byte)))
                hasOutside[m_classOf[size_t(byte)]] = true;
        for (int byte = 0; byte < 256; ++byte) {
            uint8_t& current = m_classOf[size_t(byte)];
            if (!set.contains(uint8_t(byte)) || !hasOutside[current])
                continue;
            if (inside[current] < 0)
                inside[current] = classes++;
            current = uint8_t(inside[current]);
        }
    }
    m_byteOf.assign(size_t(classes), 0);
    for (int byte = 0; byte < 256; ++byte)
        m_byteOf[m_classOf[size_t(byte)]] = uint8_t(byte);
    m_rows.clear();
    m_nextRows.clear();
    for (Node& node : m_nodes)
        node.row = node.nextRow = noRow;
    m_classesAreSettled = true;
}

int RegexPool::classes()
{
    settleClasses();
    return int(m_byteOf.size());
}

// The position of one derivative; valid until another row is made.
RegexId& RegexPool::remembered(
    uint32_t Node::*row, std::vector<RegexId>& rows, RegexId id, uint8_t byte)
{
    settleClasses();
    uint32_t& begin = m_nodes[size_t(id)].*row;
    if (begin == noRow) {
        if (rows.size() > maxRemembered)
            throw Error(ErrorKind::BadRequest,
                "A pattern is too complex for this text: it needs more than "
                    + std::to_string(maxRemembered) + " steps.");
        begin = uint32_t(rows.size());
        rows.resize(rows.size() + m_byteOf.size(), unknown);
    }
    return rows[begin + m_classOf[byte]];
}

RegexId RegexPool::derivative(RegexId id, uint8_t byte)
{
    const Node& current = node(id);
    if (!current.first.contains(byte))
        return nothing();
    if (current.kind == Kind::Bytes)
        return empty();
    if (current.kind == Kind::Anything)
        return id;
    if (current.kind == Kind::Concatenation && m_nodes[current.a].kind == Kind::Bytes)
        return RegexId(current.b);
    if (const RegexId known = remembered(&Node::row, m_rows, id, byte); known != unknown)
        return known;
    const RegexId computed = computedDerivative(id, byte);
    remembered(&Node::row, m_rows, id, byte) = computed;
    return computed;
}

RegexId RegexPool::computedDerivative(RegexId id, uint8_t byte)
{
    const Node current = node(id);
    switch (current.kind) {
    case Kind::Automaton: {
        const AutomatonState& state = m_states[current.a];
        for (uint32_t edge = state.edgesBegin; edge < state.edgesEnd; ++edge)
            if (m_edges[edge].first <= byte && byte <= m_edges[edge].last)
                return automatonState(m_edges[edge].target);
        return nothing();
    }
    case Kind::Concatenation:
        return derivativeOfConcatenation(id, byte);
    case Kind::Choice:
    case Kind::Intersection: {
        std::vector<RegexId> parts(childNodes(current).begin(), childNodes(current).end());
        for (RegexId& part : parts)
            part = derivative(part, byte);
        return current.kind == Kind::Choice ? choice(parts) : intersection(parts);
    }
    case Kind::Complement:
        return complement(derivative(RegexId(current.a), byte));
    case Kind::Repeat: {
        const RegexId first = derivative(RegexId(current.a), byte);
        const int64_t min = current.minimum == 0 ? 0 : int64_t(current.minimum) - 1;
        const int64_t max = current.maximum == endless ? unlimited : int64_t(current.maximum) - 1;
        return concatenation(first, repeat(RegexId(current.a), min, max));
    }
    case Kind::Nothing:
    case Kind::Empty:
    case Kind::Anything:
    case Kind::Bytes:
        break;
    }
    return derivative(id, byte);
}

// Goes along the chain of parts as long as those before may be empty.
RegexId RegexPool::derivativeOfConcatenation(RegexId id, uint8_t byte)
{
    std::vector<RegexId> choices;
    RegexId rest = id;
    for (;;) {
        const Node current = node(rest);
        if (current.kind != Kind::Concatenation) {
            choices.push_back(derivative(rest, byte));
            break;
        }
        const RegexId head = derivative(RegexId(current.a), byte);
        choices.push_back(concatenation(head, RegexId(current.b)));
        if (!m_nodes[current.a].matchesEmpty)
            break;
        rest = RegexId(current.b);
    }
    return choices.size() == 1 ? choices.front() : choice(choices);
}

RegexId RegexPool::computedNext(RegexId regex, uint8_t byte)
{
    RegexId after = derivative(regex, byte);
    if (node(after).hasLogic && matchesNothing(after))
        after = nothing();
    remembered(&Node::nextRow, m_nextRows, regex, byte) = after;
    return after;
}

bool RegexPool::matchesNothing(RegexId regex)
{
    if (!node(regex).hasLogic)
        return regex == nothing(); // the constructors see to that
    if (node(regex).matchesNothing == Answer::Unknown && !searchFindsNothing(regex))
        return false;
    return node(regex).matchesNothing == Answer::Yes;
}

// Depth first for a state that accepts. What is learned is noted at every state seen: if nothing is
// found all of them match nothing, else those on the way to it match something.
bool RegexPool::searchFindsNothing(RegexId regex)
{
    struct Step {
        RegexId regex;
        int nextClass;
    };
    settleClasses();
    size_t steps = 0;
    std::vector<Step> path;
    std::unordered_set<RegexId> seen;
    const auto visit = [&](RegexId id) {
        if (node(id).matchesNothing != Answer::Yes && seen.insert(id).second)
            path.push_back({id, 0});
    };
    visit(regex);
    while (!path.empty()) {
        const RegexId current = path.back().regex;
        if (node(current).matchesEmpty || !matchesNothingIsOpen(current)) {
            for (const Step& step : path)
                m_nodes[size_t(step.regex)].matchesNothing = Answer::No;
            return false;
        }
        if (path.back().nextClass >= classes()) {
            path.pop_back();
            continue;
        }
        const RegexId after = derivative(current, m_byteOf[size_t(path.back().nextClass++)]);
        if (after == nothing())
            continue;
        visit(after);
        if (++steps > maxSearch)
            throw Error(ErrorKind::BadRequest,
                "The patterns are too complex together: finding out whether any text matches all "
                "of them "
                "takes more than "
                    + std::to_string(maxSearch) + " steps.");
    }
    for (const RegexId id : seen)
        m_nodes[size_t(id)].matchesNothing = Answer::Yes;
    return true;
}

// True if it takes a search to know if the expression, which is not nothing(), matches nothing.
bool RegexPool::matchesNothingIsOpen(RegexId regex) const
{
    return node(regex).hasLogic && node(regex).matchesNothing != Answer::No;
}

bool RegexPool::matches(RegexId regex, std::string_view text)
{
    for (const char byte : text)
        regex = derivative(regex, uint8_t(byte));
    return matchesEmpty(regex);
}

RegexId RegexPool::withoutExceptions(RegexId regex)
{
    const Node current = node(regex);
    if (!current.hasLogic)
        return regex;
    if (current.kind == Kind::Concatenation)
        return concatenation(withoutExceptions(RegexId(current.a)), RegexId(current.b));
    if (current.kind != Kind::Intersection)
        return regex;
    std::vector<RegexId> kept;
    for (const RegexId part : childNodes(current))
        if (node(part).kind != Kind::Complement)
            kept.push_back(part);
    return kept.empty() ? regex : intersection(kept);
}

RegexId RegexPool::agreeingUpTo(RegexId regex, int64_t length)
{
    const Node current = node(regex);
    const int64_t limit = length + 1; // a count that no string of `length` bytes can use up
    switch (current.kind) {
    case Kind::Concatenation: {
        std::vector<RegexId> parts;
        RegexId rest = regex;
        for (; node(rest).kind == Kind::Concatenation && int64_t(parts.size()) < limit;
             rest = RegexId(node(rest).b))
            parts.push_back(agreeingUpTo(RegexId(node(rest).a), length));
        if (node(rest).kind != Kind::Concatenation)
            rest = agreeingUpTo(rest, length);
        parts.push_back(rest);
        return sequence(parts);
    }
    case Kind::Choice: {
        std::vector<RegexId> parts(childNodes(current).begin(), childNodes(current).end());
        for (RegexId& part : parts)
            part = agreeingUpTo(part, length);
        return choice(parts);
    }
    case Kind::Repeat: {
        const RegexId part = agreeingUpTo(RegexId(current.a), length);
        const int64_t max
            = current.maximum == endless ? unlimited : std::min<int64_t>(current.maximum, limit);
        return repeat(part, std::min<int64_t>(current.minimum, limit), max);
    }
    default:
        return regex; // intersections and complements may depend on every count
    }
}

// The automata that are handed to a RegexPool ready-made.

namespace {

// The states from which a text can end, found backwards from those that accept.
std::vector<bool> statesThatLeadSomewhere(const ByteAutomaton& automaton)
{
    std::vector<std::vector<uint32_t>> sources(automaton.states.size());
    std::vector<uint32_t> open;
    std::vector<bool> leads(automaton.states.size());
    for (uint32_t state = 0; state < automaton.states.size(); ++state) {
        for (const ByteAutomaton::Edge& edge : automaton.states[state].edges)
            sources[edge.target].push_back(state);
        if (automaton.states[state].accepting)
            open.push_back(state);
    }
    while (!open.empty()) {
        const uint32_t state = open.back();
        open.pop_back();
        if (leads[state])
            continue;
        leads[state] = true;
        open.insert(open.end(), sources[state].begin(), sources[state].end());
    }
    return leads;
}

} // namespace

RegexId RegexPool::automaton(const ByteAutomaton& automaton)
{
    for (const ByteAutomaton::State& state : automaton.states)
        for (const ByteAutomaton::Edge& edge : state.edges)
            CHECK(edge.target < automaton.states.size() && edge.first <= edge.last);
    const std::vector<bool> leads = statesThatLeadSomewhere(automaton);
    if (leads.empty() || !leads[0])
        return nothing();

    const auto base = uint32_t(m_states.size());
    for (const ByteAutomaton::State& state : automaton.states) {
        AutomatonState stored{state.accepting, {}, uint32_t(m_edges.size()), 0};
        for (const ByteAutomaton::Edge& edge : state.edges) {
            if (!leads[edge.target])
                continue;
            m_edges.push_back({edge.first, edge.last, base + edge.target});
            distinguish(ByteSet::range(edge.first, edge.last));
            stored.first |= ByteSet::range(edge.first, edge.last);
        }
        stored.edgesEnd = uint32_t(m_edges.size());
        m_states.push_back(stored);
    }
    return automatonState(base);
}

RegexId RegexPool::automatonState(uint32_t state)
{
    const AutomatonState& stored = m_states[state];
    if (stored.first.isEmpty())
        return empty(); // it accepts: states that lead nowhere have no edges to them
    Node node;
    node.kind = Kind::Automaton;
    node.a = state;
    node.matchesEmpty = stored.accepting;
    node.first = stored.first;
    return intern(node);
}

// A RegexPool's expressions as text, to recognize them in other pools.

namespace {

void appendNumber(std::string& text, uint64_t value)
{
    text += std::to_string(value);
    text += ',';
}

void appendBytes(std::string& text, const ByteSet& set)
{
    for (const uint64_t word : set.words())
        appendNumber(text, word);
}

} // namespace

// Every expression is numbered when it is first seen and described by the numbers of its parts; the
// order of seeing depends on the structure only, except for choices and intersections, whose parts
// are in the order in which their pool made them.
std::string RegexPool::description(RegexId regex) const
{
    std::string text;
    std::unordered_map<uint64_t, size_t> numbers;
    std::vector<uint64_t> order;
    constexpr uint64_t isState = uint64_t(1) << 32;
    const auto refer = [&](uint64_t key) {
        const auto [entry, isNew] = numbers.try_emplace(key, numbers.size());
        if (isNew)
            order.push_back(key);
        appendNumber(text, entry->second);
    };
    const auto describeState = [&](uint32_t state) {
        text += m_states[state].accepting ? '!' : '.';
        for (uint32_t edge = m_states[state].edgesBegin; edge < m_states[state].edgesEnd; ++edge) {
            appendNumber(text, m_edges[edge].first);
            appendNumber(text, m_edges[edge].last);
            refer(isState | m_edges[edge].target);
        }
    };

    refer(uint64_t(regex));
    for (size_t next = 0; next < order.size(); ++next) {
        if (text.size() > maxDescription)
            return {};
        if (order[next] & isState) {
            describeState(uint32_t(order[next]));
            continue;
        }
        const Node& current = m_nodes[order[next]];
        text += char('A' + int(current.kind));
        switch (current.kind) {
        case Kind::Bytes:
            appendBytes(text, current.first);
            break;
        case Kind::Automaton:
            refer(isState | current.a);
            break;
        case Kind::Concatenation:
            refer(current.a);
            refer(current.b);
            break;
        case Kind::Choice:
        case Kind::Intersection:
            appendNumber(text, current.b);
            for (const RegexId child : childNodes(current))
                refer(uint64_t(child));
            break;
        case Kind::Complement:
            refer(current.a);
            break;
        case Kind::Repeat:
            refer(current.a);
            appendNumber(text, current.minimum);
            appendNumber(text, current.maximum);
            break;
        default:
            break;
        }
    }
    return text;
}

} // namespace engine
