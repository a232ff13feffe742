#pragma once

#include "engine/filters/id_table.h"
#include "engine/filters/regex_pool.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What schemas, GBNF texts and lists of choices are compiled to: a context-free grammar whose
/// terminals are regular expressions over bytes.
///
/// A text belongs to the grammar if it can be cut into pieces that its terminals match. There is no
/// lexer with a longest match: every cut counts, so what a terminal may not take (the quote that
/// ends a string, a name that another property has) must be left out by its expression. White space
/// comes where the grammar puts it and nowhere else.
///
/// Where to draw the line between terminals and the rest: one terminal for each lexeme (a whole
/// string with its quotes, a number, a key) is fastest, because what a terminal allows is
/// remembered for every place where it stands. Recursion, and lists of large things, belong to the
/// grammar.
///
///     Grammar grammar;
///     const auto value = grammar.declareRule("value");
///     const auto list = grammar.sequence({grammar.literal("["), grammar.reference(value), …});
///     grammar.defineRule(value, grammar.choice({list, grammar.terminal(number)}));
///     grammar.setRoot(grammar.reference(value));
///     const ConstraintPtr constraint = compileGrammar(trie, std::move(grammar));
///
/// Nodes may be used in several places. Throws Error{BadRequest} when it grows beyond maxNodes. One
/// thread at a time; copies are independent.
class Grammar {
public:
    enum class NodeId : uint32_t {};
    enum class RuleId : uint32_t {};
    static constexpr int64_t unlimited = RegexPool::unlimited;
    static constexpr size_t maxNodes = size_t(1) << 20;

    Grammar();

    /// Where the terminals' expressions are built.
    RegexPool& regexes() { return m_regexes; }
    const RegexPool& regexes() const { return m_regexes; }

    NodeId nothing() const { return NodeId(0); } ///< no text at all: an alternative that cannot be
    NodeId empty() const { return NodeId(1); } ///< the empty text
    NodeId terminal(RegexId regex);
    NodeId literal(std::string_view bytes) { return terminal(m_regexes.literal(bytes)); }
    NodeId sequence(std::span<const NodeId> parts);
    NodeId choice(std::span<const NodeId> parts);
    NodeId repeat(NodeId part, int64_t minimum, int64_t maximum = unlimited);
    NodeId optional(NodeId part) { return repeat(part, 0, 1); }
    NodeId sequence(std::initializer_list<NodeId> parts);
    NodeId choice(std::initializer_list<NodeId> parts);

    /// A rule may be referred to before it is defined, and by itself, but not as its own beginning
    /// (left recursion). `name` is for messages.
    RuleId declareRule(std::string name);
    void defineRule(RuleId rule, NodeId body);
    bool isDefined(RuleId rule) const;
    NodeId reference(RuleId rule);

    void setRoot(NodeId root) { m_root = root; }
    NodeId root() const { return m_root; }

    /// Whether any text belongs to the node as things stand. Rules that are not defined yet have
    /// none.
    bool canFinish(NodeId node);

    /// Throws Error{BadRequest} naming a rule that is not defined or begins with itself, or if no
    /// text belongs to the root.
    void check();

    // The nodes, for those who read the grammar.
    enum class Kind : uint8_t {
        Nothing,
        Empty,
        Terminal, ///< `regex`
        Sequence, ///< `first`, then `second`
        Choice, ///< childrenOf()
        Repeat, ///< `first`, `minimum` to `maximum` times
        Reference, ///< body()
    };
    struct Node {
        Kind kind = Kind::Nothing;
        bool mayBeEmpty = false; ///< known after check()
        bool canFinish = false; ///< known after check()
        NodeId first = {}, second = {};
        RegexId regex = {};
        uint32_t childrenBegin = 0, childrenEnd = 0;
        int64_t minimum = 0, maximum = 0;
    };
    const Node& node(NodeId id) const { return m_nodes[size_t(id)]; }
    std::span<const NodeId> childrenOf(const Node& node) const;
    NodeId body(const Node& reference) const { return m_rules[size_t(reference.first)].body; }

private:
    struct Rule {
        std::string name;
        NodeId body = {};
        bool isDefined = false;
    };

    NodeId intern(Node node, std::span<const NodeId> children = {});
    void forEachPart(const Node& node, const auto& visit) const;
    bool computedMayBeEmpty(const Node& node) const;
    bool computedCanFinish(const Node& node);
    template <typename Property>
    void settleProperty(bool Node::*property, Property holds);
    void settle();
    void refuseLeftRecursion() const;
    std::vector<NodeId> beginnings(NodeId id) const;

    RegexPool m_regexes;
    std::vector<Node> m_nodes;
    std::vector<NodeId> m_children;
    IdTable m_table;
    std::vector<Rule> m_rules;
    NodeId m_root = NodeId(0);
    bool m_isSettled = false; // mayBeEmpty and canFinish are right for all nodes
};

} // namespace engine
