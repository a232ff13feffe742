#include "engine/filters/grammar.h"

#include "base/error.h"

#include <algorithm>

namespace engine {

using base::Error;
using base::ErrorKind;

Grammar::Grammar()
{
    intern({.kind = Kind::Nothing});
    intern({.kind = Kind::Empty});
}

std::span<const Grammar::NodeId> Grammar::childNodes(const Node& node) const
{
    return std::span(m_children).subspan(node.childrenBegin, node.childrenEnd - node.childrenBegin);
}

// The one position where nodes are stored. Once the properties of all nodes are known, those of a new
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
            && other.maximum == node.maximum && std::ranges::equal(childNodes(other), children);
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
        const auto inner = childNodes(node(part));
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

// What a Grammar finds out about its rules: which can be empty, which can end, which begin with
// themselves.

void Grammar::forEachPart(const Node& node, const auto& visit) const
{
    switch (node.kind) {
    case Kind::Sequence:
        visit(node.first);
        visit(node.second);
        break;
    case Kind::Repeat:
        visit(node.first);
        break;
    case Kind::Choice:
        std::ranges::for_each(childNodes(node), visit);
        break;
    case Kind::Reference:
        visit(body(node));
        break;
    default:
        break;
    }
}

bool Grammar::computedMayBeEmpty(const Node& of) const
{
    const auto isEmpty = [this](NodeId id) { return node(id).mayBeEmpty; };
    switch (of.kind) {
    case Kind::Nothing:
        return false;
    case Kind::Empty:
        return true;
    case Kind::Terminal:
        return m_regexes.matchesEmpty(of.regex);
    case Kind::Sequence:
        return isEmpty(of.first) && isEmpty(of.second);
    case Kind::Choice:
        return std::ranges::any_of(childNodes(of), isEmpty);
    case Kind::Repeat:
        return of.minimum == 0 || isEmpty(of.first);
    case Kind::Reference:
        return isEmpty(body(of));
    }
    return false;
}

bool Grammar::computedCanFinish(const Node& of)
{
    const auto finishes = [this](NodeId id) { return node(id).canFinish; };
    switch (of.kind) {
    case Kind::Nothing:
        return false;
    case Kind::Empty:
        return true;
    case Kind::Terminal:
        return !m_regexes.matchesNothing(of.regex);
    case Kind::Sequence:
        return finishes(of.first) && finishes(of.second);
    case Kind::Choice:
        return std::ranges::any_of(childNodes(of), finishes);
    case Kind::Repeat:
        return of.minimum == 0 || finishes(of.first);
    case Kind::Reference:
        return finishes(body(of));
    }
    return false;
}

// The least solution: a property that holds of a node may make it hold of those it is a part of.
template <typename Property>
void Grammar::settleProperty(bool Node::*property, Property holds)
{
    std::vector<uint32_t> begins(m_nodes.size() + 1, 0); // of each node's wholes in `wholes`
    for (const Node& whole : m_nodes)
        forEachPart(whole, [&](NodeId part) { ++begins[size_t(part) + 1]; });
    for (size_t i = 1; i < begins.size(); ++i)
        begins[i] += begins[i - 1];
    std::vector<uint32_t> wholes(begins.back()), filled(begins.begin(), begins.end() - 1);
    for (uint32_t id = 0; id < m_nodes.size(); ++id)
        forEachPart(m_nodes[id], [&](NodeId part) { wholes[filled[size_t(part)]++] = id; });

    for (Node& each : m_nodes)
        each.*property = false;
    std::vector<uint32_t> open;
    for (uint32_t start = 0; start < m_nodes.size(); ++start) {
        open.push_back(start);
        while (!open.empty()) {
            const uint32_t id = open.back();
            open.pop_back();
            if (m_nodes[id].*property || !holds(m_nodes[id]))
                continue;
            m_nodes[id].*property = true;
            open.insert(open.end(), wholes.begin() + begins[id], wholes.begin() + begins[id + 1]);
        }
    }
}

void Grammar::settle()
{
    if (m_isSettled)
        return;
    settleProperty(&Node::mayBeEmpty, [this](const Node& of) { return computedMayBeEmpty(of); });
    settleProperty(&Node::canFinish, [this](const Node& of) { return computedCanFinish(of); });
    m_isSettled = true;
}

bool Grammar::canFinish(NodeId id)
{
    settle();
    return node(id).canFinish;
}

// The parts with which a text of the node may begin.
std::vector<Grammar::NodeId> Grammar::beginnings(NodeId id) const
{
    std::vector<NodeId> parts;
    const Node& whole = node(id);
    forEachPart(whole, [&](NodeId part) { parts.push_back(part); });
    if (whole.kind == Kind::Sequence && !node(whole.first).mayBeEmpty)
        parts.pop_back();
    std::erase_if(parts, [this](NodeId part) { return !node(part).canFinish; });
    return parts;
}

// Depth first along beginnings; one that comes back to where it came from is a loop, and only rules
// make loops.
void Grammar::refuseLeftRecursion() const
{
    enum class Mark : uint8_t { New, Open, Done };
    struct Step {
        NodeId id;
        std::vector<NodeId> parts;
    };
    std::vector<Mark> marks(m_nodes.size(), Mark::New);
    for (size_t start = 0; start < m_nodes.size(); ++start) {
        if (marks[start] != Mark::New)
            continue;
        marks[start] = Mark::Open;
        std::vector<Step> path = {{NodeId(start), beginnings(NodeId(start))}};
        while (!path.empty()) {
            if (path.back().parts.empty()) {
                marks[size_t(path.back().id)] = Mark::Done;
                path.pop_back();
                continue;
            }
            const NodeId next = path.back().parts.back();
            path.back().parts.pop_back();
            if (marks[size_t(next)] == Mark::Open) {
                while (node(path.back().id).kind != Kind::Reference)
                    path.pop_back();
                throw Error(ErrorKind::BadRequest,
                    "The rule \"" + m_rules[size_t(node(path.back().id).first)].name
                        + "\" begins with itself (left recursion), which cannot be enforced; "
                          "write it as a repetition.");
            }
            if (marks[size_t(next)] == Mark::New) {
                marks[size_t(next)] = Mark::Open;
                path.push_back({next, beginnings(next)});
            }
        }
    }
}

void Grammar::check()
{
    for (const Rule& rule : m_rules)
        if (!rule.isDefined)
            throw Error(ErrorKind::BadRequest, "The rule \"" + rule.name + "\" is not defined.");
    settle();
    refuseLeftRecursion();
    if (!node(m_root).canFinish)
        throw Error(ErrorKind::BadRequest, "No text satisfies this constraint.");
}

} // namespace engine
