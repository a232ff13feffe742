#include "engine/filters/gbnf_grammar.h"

#include "engine/filters/grammar_constraint.h"
#include "engine/filters/utf8_regex.h"
#include "kernels/error.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

using Kind = GbnfNode::Kind;

// GBNF writes everything by characters; what a lexeme is has to be guessed. A rule is one if it is
// regular and, with the rules it refers to, has at most so many literals and classes.
constexpr int lexemeSize = 16;
constexpr int maxDepth = 100; // of references that are followed to find out

class Compiler {
public:
    explicit Compiler(std::span<const GbnfRule> rules)
        : m_rules(rules)
        , m_sizes(rules.size(), unknownSize)
        , m_regexes(rules.size())
        , m_isCompiled(rules.size(), false)
    {
        for (size_t rule = 0; rule < rules.size(); ++rule) {
            m_indices.emplace(rules[rule].name, rule);
            m_ids.push_back(m_grammar.declareRule(rules[rule].name));
        }
    }

    Grammar compile()
    {
        const auto root = m_indices.find("root");
        if (root == m_indices.end())
            throw Error(ErrorKind::BadRequest, "The grammar has no rule \"root\".");
        for (size_t rule = 0; rule < m_rules.size(); ++rule)
            m_grammar.defineRule(m_ids[rule], node(m_rules[rule].body));
        m_grammar.setRoot(m_grammar.reference(m_ids[root->second]));
        return std::move(m_grammar);
    }

private:
    static constexpr int unknownSize = -1;
    static constexpr int tooLarge = lexemeSize + 1; // or recursive

    size_t indexOf(const GbnfNode& reference) const
    {
        const auto found = m_indices.find(reference.text);
        if (found == m_indices.end())
            throw Error(ErrorKind::BadRequest,
                "Line " + std::to_string(reference.line) + " of the grammar refers to the rule \""
                    + reference.text + "\", which is not defined.");
        return found->second;
    }

    int size(const GbnfNode& node);
    int sizeOfRule(size_t rule);
    RegexId regex(const GbnfNode& node);
    RegexId regexOfRule(size_t rule);
    Grammar::NodeId node(const GbnfNode& node);
    Grammar::NodeId sequence(const GbnfNode& node);

    std::span<const GbnfRule> m_rules;
    std::unordered_map<std::string_view, size_t> m_indices;
    std::vector<Grammar::RuleId> m_ids;
    std::vector<int> m_sizes;
    std::vector<RegexId> m_regexes;
    std::vector<bool> m_isCompiled; // m_regexes is known
    int m_depth = 0; // of rules that are being measured
    Grammar m_grammar;
};

// While a rule is being measured it counts as too large, so that whatever is recursive is too
// large.
int Compiler::sizeOfRule(size_t rule)
{
    if (m_sizes[rule] == unknownSize) {
        m_sizes[rule] = tooLarge;
        ++m_depth;
        if (m_depth <= maxDepth)
            m_sizes[rule] = size(m_rules[rule].body);
        --m_depth;
    }
    return m_sizes[rule];
}

int Compiler::size(const GbnfNode& node)
{
    switch (node.kind) {
    case Kind::Literal:
    case Kind::Characters:
        return 1;
    case Kind::Reference:
        return sizeOfRule(indexOf(node));
    default:
        break;
    }
    int sum = 0;
    for (const GbnfNode& child : node.children)
        sum = std::min(tooLarge, sum + size(child));
    return sum;
}

RegexId Compiler::regexOfRule(size_t rule)
{
    if (!m_isCompiled[rule]) {
        m_regexes[rule] = regex(m_rules[rule].body);
        m_isCompiled[rule] = true;
    }
    return m_regexes[rule];
}

// Of a node that is no larger than a lexeme.
RegexId Compiler::regex(const GbnfNode& node)
{
    RegexPool& pool = m_grammar.regexes();
    std::vector<RegexId> parts;
    for (const GbnfNode& child : node.children)
        parts.push_back(regex(child));
    switch (node.kind) {
    case Kind::Literal:
        return pool.literal(node.text);
    case Kind::Characters:
        return utf8Regex(pool, node.characters);
    case Kind::Reference:
        return regexOfRule(indexOf(node));
    case Kind::Sequence:
        return pool.sequence(parts);
    case Kind::Choice:
        return pool.choice(parts);
    case Kind::Repeat:
        return pool.repeat(
            parts.front(), node.min, node.max ? int64_t(*node.max) : RegexPool::unlimited);
    }
    return pool.nothing();
}

Grammar::NodeId Compiler::node(const GbnfNode& node)
{
    if (node.kind == Kind::Reference) {
        const size_t rule = indexOf(node);
        return sizeOfRule(rule) < tooLarge ? m_grammar.terminal(regexOfRule(rule))
                                           : m_grammar.reference(m_ids[rule]);
    }
    if (node.kind == Kind::Sequence)
        return sequence(node);
    if (size(node) < tooLarge)
        return m_grammar.terminal(regex(node));
    std::vector<Grammar::NodeId> parts;
    for (const GbnfNode& child : node.children)
        parts.push_back(this->node(child));
    if (node.kind == Kind::Choice)
        return m_grammar.choice(parts);
    return m_grammar.repeat(
        parts.front(), node.min, node.max ? int64_t(*node.max) : Grammar::unlimited);
}

// Neighbours that stand in the rule itself make one terminal; references are terminals by
// themselves.
Grammar::NodeId Compiler::sequence(const GbnfNode& whole)
{
    if (size(whole) < tooLarge)
        return m_grammar.terminal(regex(whole));
    std::vector<Grammar::NodeId> parts;
    std::vector<RegexId> pending;
    const auto flush = [&] {
        parts.push_back(m_grammar.terminal(m_grammar.regexes().sequence(pending)));
        pending.clear();
    };
    for (const GbnfNode& child : whole.children) {
        if (child.kind == Kind::Literal || child.kind == Kind::Characters) {
            pending.push_back(regex(child));
            continue;
        }
        flush();
        parts.push_back(node(child));
    }
    flush();
    return m_grammar.sequence(parts);
}

} // namespace

Grammar grammarOfRules(std::span<const GbnfRule> rules)
{
    return Compiler(rules).compile();
}

ConstraintPtr grammarConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view gbnf)
{
    return compileGrammar(std::move(trie), grammarOfRules(parseGbnf(gbnf)));
}

} // namespace engine
