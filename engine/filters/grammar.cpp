#include "engine/filters/grammar.h"

#include "kernels/error.h"

#include <algorithm>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

Grammar::Grammar()
{
    intern({.kind = Kind::Nothing});
    intern({.kind = Kind::Empty});
}

std::span<const Grammar::NodeId> Grammar::childrenOf(const Node& node) const
{
    return std::span(m_children).subspan(node.childrenBegin, node.childrenEnd - node.childrenBegin);
}

// The one place where nodes are stored. Once the properties of all nodes are known, those of a new
// one follow from its parts.
Grammar::NodeId Grammar::intern(Node node, std::span<const NodeId> children)
{
    uint64_t hash = stirred(uint64_t(node.kind), uint64_t(node.regex));
    hash = stirred(hash, uint64_t(node.first) | uint64_t(node.second) << 32);
    hash = stirred(hash, uint64_t(node.minimum));
    hash = stirred(hash, uint64_t(node.maximum));
    for (const NodeId child : children)
        hash = stirred(hash, uint64_t(child));
    const auto found = m_table.find(hash, [&](uint32_t id) {
        const Node& other = m_nodes[id];
        return other.kind == node.kind && other.regex == node.regex && other.first == node.first
            && other.second == node.second && other.minimum == node.minimum
            && other.maximum == node.maximum && std::ranges::equal(childrenOf(other), children);
    });
    if (found)
        return NodeId(*found);

    if (m_nodes.size() >= maxNodes || m_children.size() >= 8 * maxNodes)
        throw Error(ErrorKind::BadRequest,
            "A grammar needs more than " + std::to_string(maxNodes) + " nodes.");
    node.childrenBegin = uint32_t(m_children.size());
    m_children.insert(m_children.end(), children.begin(), children.end());
    node.childrenEnd = uint32_t(m_children.size());
    if (m_isSettled) {
        node.mayBeEmpty = computedMayBeEmpty(node);
        node.canFinish = computedCanFinish(node);
    }
    const auto id = uint32_t(m_nodes.size());
    m_nodes.push_back(node);
    m_table.insert(hash, id);
    return NodeId(id);
}

Grammar::NodeId Grammar::terminal(RegexId regex)
{
    if (regex == m_regexes.nothing())
        return nothing();
    if (regex == m_regexes.empty())
        return empty();
    return intern({.kind = Kind::Terminal, .regex = regex});
}

Grammar::NodeId Grammar::sequence(std::span<const NodeId> parts)
{
    NodeId whole = empty();
    for (size_t part = parts.size(); part-- > 0;) {
        if (parts[part] == nothing() || whole == nothing())
            return nothing();
        if (whole == empty())
            whole = parts[part];
        else if (parts[part] != empty())
            whole = intern({.kind = Kind::Sequence, .first = parts[part], .second = whole});
    }
    return whole;
}

Grammar::NodeId Grammar::choice(std::span<const NodeId> parts)
{
    std::vector<NodeId> choices;
    for (const NodeId part : parts) {
        const auto inner = childrenOf(node(part));
        if (node(part).kind == Kind::Choice)
            choices.insert(choices.end(), inner.begin(), inner.end());
        else if (part != nothing())
            choices.push_back(part);
    }
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    if (choices.empty())
        return nothing();
    if (choices.size() == 1)
        return choices.front();
    return intern({.kind = Kind::Choice}, choices);
}

Grammar::NodeId Grammar::repeat(NodeId part, int64_t minimum, int64_t maximum)
{
    CHECK(minimum >= 0 && minimum <= maximum);
    if (maximum == 0 || part == empty() || (part == nothing() && minimum == 0))
        return empty();
    if (part == nothing() || (minimum == 1 && maximum == 1))
        return part;
    return intern({.kind = Kind::Repeat, .first = part, .minimum = minimum, .maximum = maximum});
}

Grammar::NodeId Grammar::sequence(std::initializer_list<NodeId> parts)
{
    return sequence(std::span(parts.begin(), parts.size()));
}

Grammar::NodeId Grammar::choice(std::initializer_list<NodeId> parts)
{
    return choice(std::span(parts.begin(), parts.size()));
}

Grammar::RuleId Grammar::declareRule(std::string name)
{
    if (m_rules.size() >= maxNodes)
        throw Error(ErrorKind::BadRequest,
            "A grammar has more than " + std::to_string(maxNodes) + " rules.");
    m_rules.push_back({std::move(name), nothing(), false});
    return RuleId(m_rules.size() - 1);
}

void Grammar::defineRule(RuleId rule, NodeId body)
{
    Rule& defined = m_rules[size_t(rule)];
    CHECK(!defined.isDefined);
    defined.body = body;
    defined.isDefined = true;
    m_isSettled = false;
}

bool Grammar::isDefined(RuleId rule) const
{
    return m_rules[size_t(rule)].isDefined;
}

Grammar::NodeId Grammar::reference(RuleId rule)
{
    return intern({.kind = Kind::Reference, .first = NodeId(rule)});
}

} // namespace engine
