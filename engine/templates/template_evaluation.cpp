#include "engine/templates/template_filters.h"
#include "engine/templates/template_interpreter.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_print.h"
#include "engine/templates/template_tests.h"

// The half of TemplateInterpreter that evaluates expressions.
namespace engine {

using namespace template_syntax;

TemplateValue TemplateInterpreter::evaluate(const Expression& expression)
{
    const Depth depth(*this);
    return std::visit([&](const auto& node) { return evaluateNode(node); }, expression.node);
}

TemplateValue TemplateInterpreter::evaluateNode(const Constant& constant)
{
    return constant.value;
}

TemplateValue TemplateInterpreter::evaluateNode(const Name& name)
{
    if (const TemplateValue* found = lookUp(name.name))
        return *found;
    return TemplateValue::undefined("'" + name.name + "' is undefined");
}

TemplateValue TemplateInterpreter::evaluateNode(const ListDisplay& list)
{
    TemplateValues items;
    for (const ExpressionPtr& item : list.items)
        items.push_back(evaluate(*item));
    return TemplateValue::list(std::move(items), list.isTuple);
}

TemplateValue TemplateInterpreter::evaluateNode(const DictDisplay& dict)
{
    TemplateDict::Entries entries;
    for (const auto& [key, value] : dict.entries) {
        TemplateValue name = evaluate(*key);
        entries.emplace_back(std::move(name), evaluate(*value));
    }
    return TemplateValue::dict(std::move(entries));
}

TemplateValue TemplateInterpreter::evaluateNode(const Sign& sign)
{
    const TemplateValue zero = TemplateValue::integer(0);
    const TemplateValue operand = evaluate(*sign.operand);
    if (operand.isFloat())
        return TemplateValue::number(sign.isMinus ? -*operand.asNumber() : *operand.asNumber());
    return templateArithmetic(sign.isMinus ? "-" : "+", zero, operand, m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Not& negation)
{
    return TemplateValue::boolean(!evaluate(*negation.operand).isTrue());
}

TemplateValue TemplateInterpreter::evaluateNode(const Arithmetic& arithmetic)
{
    const TemplateValue left = evaluate(*arithmetic.left);
    return templateArithmetic(arithmetic.sign, left, evaluate(*arithmetic.right), m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Concatenation& concatenation)
{
    TemplateText text;
    for (const ExpressionPtr& part : concatenation.parts) {
        text.append(templateToText(evaluate(*part), m_budget));
        TemplateBudget::checkLength(text.size());
    }
    m_budget.spendBytes(text.size());
    return TemplateValue::text(std::move(text));
}

// The operand that decides, as in Python, not a boolean.
TemplateValue TemplateInterpreter::evaluateNode(const Logic& logic)
{
    TemplateValue value;
    for (const ExpressionPtr& operand : logic.operands) {
        value = evaluate(*operand);
        if (value.isTrue() != logic.isAnd)
            break;
    }
    return value;
}

TemplateValue TemplateInterpreter::evaluateNode(const Comparison& comparison)
{
    TemplateValue left = evaluate(*comparison.first);
    for (const auto& [sign, operand] : comparison.rest) {
        TemplateValue right = evaluate(*operand);
        if (!templateCompare(sign, left, right, m_budget))
            return TemplateValue::boolean(false);
        left = std::move(right);
    }
    return TemplateValue::boolean(true);
}

TemplateValue TemplateInterpreter::evaluateNode(const Condition& condition)
{
    if (evaluate(*condition.test).isTrue())
        return evaluate(*condition.yes);
    if (condition.no)
        return evaluate(*condition.no);
    return TemplateValue::undefined("an inline if without else was false");
}

TemplateValue TemplateInterpreter::evaluateNode(const Attribute& attribute)
{
    return templateAttribute(evaluate(*attribute.object), attribute.name);
}

TemplateValue TemplateInterpreter::evaluateNode(const Index& index)
{
    const TemplateValue object = evaluate(*index.object);
    return templateIndex(object, evaluate(*index.index), m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Slice& slice)
{
    const TemplateValue object = evaluate(*slice.object);
    const auto bound = [&](const ExpressionPtr& expression) -> std::optional<int64_t> {
        const TemplateValue value = expression ? evaluate(*expression) : TemplateValue::none();
        if (value.isNone())
            return std::nullopt;
        if (!value.asInteger())
            failRun("slice indices must be integers");
        return value.asInteger();
    };
    const auto from = bound(slice.from), to = bound(slice.to), step = bound(slice.step);
    return templateSlice(object, from, to, step.value_or(1), m_budget);
}

TemplateArguments TemplateInterpreter::evaluateArguments(const Arguments& arguments)
{
    TemplateArguments values;
    for (const ExpressionPtr& argument : arguments.positional)
        values.positional.push_back(evaluate(*argument));
    for (const auto& [name, argument] : arguments.named)
        values.named.emplace_back(name, evaluate(*argument));
    if (arguments.list) {
        for (TemplateValue& item : templateItems(evaluate(*arguments.list), m_budget))
            values.positional.push_back(std::move(item));
    }
    if (arguments.dict) {
        const TemplateValue dict = evaluate(*arguments.dict);
        if (!dict.asDict())
            failRun("an argument after ** must be a mapping");
        m_budget.spend(dict.asDict()->entries().size());
        for (const auto& [key, value] : dict.asDict()->entries())
            values.named.emplace_back(templateToText(key, m_budget).bytes(), value);
    }
    return values;
}

TemplateValue TemplateInterpreter::evaluateNode(const Call& expression)
{
    return call(expression, nullptr);
}

TemplateValue TemplateInterpreter::call(const Call& call, const TemplateValue* caller)
{
    const auto* name = std::get_if<Name>(&call.callee->node);
    if (name && name->name == "namespace" && !lookUp("namespace"))
        return makeNamespace(evaluateArguments(call.arguments));
    const TemplateValue callee = evaluate(*call.callee);
    TemplateArguments arguments = evaluateArguments(call.arguments);
    if (caller)
        arguments.named.emplace_back("caller", *caller);
    if (callee.isUndefined())
        failRun(callee.undefinedCause());
    if (!callee.asObject())
        failRun("'" + callee.typeName() + "' object is not callable");
    return callee.asObject()->call(arguments, m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Filter& filter)
{
    const TemplateValue input = filter.input ? evaluate(*filter.input) : m_captured;
    return findTemplateFilter(filter.name)(input, evaluateArguments(filter.arguments), m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Test& test)
{
    const TemplateValue input = evaluate(*test.input);
    const TemplateArguments arguments = evaluateArguments(test.arguments);
    return TemplateValue::boolean(findTemplateTest(test.name)(input, arguments, m_budget));
}

} // namespace engine
