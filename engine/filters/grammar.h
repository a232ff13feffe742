#pragma once

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
/// lexer that takes the longest match: every cut counts. So what a terminal may not take (the quote
/// that ends a string, a name that another property has) must be excluded by its expression. White
/// space is allowed only where the grammar puts it.
///
/// Each lexeme (a whole string with its quotes, a number, a key) should be one terminal. This is
/// fastest, because what a terminal allows is remembered for every position where it is. Recursion,
/// and lists of large parts, belong to the grammar.
///
///     Grammar grammar;
///     const auto value = grammar.declareRule("value");
///     const auto list = grammar.sequence({grammar.literal("["), grammar.reference(value), …});
///     grammar.defineRule(value, grammar.choice({list, grammar.terminal(number)}));
///     grammar.setRoot(grammar.reference(value));
///     const ConstraintPtr constraint = compileGrammar(trie, std::move(grammar));
///
/// A node may be used in several positions. Building throws Error{BadRequest} when the grammar grows
/// beyond maxNodes. One thread may use it at a time; copies are independent.
class Grammar {
public:
    enum class NodeId : uint32_t {};
    enum class RuleId : uint32_t {};
    static constexpr int64_t unlimited = RegexPool::unlimited;
    static constexpr size_t maxNodes = size_t(1) << 20;

    Grammar();

    /// The pool in which the expressions of the terminals are built.
    RegexPool& regexes() { return m_regexes; }
    const RegexPool& regexes() const { return m_regexes; }

    /// Matches no text at all: an alternative that never applies.
    NodeId nothing() const { return NodeId(0); }
    NodeId empty() const { return NodeId(1); } ///< matches the empty text
    NodeId terminal(RegexId regex);
    NodeId literal(std::string_view bytes) { return terminal(m_regexes.literal(bytes)); }
    NodeId sequence(std::span<const NodeId> parts);
    NodeId choice(std::span<const NodeId> parts);
    NodeId repeat(NodeId part, int64_t minimum, int64_t maximum = unlimited);
    NodeId optional(NodeId part) { return repeat(part, 0, 1); }
    NodeId sequence(std::initializer_list<NodeId> parts);
    NodeId choice(std::initializer_list<NodeId> parts);

    /// Declares a rule. It may be referred to before it is defined and inside its own body, but its
    /// body must not begin with a reference to it (left recursion). `name` is used in error
    /// messages.
    RuleId declareRule(std::string name);
    void defineRule(RuleId rule, NodeId body);
    bool isDefined(RuleId rule) const;
    NodeId reference(RuleId rule);

    void setRoot(NodeId root) { m_root = root; }
    NodeId root() const { return m_root; }

    /// True if any text matches the node with the rules defined so far. A rule without definition
    /// matches none.
    bool canFinish(NodeId node);

    /// Throws Error{BadRequest} if a rule that is referred to is not defined or is left-recursive,
    /// naming it, or if no text matches the root.
    void check();

    // The nodes, for the classes that read the grammar.
    enum class Kind : uint8_t {
        Nothing,
        Empty,
        Terminal, ///< `regex`
        Sequence, ///< `first`, then `second`
        Choice, ///< one of childNodes()
        Repeat, ///< `first`, from `minimum` to `maximum` times
        Reference, ///< the node body()
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
    std::span<const NodeId> childNodes(const Node& node) const;
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
