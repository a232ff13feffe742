#include "engine/filters/gbnf_grammar.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/regex_pool.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

using Kind = GbnfNode::Kind;

constexpr size_t maxText = size_t(1) << 20;
constexpr int maxGroupDepth = 100; // of groups in groups
constexpr int maxOperators = 8; // on one thing: a*?+
constexpr uint32_t maxRepeat = 1'000'000;

bool isNameCharacter(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '-' || character == '_';
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<GbnfRule> parse();

private:
    [[noreturn]] void refuse(const std::string& what) const
    {
        throw Error(ErrorKind::BadRequest,
            "Line " + std::to_string(m_line) + " of the grammar " + what + ".");
    }

    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    bool takes(std::string_view expected);
    enum class Lines { Stay, Cross };
    void skipSpace(Lines lines);
    bool skipSpaceBefore(std::string_view expected);

    std::string name();
    GbnfRule rule();
    GbnfNode choice(bool isNested);
    GbnfNode sequence(bool isNested);
    std::optional<GbnfNode> element();
    GbnfNode repeated(GbnfNode node);
    void readBraces(GbnfNode& repeat);
    uint32_t number();
    GbnfNode group();
    GbnfNode literal();
    GbnfNode characterClass();
    char32_t character();
    char32_t escape();
    char32_t hexDigits(int count);

    std::string_view m_text;
    size_t m_at = 0;
    int m_line = 1;
    int m_depth = 0;
};

bool Parser::takes(std::string_view expected)
{
    if (!m_text.substr(m_at).starts_with(expected))
        return false;
    m_at += expected.size();
    return true;
}

// Spaces and comments; line ends only if asked to.
void Parser::skipSpace(Lines lines)
{
    for (; !atEnd(); ++m_at) {
        if (peek() == '#')
            while (!atEnd() && peek() != '\n')
                ++m_at;
        const bool isLineEnd = peek() == '\n';
        if (isLineEnd && lines == Lines::Stay)
            return;
        if (!isLineEnd && peek() != ' ' && peek() != '\t' && peek() != '\r')
            return;
        m_line += isLineEnd;
    }
}

// Goes past spaces and line ends if `expected` comes after them; else nowhere.
bool Parser::skipSpaceBefore(std::string_view expected)
{
    const size_t at = m_at;
    const int line = m_line;
    skipSpace(Lines::Cross);
    if (m_text.substr(m_at).starts_with(expected))
        return true;
    m_at = at;
    m_line = line;
    return false;
}

std::vector<GbnfRule> Parser::parse()
{
    std::vector<GbnfRule> rules;
    std::unordered_map<std::string, int> lines;
    for (skipSpace(Lines::Cross); !atEnd(); skipSpace(Lines::Cross)) {
        rules.push_back(rule());
        const auto [known, isNew] = lines.try_emplace(rules.back().name, rules.back().line);
        if (!isNew)
            throw Error(ErrorKind::BadRequest,
                "The grammar defines the rule \"" + known->first + "\" twice, in lines "
                    + std::to_string(known->second) + " and " + std::to_string(rules.back().line)
                    + ".");
    }
    return rules;
}

std::string Parser::name()
{
    const size_t begin = m_at;
    while (!atEnd() && isNameCharacter(peek()))
        ++m_at;
    return std::string(m_text.substr(begin, m_at - begin));
}

GbnfRule Parser::rule()
{
    const int line = m_line;
    std::string ruleName = name();
    if (ruleName.empty())
        refuse("must begin with the name of a rule");
    skipSpace(Lines::Stay);
    if (!takes("::="))
        refuse("has no ::= after the name \"" + ruleName + "\"");
    skipSpace(Lines::Cross);
    GbnfNode body = choice(false);
    skipSpace(Lines::Stay);
    if (!atEnd() && peek() != '\n')
        refuse("has unexpected text after the rule \"" + ruleName + "\"");
    return {std::move(ruleName), line, std::move(body)};
}

GbnfNode Parser::choice(bool isNested)
{
    GbnfNode node{.kind = Kind::Choice, .line = m_line};
    node.children.push_back(sequence(isNested));
    while (skipSpaceBefore("|")) {
        ++m_at;
        skipSpace(Lines::Cross);
        node.children.push_back(sequence(isNested));
    }
    return node.children.size() == 1 ? std::move(node.children.front()) : node;
}

GbnfNode Parser::sequence(bool isNested)
{
    const Lines lines = isNested ? Lines::Cross : Lines::Stay;
    GbnfNode node{.kind = Kind::Sequence, .line = m_line};
    for (skipSpace(lines);; skipSpace(lines)) {
        auto part = element();
        if (!part)
            return node;
        node.children.push_back(repeated(std::move(*part)));
    }
}

// Nothing where a sequence ends.
std::optional<GbnfNode> Parser::element()
{
    const int line = m_line;
    if (takes("\""))
        return literal();
    if (takes("["))
        return characterClass();
    if (takes("("))
        return group();
    if (takes("."))
        return GbnfNode{.kind = Kind::Characters, .line = line, .characters = CharacterSet::all()};
    if (isNameCharacter(peek()))
        return GbnfNode{.kind = Kind::Reference, .line = line, .text = name()};
    if (peek() == '<' || peek() == '!')
        refuse("refers to a token, which can't be enforced; write its text");
    if (peek() == '*' || peek() == '+' || peek() == '?' || peek() == '{')
        refuse("has nothing to repeat before \"" + std::string(1, peek()) + "\"");
    return std::nullopt;
}

GbnfNode Parser::group()
{
    if (++m_depth > maxGroupDepth)
        refuse("nests groups deeper than " + std::to_string(maxGroupDepth));
    GbnfNode inner = choice(true);
    skipSpace(Lines::Cross);
    if (!takes(")"))
        refuse("has an unclosed group: a \")\" is missing");
    --m_depth;
    return inner;
}

