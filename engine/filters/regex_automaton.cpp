// The automata that are handed to a RegexPool ready-made.
#include "engine/filters/regex_pool.h"
#include "kernels/error.h"

namespace engine {

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

} // namespace engine
