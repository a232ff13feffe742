// A RegexPool's expressions as text, to recognise them in other pools.
#include "engine/filters/regex_pool.h"

#include <unordered_map>

namespace engine {

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

// Every expression is numbered when it is first seen and described by the numbers of its parts;
// the order of seeing depends on the structure only, except for choices and intersections, whose
// parts stand in the order in which their pool made them.
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
            for (const RegexId child : childrenOf(current))
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