// The node with every operator that follows it.
GbnfNode Parser::repeated(GbnfNode node)
{
    for (int operators = 0;; ++operators) {
        GbnfNode repeat{.kind = Kind::Repeat, .line = m_line};
        if (takes("*")) {
        } else if (takes("+")) {
            repeat.min = 1;
        } else if (takes("?")) {
            repeat.max = 1;
        } else if (takes("{")) {
            readBraces(repeat);
        } else {
            return node;
        }
        if (operators >= maxOperators)
            refuse("has more than " + std::to_string(maxOperators) + " nested repetitions");
        repeat.children.push_back(std::move(node));
        node = std::move(repeat);
    }
}

// Reads the rest of a repetition behind the opening brace: m}, m,} or m,n}.
void Parser::readBraces(GbnfNode& repeat)
{
    skipSpace(Lines::Stay);
    repeat.min = number();
    repeat.max = repeat.min;
    skipSpace(Lines::Stay);
    if (takes(",")) {
        skipSpace(Lines::Stay);
        repeat.max.reset();
        if (peek() >= '0' && peek() <= '9')
            repeat.max = number();
        skipSpace(Lines::Stay);
    }
    if (!takes("}"))
        refuse("has an unclosed repetition: a \"}\" is missing");
    if (repeat.max && *repeat.max < repeat.min)
        refuse("has the bounds of a repetition in the wrong order");
}

uint32_t Parser::number()
{
    if (peek() < '0' || peek() > '9')
        refuse("has a repetition without a number");
    uint32_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; ++m_at) {
        value = value * 10 + uint32_t(peek() - '0');
        if (value > maxRepeat)
            refuse("repeats more than " + std::to_string(maxRepeat) + " times");
    }
    return value;
}

// Reads the rest of a literal behind the opening quote.
GbnfNode Parser::literal()
{
    GbnfNode node{.kind = Kind::Literal, .line = m_line};
    while (!takes("\"")) {
        if (atEnd() || peek() == '\n')
            refuse("has an unclosed \"");
        base::appendUtf8(node.text, character());
    }
    return node;
}

// Reads the rest of a character class behind the opening bracket.
GbnfNode Parser::characterClass()
{
    GbnfNode node{.kind = Kind::Characters, .line = m_line};
    const bool isNegative = takes("^");
    while (!takes("]")) {
        if (atEnd() || peek() == '\n')
            refuse("has an unclosed [");
        const char32_t first = character();
        char32_t last = first;
        const bool isRange = peek() == '-' && m_text.substr(m_at, 2) != "-]";
        if (isRange) {
            ++m_at;
            if (atEnd() || peek() == '\n')
                refuse("has an unclosed [");
            last = character();
        }
        if (last < first)
            refuse("has the bounds of a range of characters in the wrong order");
        node.characters.add({first, last});
    }
    if (isNegative)
        node.characters = node.characters.complement();
    return node;
}

char32_t Parser::character()
{
    if (takes("\\"))
        return escape();
    const base::Utf8Character read = base::utf8At(m_text, m_at);
    m_at += read.length;
    return read.value;
}

// Reads the rest of an escape behind the backslash.
char32_t Parser::escape()
{
    const char letter = peek();
    ++m_at;
    switch (letter) {
    case 'x':
        return hexDigits(2);
    case 'u':
        return hexDigits(4);
    case 'U':
        return hexDigits(8);
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'n':
        return '\n';
    default:
        break;
    }
    const bool isPunctuation
        = letter > ' ' && letter < 0x7F && (!isNameCharacter(letter) || letter == '-');
    if (!isPunctuation)
        refuse(std::string("has an unknown escape: \\") + (letter > ' ' ? letter : ' '));
    return char32_t(letter);
}

char32_t Parser::hexDigits(int count)
{
    char32_t value = 0;
    for (int digit = 0; digit < count; ++digit, ++m_at) {
        if (base::hexValue(peek()) < 0)
            refuse("has an escape without its " + std::to_string(count) + " hexadecimal digits");
        value = value * 16 + char32_t(base::hexValue(peek()));
    }
    if (value > CharacterSet::lastCharacter || (value >= 0xD800 && value <= 0xDFFF))
        refuse("has an escape that isn't a character");
    return value;
}

} // namespace

std::vector<GbnfRule> parseGbnf(std::string_view text)
{
    if (text.size() > maxText)
        throw Error(ErrorKind::BadRequest,
            "The grammar has " + std::to_string(text.size()) + " bytes; at most "
                + std::to_string(maxText) + " can be read.");
    if (!base::isUtf8(text))
        throw Error(ErrorKind::BadRequest, "The grammar is not valid UTF-8.");
    return Parser(text).parse();
}

namespace {

// GBNF writes everything by characters; what a lexeme is has to be guessed. A rule is one if it is
// regular and, with the rules it refers to, has at most so many literals and classes.
constexpr int lexemeSize = 16;
constexpr int maxReferenceDepth = 100; // of references that are followed to find out

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

    size_t ruleIndex(const GbnfNode& reference) const
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

// A rule counts as too large while it is being measured, so that every recursive rule is too large.
int Compiler::sizeOfRule(size_t rule)
{
    if (m_sizes[rule] == unknownSize) {
        m_sizes[rule] = tooLarge;
        ++m_depth;
        if (m_depth <= maxReferenceDepth)
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
        return sizeOfRule(ruleIndex(node));
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

// Compiles a node that is no larger than a lexeme.
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
        return regexOfRule(ruleIndex(node));
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
        const size_t rule = ruleIndex(node);
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

// Neighbors that are in the rule itself make one terminal; references are terminals by themselves.
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
