#include "engine/templates/template_expression_parser.h"

#include "base/utf8.h"

#include <algorithm>

namespace engine {

using namespace template_syntax;
using Kind = TemplateToken::Kind;

namespace {

constexpr int maxNesting = 64;
constexpr int maxHeight = 256; // of a tree; a chain like a.b.c grows it without nesting

int treeHeight(const ExpressionPtr& expression)
{
    return expression ? expression->height : 0;
}

int treeHeight(const std::vector<ExpressionPtr>& expressions)
{
    int height = 0;
    for (const ExpressionPtr& expression : expressions)
        height = std::max(height, treeHeight(expression));
    return height;
}

int treeHeight(const Arguments& arguments)
{
    int height = std::max(
        {treeHeight(arguments.positional), treeHeight(arguments.list), treeHeight(arguments.dict)});
    for (const auto& [name, value] : arguments.named)
        height = std::max(height, treeHeight(value));
    return height;
}

} // namespace

TemplateExpressionParser::TemplateExpressionParser(std::vector<TemplateToken> tokens)
    : m_tokens(std::move(tokens))
{
}

TemplateExpressionParser::Nesting::Nesting(TemplateExpressionParser& parser)
    : m_parser(parser)
{
    const TemplateToken& at = parser.peek();
    if (parser.m_nesting >= maxNesting)
        failTemplate(at.line, at.column, "nesting is too deep");
    ++parser.m_nesting;
}

const TemplateToken& TemplateExpressionParser::peek(size_t ahead) const
{
    return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
}

bool TemplateExpressionParser::isOperator(std::string_view text, size_t ahead) const
{
    return peek(ahead).kind == Kind::Operator && peek(ahead).text == text;
}

bool TemplateExpressionParser::isName(std::string_view text, size_t ahead) const
{
    return peek(ahead).kind == Kind::Name && peek(ahead).text == text;
}

bool TemplateExpressionParser::skipOperator(std::string_view text)
{
    return isOperator(text) && (take(), true);
}

bool TemplateExpressionParser::skipName(std::string_view text)
{
    return isName(text) && (take(), true);
}

void TemplateExpressionParser::expectOperator(std::string_view text)
{
    if (!skipOperator(text))
        failUnexpected("'" + std::string(text) + "'");
}

std::string TemplateExpressionParser::expectName()
{
    if (!isKind(Kind::Name))
        failUnexpected("a name");
    return take().text;
}

void TemplateExpressionParser::failUnexpected(const std::string& wanted) const
{
    const TemplateToken& token = peek();
    std::string found = "'" + base::printable(token.text, 40) + "'";
    if (token.kind == Kind::End)
        found = "the end of the template";
    else if (token.kind == Kind::VariableEnd || token.kind == Kind::BlockEnd)
        found = "the end of the tag";
    else if (token.kind == Kind::Integer || token.kind == Kind::Float)
        found = "a number";
    failTemplate(token.line, token.column, "expected " + wanted + ", not " + found);
}

template <typename Node>
ExpressionPtr TemplateExpressionParser::makeOfHeight(Node node, int inner)
{
    const TemplateToken& at = peek();
    if (inner >= maxHeight)
        failTemplate(at.line, at.column, "this expression is too long");
    return std::make_unique<const Expression>(
        Expression{.node = std::move(node), .line = at.line, .height = inner + 1});
}

template <typename Node>
ExpressionPtr TemplateExpressionParser::make(
    Node node, std::initializer_list<const ExpressionPtr*> children)
{
    int inner = 0;
    for (const ExpressionPtr* child : children)
        inner = std::max(inner, treeHeight(*child));
    return makeOfHeight(std::move(node), inner);
}

ExpressionPtr TemplateExpressionParser::parseExpression()
{
    const Nesting nesting(*this);
    ExpressionPtr value = parseOr();
    while (skipName("if")) {
        ExpressionPtr test = parseOr();
        ExpressionPtr otherwise = skipName("else") ? parseExpression() : nullptr;
        const int height = std::max({treeHeight(value), treeHeight(test), treeHeight(otherwise)});
        value = makeOfHeight(
            Condition{std::move(test), std::move(value), std::move(otherwise)}, height);
    }
    return value;
}

ExpressionPtr TemplateExpressionParser::parseTuple(bool withCondition)
{
    const Nesting nesting(*this);
    std::vector<ExpressionPtr> items;
    bool isTuple = false;
    do {
        if (isKind(Kind::VariableEnd) || isKind(Kind::BlockEnd) || isOperator(")"))
            break;
        items.push_back(withCondition ? parseExpression() : parseOr());
        isTuple = isTuple || isOperator(",");
    } while (skipOperator(","));
    if (items.empty())
        failUnexpected("an expression");
    if (!isTuple)
        return std::move(items.front());
    const int height = treeHeight(items);
    return makeOfHeight(ListDisplay{std::move(items), true}, height);
}

ExpressionPtr TemplateExpressionParser::parseLogic(std::string_view word, ParseLevel parseOperand)
{
    std::vector<ExpressionPtr> operands;
    do
        operands.push_back((this->*parseOperand)());
    while (skipName(word));
    if (operands.size() == 1)
        return std::move(operands.front());
    const int height = treeHeight(operands);
    return makeOfHeight(Logic{word == "and", std::move(operands)}, height);
}

ExpressionPtr TemplateExpressionParser::parseOr()
{
    return parseLogic("or", &TemplateExpressionParser::parseAnd);
}

ExpressionPtr TemplateExpressionParser::parseAnd()
{
    return parseLogic("and", &TemplateExpressionParser::parseNot);
}

ExpressionPtr TemplateExpressionParser::parseNot()
{
    if (!skipName("not"))
        return parseComparison();
    const Nesting nesting(*this);
    ExpressionPtr operand = parseNot();
    const int height = treeHeight(operand);
    return makeOfHeight(Not{std::move(operand)}, height);
}

ExpressionPtr TemplateExpressionParser::parseComparison()
{
    Comparison comparison{.first = parseSum(), .rest = {}};
    int height = treeHeight(comparison.first);
    const auto compareWith = [&](std::string sign) {
        comparison.rest.emplace_back(std::move(sign), parseSum());
        height = std::max(height, treeHeight(comparison.rest.back().second));
    };
    while (true) {
        static constexpr std::string_view signs[]{"==", "!=", "<", "<=", ">", ">="};
        const auto isNext = [this](std::string_view sign) { return isOperator(sign); };
        if (std::ranges::any_of(signs, isNext)) {
            compareWith(take().text);
        } else if (skipName("in")) {
            compareWith("in");
        } else if (isName("not") && isName("in", 1)) {
            take();
            take();
            compareWith("not in");
        } else {
            break;
        }
    }
    if (comparison.rest.empty())
        return std::move(comparison.first);
    return makeOfHeight(std::move(comparison), height);
}

ExpressionPtr TemplateExpressionParser::parseArithmetic(
    std::initializer_list<std::string_view> signs, ParseLevel parseOperand)
{
    ExpressionPtr left = (this->*parseOperand)();
    const auto isNext = [this](std::string_view sign) { return isOperator(sign); };
    while (std::ranges::any_of(signs, isNext)) {
        std::string sign = take().text;
        ExpressionPtr right = (this->*parseOperand)();
        const int height = std::max(treeHeight(left), treeHeight(right));
        left = makeOfHeight(Arithmetic{std::move(sign), std::move(left), std::move(right)}, height);
    }
    return left;
}

ExpressionPtr TemplateExpressionParser::parseSum()
{
    return parseArithmetic({"+", "-"}, &TemplateExpressionParser::parseConcatenation);
}

ExpressionPtr TemplateExpressionParser::parseConcatenation()
{
    std::vector<ExpressionPtr> parts;
    do
        parts.push_back(parseProduct());
    while (skipOperator("~"));
    if (parts.size() == 1)
        return std::move(parts.front());
    const int height = treeHeight(parts);
    return makeOfHeight(Concatenation{std::move(parts)}, height);
}

ExpressionPtr TemplateExpressionParser::parseProduct()
{
    return parseArithmetic({"*", "/", "//", "%"}, &TemplateExpressionParser::parsePower);
}

ExpressionPtr TemplateExpressionParser::parsePower()
{
    ExpressionPtr left = parseUnary();
    while (skipOperator("**")) {
        ExpressionPtr right = parseUnary();
        const int height = std::max(treeHeight(left), treeHeight(right));
        left = makeOfHeight(Arithmetic{"**", std::move(left), std::move(right)}, height);
    }
    return left;
}

ExpressionPtr TemplateExpressionParser::parseUnary(bool withFilters)
{
    ExpressionPtr node;
    if (isOperator("-") || isOperator("+")) {
        const Nesting nesting(*this);
        const bool isMinus = take().text == "-";
        ExpressionPtr operand = parseUnary(false);
        const int height = treeHeight(operand);
        node = makeOfHeight(Sign{isMinus, std::move(operand)}, height);
    } else {
        node = parsePrimary();
    }
    node = parsePostfix(std::move(node));
    return withFilters ? parseFiltersAndTests(std::move(node)) : std::move(node);
}

ExpressionPtr TemplateExpressionParser::parsePrimary()
{
    switch (peek().kind) {
    case Kind::String: {
        std::string text;
        while (isKind(Kind::String))
            text += take().text;
        return make(Constant{TemplateValue::text(text)});
    }
    case Kind::Integer:
        return make(Constant{TemplateValue::integer(take().integer)});
    case Kind::Float:
        return make(Constant{TemplateValue::number(take().number)});
    case Kind::Name: {
        std::string name = take().text;
        if (name == "true" || name == "True" || name == "false" || name == "False")
            return make(Constant{TemplateValue::boolean(name == "true" || name == "True")});
        if (name == "none" || name == "None")
            return make(Constant{TemplateValue::none()});
        m_implicit.varargs = m_implicit.varargs || name == "varargs";
        m_implicit.kwargs = m_implicit.kwargs || name == "kwargs";
        m_implicit.caller = m_implicit.caller || name == "caller";
        return make(Name{std::move(name)});
    }
    default:
        return parseDisplay();
    }
}

ExpressionPtr TemplateExpressionParser::parseDisplay()
{
    if (isOperator("["))
        return parseList();
    if (isOperator("{"))
        return parseDict();
    if (!skipOperator("("))
        failUnexpected("an expression");
    if (skipOperator(")"))
        return make(ListDisplay{{}, true});
    ExpressionPtr inner = parseTuple();
    expectOperator(")");
    return inner;
}

ExpressionPtr TemplateExpressionParser::parseList()
{
    expectOperator("[");
    std::vector<ExpressionPtr> items;
    while (!isOperator("]")) {
        items.push_back(parseExpression());
        if (!skipOperator(","))
            break;
    }
    expectOperator("]");
    const int height = treeHeight(items);
    return makeOfHeight(ListDisplay{std::move(items), false}, height);
}

ExpressionPtr TemplateExpressionParser::parseDict()
{
    expectOperator("{");
    DictDisplay dict;
    int height = 0;
    while (!isOperator("}")) {
        ExpressionPtr key = parseExpression();
        expectOperator(":");
        ExpressionPtr value = parseExpression();
        height = std::max({height, treeHeight(key), treeHeight(value)});
        dict.entries.emplace_back(std::move(key), std::move(value));
        if (!skipOperator(","))
            break;
    }
    expectOperator("}");
    return makeOfHeight(std::move(dict), height);
}

ExpressionPtr TemplateExpressionParser::parsePostfix(ExpressionPtr node)
{
    while (true) {
        if (isOperator(".") || isOperator("["))
            node = parseSubscript(std::move(node));
        else if (isOperator("("))
            node = parseCall(std::move(node));
        else
            return node;
    }
}

ExpressionPtr TemplateExpressionParser::parseFiltersAndTests(ExpressionPtr node)
{
    while (true) {
        if (skipOperator("|"))
            node = parseFilter(std::move(node));
        else if (skipName("is"))
            node = parseTest(std::move(node));
        else if (isOperator("("))
            node = parseCall(std::move(node));
        else
            return node;
    }
}

ExpressionPtr TemplateExpressionParser::parseSubscript(ExpressionPtr object)
{
    const int height = treeHeight(object);
    if (skipOperator(".")) {
        if (!isKind(Kind::Integer))
            return makeOfHeight(Attribute{std::move(object), expectName()}, height);
        ExpressionPtr index = make(Constant{TemplateValue::integer(take().integer)});
        return makeOfHeight(Index{std::move(object), std::move(index)}, height);
    }
    expectOperator("[");
    ExpressionPtr bounds[3];
    bool isSlice = false;
    for (ExpressionPtr& bound : bounds) {
        if (!isOperator(":") && !isOperator("]"))
            bound = parseExpression();
        if (!skipOperator(":"))
            break;
        isSlice = true;
    }
    if (!isSlice && !bounds[0])
        failUnexpected("an index");
    if (!isSlice && isOperator(",")) {
        std::vector<ExpressionPtr> items;
        items.push_back(std::move(bounds[0]));
        while (skipOperator(","))
            items.push_back(parseExpression());
        const int inner = treeHeight(items);
        bounds[0] = makeOfHeight(ListDisplay{std::move(items), true}, inner);
    }
    expectOperator("]");
    const int inner
        = std::max({height, treeHeight(bounds[0]), treeHeight(bounds[1]), treeHeight(bounds[2])});
    if (!isSlice)
        return makeOfHeight(Index{std::move(object), std::move(bounds[0])}, inner);
    return makeOfHeight(
        Slice{std::move(object), std::move(bounds[0]), std::move(bounds[1]), std::move(bounds[2])},
        inner);
}

ExpressionPtr TemplateExpressionParser::parseFilters(ExpressionPtr input)
{
    do
        input = parseFilter(std::move(input));
    while (skipOperator("|"));
    return input;
}

ExpressionPtr TemplateExpressionParser::parseFilter(ExpressionPtr input)
{
    std::string name = expectName();
    while (skipOperator("."))
        name += "." + expectName();
    Arguments arguments = isOperator("(") ? parseArguments() : Arguments{};
    const int height = std::max(treeHeight(input), treeHeight(arguments));
    return makeOfHeight(Filter{std::move(input), std::move(name), std::move(arguments)}, height);
}

ExpressionPtr TemplateExpressionParser::parseTest(ExpressionPtr input)
{
    const bool isNegated = skipName("not");
    std::string name = expectName();
    while (skipOperator("."))
        name += "." + expectName();
    Arguments arguments;
    const bool endsHere
        = isName("else") || isName("or") || isName("and") || isName("if") || isName("not");
    const bool isDisplay = isOperator("[") || isOperator("{");
    const bool isValue = isKind(Kind::Name) || isKind(Kind::String) || isKind(Kind::Integer)
        || isKind(Kind::Float);
    if (isName("is"))
        failUnexpected("one test only");
    if (isOperator("("))
        arguments = parseArguments();
    else if (isDisplay || (isValue && !endsHere))
        arguments.positional.push_back(parsePostfix(parsePrimary()));
    const int height = std::max(treeHeight(input), treeHeight(arguments));
    ExpressionPtr test
        = makeOfHeight(Test{std::move(input), std::move(name), std::move(arguments)}, height);
    return isNegated ? makeOfHeight(Not{std::move(test)}, height + 1) : std::move(test);
}

ExpressionPtr TemplateExpressionParser::parseCall(ExpressionPtr callee)
{
    Arguments arguments = parseArguments();
    const int height = std::max(treeHeight(callee), treeHeight(arguments));
    return makeOfHeight(Call{std::move(callee), std::move(arguments)}, height);
}

Arguments TemplateExpressionParser::parseArguments()
{
    expectOperator("(");
    Arguments arguments;
    while (!isOperator(")")) {
        parseArgument(arguments);
        if (!skipOperator(","))
            break;
    }
    expectOperator(")");
    return arguments;
}

void TemplateExpressionParser::parseArgument(Arguments& arguments)
{
    const bool isDict = isOperator("**");
    const bool isNamed = isKind(Kind::Name) && isOperator("=", 1);
    if (arguments.dict || (arguments.list && !isDict && !isNamed)
        || (!arguments.named.empty() && !isDict && !isNamed && !isOperator("*")))
        failUnexpected("plain arguments before named ones");
    if (isDict) {
        take();
        arguments.dict = parseExpression();
    } else if (skipOperator("*")) {
        arguments.list = parseExpression();
    } else if (isNamed) {
        std::string name = take().text;
        take();
        arguments.named.emplace_back(std::move(name), parseExpression());
    } else {
        arguments.positional.push_back(parseExpression());
    }
}

} // namespace engine
