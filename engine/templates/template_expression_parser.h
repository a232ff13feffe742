#pragma once

#include "engine/templates/template_lexer.h"
#include "engine/templates/template_value.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// The syntax tree of a template. It never changes once it is parsed. Its height is bounded, and so
/// is the depth of every recursion over it.

namespace engine::template_syntax {

struct Expression;
struct Statement;

using ExpressionPtr = std::unique_ptr<const Expression>;

/// The arguments of a call: f(1, x, key=2, *list, **dict).
struct Arguments {
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
    ExpressionPtr list, dict; ///< the operands of * and **; null if not given
};

struct Constant {
    TemplateValue value;
};
struct Name {
    std::string name;
};
struct ListDisplay {
    std::vector<ExpressionPtr> items;
    bool isTuple = false;
};
struct DictDisplay {
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};
struct Sign {
    bool isMinus = false;
    ExpressionPtr operand;
};
struct Not {
    ExpressionPtr operand;
};
struct Arithmetic {
    std::string sign; ///< one of + - * / // % **
    ExpressionPtr left, right;
};
struct Concatenation { ///< a ~ b ~ c
    std::vector<ExpressionPtr> parts;
};
struct Logic { ///< a and b and c, or a or b or c
    bool isAnd = false;
    std::vector<ExpressionPtr> operands;
};
struct Comparison { ///< a < b <= c
    ExpressionPtr first;
    std::vector<std::pair<std::string, ExpressionPtr>> rest; ///< also "in" and "not in"
};
struct Condition { ///< yes if test else no
    ExpressionPtr test, yes, no; ///< `no` may be null
};
struct Attribute {
    ExpressionPtr object;
    std::string name;
};
struct Index {
    ExpressionPtr object, index;
};
struct Slice {
    ExpressionPtr object, from, to, step; ///< the last three may be null
};
struct Call {
    ExpressionPtr callee;
    Arguments arguments;
};
struct Filter {
    /// What is filtered. Null stands for the text that a filter block or set block has captured.
    ExpressionPtr input;
    std::string name;
    Arguments arguments;
};
struct Test {
    ExpressionPtr input;
    std::string name;
    Arguments arguments;
};

struct Expression {
    std::variant<Constant, Name, ListDisplay, DictDisplay, Sign, Not, Arithmetic, Concatenation,
        Logic, Comparison, Condition, Attribute, Index, Slice, Call, Filter, Test>
        node;
    int line = 0;
    int height = 0;
};

struct Body {
    std::vector<Statement> statements;
    std::vector<std::string> unset = {}; ///< see template_scopes.h
};

/// The target of an assignment: a name, an attribute of a namespace, or several targets.
struct Target {
    std::string name;
    std::string attribute; ///< of the namespace `name`; empty if the target is a name
    std::vector<Target> parts; ///< the targets of "a, b"; `name` is empty then
};

struct Parameter {
    std::string name;
    ExpressionPtr fallback; ///< null if none
};

struct Text {
    std::string text;
};
struct Output {
    ExpressionPtr value;
};
struct If {
    std::vector<std::pair<ExpressionPtr, Body>> branches;
    Body otherwise;
};
struct For {
    Target target;
    ExpressionPtr items, filter; ///< filter may be null
    bool isRecursive = false; ///< its body may call `loop`
    Body body, otherwise;
};
struct Set {
    Target target;
    ExpressionPtr value;
};
struct SetBlock {
    Target target;
    ExpressionPtr filter; ///< null if none
    Body body;
};
/// Names that stand for arguments of a macro that it doesn't declare. It takes them only if its body
/// contains the name.
struct ImplicitArguments {
    bool varargs = false, kwargs = false, caller = false;
};
struct Macro {
    std::string name;
    std::vector<Parameter> parameters;
    ImplicitArguments implicit;
    Body body;
};
struct CallBlock {
    Macro caller;
    ExpressionPtr call; ///< contains a Call
};
struct FilterBlock {
    ExpressionPtr filter;
    Body body;
};
struct Generation {
    Body body;
};
struct With {
    std::vector<std::pair<Target, ExpressionPtr>> values;
    Body body;
};
struct Block {
    std::string name;
    bool isScoped = false; ///< sees the names around it, not only those of the template
    Body body;
};
struct Scope { ///< {% autoescape false %}, and the values of {% print %}
    Body body;
};
struct Break { };
struct Continue { };

struct Statement {
    std::variant<Text, Output, If, For, Set, SetBlock, Macro, CallBlock, FilterBlock, Generation,
        With, Block, Scope, Break, Continue>
        node;
    int line = 0;
};

} // namespace engine::template_syntax

