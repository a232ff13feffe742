#pragma once

#include "engine/templates/template_lexer.h"
#include "engine/templates/template_syntax.h"

#include <initializer_list>
#include <string_view>

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
};

} // namespace engine
