#include "engine/templates/template_parser.h"

#include "base/error.h"
#include "engine/templates/template_expression_parser.h"
#include "engine/templates/template_scopes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace engine {

using namespace template_syntax;
using Kind = TemplateToken::Kind;

namespace {

constexpr size_t maxSourceBytes = 1 << 20;

class Parser : public TemplateExpressionParser {
public:
    explicit Parser(std::vector<TemplateToken> tokens)
        : TemplateExpressionParser(std::move(tokens))
    {
    }

    Body parseAll()
    {
        Body body = parseBody({});
        if (!isKind(Kind::End))
            failUnexpected("the end of the template");
        return body;
    }

private:
    Body parseBody(std::initializer_list<std::string_view> ends);
    Body parseBlock(std::string_view end);
    Statement parseTag();
    If parseIf();
    For parseFor();
    Statement parseSet();
    Macro parseMacro();
    void parseMacroBody(Macro& macro, std::string_view end);
    CallBlock parseCallBlock();
    With parseWith();
    Block parseNamedBlock();
    Statement parseAutoescape();
    std::vector<Parameter> parseParameters();
    Target parseTarget();
    Target parsePosition();
    void endTag();
    template <typename Node>
    Node parseEmpty();

    int m_loops = 0;
    std::set<std::string> m_blocks;
};

void Parser::endTag()
{
    if (!isKind(Kind::BlockEnd))
        failUnexpected("%}");
    take();
}

// Statements up to a tag named in `ends`, whose begin and name are left to the caller.
Body Parser::parseBody(std::initializer_list<std::string_view> ends)
{
    const Nesting nesting(*this);
    Body body;
    while (!isKind(Kind::End)) {
        const int line = peek().line;
        if (isKind(Kind::Data)) {
            body.statements.push_back({.node = Text{take().text}, .line = line});
        } else if (isKind(Kind::VariableBegin)) {
            take();
            body.statements.push_back({.node = Output{parseTuple()}, .line = line});
            if (!isKind(Kind::VariableEnd))
                failUnexpected("}}");
            take();
        } else {
            const auto isNext = [this](std::string_view end) { return isName(end, 1); };
            if (std::ranges::any_of(ends, isNext))
                return body;
            take();
            body.statements.push_back(parseTag());
            body.statements.back().line = line;
        }
    }
    if (ends.size() > 0)
        failUnexpected("{% " + std::string(*(ends.end() - 1)) + " %}");
    return body;
}

// The rest of an opening tag, the statements, and the tag that closes them.
Body Parser::parseBlock(std::string_view end)
{
    endTag();
    Body body = parseBody({end});
    take();
    take();
    endTag();
    return body;
}

template <typename Node>
Node Parser::parseEmpty()
{
    if (m_loops == 0)
        failUnexpected("a loop around break and continue");
    endTag();
    return {};
}

Statement Parser::parseTag()
{
    if (isName("set"))
        return parseSet();
    if (skipName("if"))
        return {.node = parseIf()};
    if (skipName("for"))
        return {.node = parseFor()};
    if (skipName("macro"))
        return {.node = parseMacro()};
    if (skipName("call"))
        return {.node = parseCallBlock()};
    if (skipName("generation")) {
        Macro generation; // Jinja makes one of it, which loops around it can't be left from
        parseMacroBody(generation, "endgeneration");
        return {.node = Generation{std::move(generation.body)}};
    }
    if (skipName("block"))
        return {.node = parseNamedBlock()};
    if (skipName("print")) {
        Scope values; // written one after the other
        do
            values.body.statements.push_back(
                {.node = Output{parseExpression()}, .line = peek().line});
        while (skipOperator(","));
        endTag();
        return {.node = std::move(values)};
    }
    if (skipName("autoescape"))
        return parseAutoescape();
    if (skipName("with"))
        return {.node = parseWith()};
    if (skipName("filter")) {
        ExpressionPtr filter = parseFilters(nullptr);
        return {.node = FilterBlock{std::move(filter), parseBlock("endfilter")}};
    }
    if (isName("break") || isName("continue")) {
        if (take().text == "break")
            return {.node = parseEmpty<Break>()};
        return {.node = parseEmpty<Continue>()};
    }
    failUnexpected("a known tag");
}

If Parser::parseIf()
{
    If statement;
    while (true) {
        ExpressionPtr test = parseTuple(false);
        endTag();
        Body body = parseBody({"elif", "else", "endif"});
        statement.branches.emplace_back(std::move(test), std::move(body));
        take();
        if (!skipName("elif"))
            break;
    }
    if (skipName("else"))
        statement.otherwise = parseBlock("endif");
    else
        take(), endTag();
    return statement;
}

For Parser::parseFor()
{
    For loop;
    loop.target = parseTarget();
    if (!skipName("in"))
        failUnexpected("'in'");
    loop.items = parseTuple(false);
    if (skipName("if"))
        loop.filter = parseExpression();
    loop.isRecursive = skipName("recursive");
    endTag();
    ++m_loops;
    loop.body = parseBody({"else", "endfor"});
    --m_loops;
    take();
    if (skipName("else"))
        loop.otherwise = parseBlock("endfor");
    else
        take(), endTag();
    return loop;
}

Statement Parser::parseSet()
{
    take();
    Target target = parseTarget();
    if (skipOperator("=")) {
        ExpressionPtr value = parseTuple();
        endTag();
        return {.node = Set{std::move(target), std::move(value)}};
    }
    ExpressionPtr filter = skipOperator("|") ? parseFilters(nullptr) : nullptr;
    return {.node = SetBlock{std::move(target), std::move(filter), parseBlock("endset")}};
}

Macro Parser::parseMacro()
{
    Macro macro;
    macro.name = expectName();
    macro.parameters = parseParameters();
    parseMacroBody(macro, "endmacro");
    return macro;
}

void Parser::parseMacroBody(Macro& macro, std::string_view end)
{
    const int loops = std::exchange(m_loops, 0);
    const ImplicitArguments outer = std::exchange(implicit(), {});
    macro.body = parseBlock(end);
    macro.implicit = implicit();
    implicit() = {.varargs = outer.varargs || macro.implicit.varargs,
        .kwargs = outer.kwargs || macro.implicit.kwargs,
        .caller = outer.caller || macro.implicit.caller};
    m_loops = loops;
}

Block Parser::parseNamedBlock()
{
    Block block;
    block.name = expectName();
    if (!m_blocks.insert(block.name).second)
        failUnexpected("a block that isn't named '" + block.name + "' again");
    block.isScoped = skipName("scoped");
    const int loops = std::exchange(m_loops, 0);
    endTag();
    block.body = parseBody({"endblock"});
    take();
    take();
    skipName(block.name);
    endTag();
    m_loops = loops;
    return block;
}

// A prompt isn't HTML, so {% autoescape true %} is rejected.
Statement Parser::parseAutoescape()
{
    if (!skipName("false") && !skipName("False"))
        failUnexpected("'false'");
    return {.node = Scope{parseBlock("endautoescape")}};
}

CallBlock Parser::parseCallBlock()
{
    CallBlock block;
    if (isOperator("("))
        block.caller.parameters = parseParameters();
    block.call = parseExpression();
    if (!std::holds_alternative<Call>(block.call->node))
        failUnexpected("a call of a macro");
    parseMacroBody(block.caller, "endcall");
    return block;
}

With Parser::parseWith()
{
    With with;
    while (!isKind(Kind::BlockEnd)) {
        Target target = parseTarget();
        expectOperator("=");
        with.values.emplace_back(std::move(target), parseExpression());
        if (!skipOperator(","))
            break;
    }
    with.body = parseBlock("endwith");
    return with;
}

std::vector<Parameter> Parser::parseParameters()
{
    std::vector<Parameter> parameters;
    expectOperator("(");
    while (!isOperator(")")) {
        Parameter parameter{.name = expectName(), .fallback = {}};
        if (skipOperator("="))
            parameter.fallback = parseExpression();
        else if (!parameters.empty() && parameters.back().fallback)
            failUnexpected("'='");
        parameters.push_back(std::move(parameter));
        if (!skipOperator(","))
            break;
    }
    expectOperator(")");
    return parameters;
}

Target Parser::parseTarget()
{
    std::vector<Target> parts{parsePosition()};
    if (!isOperator(","))
        return std::move(parts.front());
    while (skipOperator(",") && (isKind(Kind::Name) || isOperator("(")))
        parts.push_back(parsePosition());
    return {.name = {}, .attribute = {}, .parts = std::move(parts)};
}

Target Parser::parsePosition()
{
    const Nesting nesting(*this);
    if (skipOperator("(")) {
        Target inner = parseTarget();
        expectOperator(")");
        return inner;
    }
    Target target{.name = expectName(), .attribute = {}, .parts = {}};
    if (skipOperator("."))
        target.attribute = expectName();
    return target;
}

} // namespace

Body parseTemplate(std::string_view source)
{
    if (source.size() > maxSourceBytes)
        throw base::Error(base::ErrorKind::BadFile, "the chat template is longer than 1 MiB");
    Body body = Parser(readTemplateTokens(source)).parseAll();
    findUnsetNames(body);
    return body;
}

} // namespace engine