namespace engine {

/// Parses the expressions of a template after Jinja's grammar: one function for each level of
/// precedence, the loosest first. The parser of statements, in template_parser.cpp, derives from
/// it.
class TemplateExpressionParser {
protected:
    using ExpressionPtr = template_syntax::ExpressionPtr;
    using Arguments = template_syntax::Arguments;

    explicit TemplateExpressionParser(std::vector<TemplateToken> tokens);

    ExpressionPtr parseExpression(); ///< also takes an inline if
    ExpressionPtr parseTuple(bool withCondition = true); ///< takes "a, b" or one expression
    /// Parses the filters that follow `input`: | name | name(…). `input` may be null.
    ExpressionPtr parseFilters(ExpressionPtr input);
    ExpressionPtr parsePrimary();

    const TemplateToken& peek(size_t ahead = 0) const;
    TemplateToken take() { return m_tokens[m_at < m_tokens.size() - 1 ? m_at++ : m_at]; }
    bool isOperator(std::string_view text, size_t ahead = 0) const;
    bool isName(std::string_view text, size_t ahead = 0) const;
    /// The implicit arguments that were named in the innermost macro so far.
    template_syntax::ImplicitArguments& implicit() { return m_implicit; }
    bool isKind(TemplateToken::Kind kind) const { return peek().kind == kind; }
    bool skipOperator(std::string_view text);
    bool skipName(std::string_view text);
    void expectOperator(std::string_view text);
    std::string expectName();
    [[noreturn]] void failUnexpected(const std::string& wanted) const;

    /// Counts one level of nesting as long as it lives. The constructor fails where the template
    /// nests too deeply.
    class Nesting {
    public:
        explicit Nesting(TemplateExpressionParser& parser);
        ~Nesting() { --m_parser.m_nesting; }
        Nesting(const Nesting&) = delete;

    private:
        TemplateExpressionParser& m_parser;
    };

private:
    ExpressionPtr parseOr();
    ExpressionPtr parseAnd();
    ExpressionPtr parseNot();
    ExpressionPtr parseComparison();
    ExpressionPtr parseSum();
    ExpressionPtr parseConcatenation();
    ExpressionPtr parseProduct();
    ExpressionPtr parsePower();
    ExpressionPtr parseUnary(bool withFilters = true);
    ExpressionPtr parseDisplay();
    ExpressionPtr parseList();
    ExpressionPtr parseDict();
    ExpressionPtr parsePostfix(ExpressionPtr node);
    ExpressionPtr parseFiltersAndTests(ExpressionPtr node);
    ExpressionPtr parseSubscript(ExpressionPtr object);
    ExpressionPtr parseFilter(ExpressionPtr input);
    ExpressionPtr parseTest(ExpressionPtr input);
    ExpressionPtr parseCall(ExpressionPtr callee);
    Arguments parseArguments();
    void parseArgument(Arguments& arguments);

    using ParseLevel = ExpressionPtr (TemplateExpressionParser::*)();
    ExpressionPtr parseArithmetic(
        std::initializer_list<std::string_view> signs, ParseLevel parseOperand);
    ExpressionPtr parseLogic(std::string_view word, ParseLevel parseOperand);

    template <typename Node>
    ExpressionPtr make(Node node, std::initializer_list<const ExpressionPtr*> children = {});
    template <typename Node>
    ExpressionPtr makeOfHeight(Node node, int inner);

    std::vector<TemplateToken> m_tokens;
    size_t m_at = 0;
    int m_nesting = 0;
    template_syntax::ImplicitArguments m_implicit;
};

} // namespace engine
