// What a Grammar finds out about its rules: which can be empty, which can end, which begin with
// themselves.
#include "engine/filters/grammar.h"
#include "kernels/error.h"

#include <algorithm>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

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
        std::ranges::for_each(childrenOf(node), visit);
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
        return std::ranges::any_of(childrenOf(of), isEmpty);
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
        return std::ranges::any_of(childrenOf(of), finishes);
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
