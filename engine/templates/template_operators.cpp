#include "engine/templates/template_operators.h"

#include "engine/templates/template_filters.h"
#include "engine/templates/template_format.h"
#include "engine/templates/template_globals.h"
#include "engine/templates/template_interpreter.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_methods.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

[[noreturn]] void failOperands(
    std::string_view sign, const TemplateValue& left, const TemplateValue& right)
{
    for (const TemplateValue* value : {&left, &right}) {
        if (value->isUndefined())
            failRun(value->undefinedCause());
    }
    failRun("unsupported operand types for " + std::string(sign) + ": '" + left.typeName()
        + "' and '" + right.typeName() + "'");
}

TemplateValue checked(bool overflowed, TemplateInteger result)
{
    if (overflowed)
        failRun("an integer becomes too large");
    return TemplateValue::integer(result);
}

// Python rounds quotients down and gives remainders the sign of the divisor.
TemplateValue divideIntegers(bool wantsQuotient, TemplateInteger left, TemplateInteger right)
{
    if (right == 0)
        failRun("integer division or modulo by zero");
    if (right == -1) { // the one quotient that may not fit
        TemplateInteger negated = 0;
        const bool overflowed = __builtin_sub_overflow(TemplateInteger(0), left, &negated);
        return wantsQuotient ? checked(overflowed, negated) : TemplateValue::integer(0);
    }
    const bool roundsUp = left % right != 0 && (left < 0) != (right < 0);
    return TemplateValue::integer(
        wantsQuotient ? left / right - roundsUp : left % right + (roundsUp ? right : 0));
}

TemplateValue raiseInteger(TemplateInteger base, TemplateInteger exponent)
{
    TemplateInteger result = 1;
    bool overflowed = false;
    while (exponent > 0 && !overflowed) {
        if (exponent & 1)
            overflowed = __builtin_mul_overflow(result, base, &result);
        exponent >>= 1;
        if (exponent > 0)
            overflowed = __builtin_mul_overflow(base, base, &base) || overflowed;
    }
    return checked(overflowed, result);
}

TemplateValue integerArithmetic(std::string_view sign, TemplateInteger left, TemplateInteger right)
{
    if (sign == "**")
        return raiseInteger(left, right);
    if (sign == "//" || sign == "%")
        return divideIntegers(sign == "//", left, right);
    TemplateInteger result = 0;
    bool overflowed = false;
    if (sign == "+")
        overflowed = __builtin_add_overflow(left, right, &result);
    else if (sign == "-")
        overflowed = __builtin_sub_overflow(left, right, &result);
    else
        overflowed = __builtin_mul_overflow(left, right, &result);
    return checked(overflowed, result);
}

TemplateValue raiseFloat(double base, double exponent)
{
    if (base == 0 && exponent < 0)
        failRun("0.0 cannot be raised to a negative power");
    if (base < 0 && exponent != std::floor(exponent))
        failRun("the power would be a complex number");
    const double power = std::pow(base, exponent);
    if (std::isinf(power) && std::isfinite(base) && std::isfinite(exponent))
        failRun("a number becomes too large");
    return TemplateValue::number(power);
}

// Python's float_floor_div and float_rem, with the remainder first, so that they fit each other.
TemplateValue divideFloats(bool wantsQuotient, double left, double right)
{
    double remainder = std::fmod(left, right);
    double quotient = (left - remainder) / right;
    if (remainder == 0) {
        remainder = std::copysign(0.0, right);
    } else if ((right < 0) != (remainder < 0)) {
        remainder += right;
        quotient -= 1;
    }
    if (!wantsQuotient)
        return TemplateValue::number(remainder);
    if (quotient == 0)
        return TemplateValue::number(std::copysign(0.0, left / right));
    const double whole = std::floor(quotient);
    return TemplateValue::number(quotient - whole > 0.5 ? whole + 1 : whole);
}

TemplateValue floatArithmetic(std::string_view sign, double left, double right)
{
    if (sign == "+")
        return TemplateValue::number(left + right);
    if (sign == "-")
        return TemplateValue::number(left - right);
    if (sign == "*")
        return TemplateValue::number(left * right);
    if (sign == "**")
        return raiseFloat(left, right);
    if (right == 0)
        failRun("division by zero");
    if (sign == "/")
        return TemplateValue::number(left / right);
    return divideFloats(sign == "//", left, right);
}

bool canJoin(const TemplateValue& value)
{
    const TemplateList* list = value.asList();
    return list && (list->isTuple() || list->kind() == TemplateList::Kind::List);
}

TemplateValue makeLike(const TemplateList& list, TemplateValues items)
{
    return list.isTuple() ? TemplateValue::tuple(std::move(items))
                          : TemplateValue::list(std::move(items));
}

TemplateValue repeat(const TemplateValue& value, int64_t times, TemplateBudget& budget)
{
    times = std::max<int64_t>(times, 0);
    const size_t count = std::max<size_t>(templateLength(value), 1);
    if (uint64_t(times) > (4u << 20) / count)
        failRun("a repeated value becomes too long");
    if (const TemplateText* text = value.asText()) {
        budget.spendBytes(text->size() * size_t(times));
        TemplateText result;
        for (int64_t index = 0; index < times; ++index) {
            result.append(*text);
            TemplateBudget::checkLength(result.size());
        }
        return TemplateValue::text(result.markedAs(text->isMarkup()));
    }
    budget.spend(count * size_t(times));
    const TemplateList& list = *value.asList();
    TemplateValues items;
    for (int64_t index = 0; index < times; ++index)
        items.insert(items.end(), list.items().begin(), list.items().end());
    return makeLike(list, std::move(items));
}

TemplateValue joinLists(const TemplateList& left, const TemplateList& right, TemplateBudget& budget)
{
    budget.spend(left.items().size() + right.items().size());
    TemplateValues items = left.items();
    items.insert(items.end(), right.items().begin(), right.items().end());
    return makeLike(left, std::move(items));
}

TemplateValue joinTexts(const TemplateText& left, const TemplateText& right, TemplateBudget& budget)
{
    budget.spendBytes(left.size() + right.size());
    const bool isMarkup = left.isMarkup() || right.isMarkup();
    TemplateText text = isMarkup ? escapeHtml(left) : left;
    text.append(isMarkup ? escapeHtml(right) : right);
    return TemplateValue::text(std::move(text));
}

bool equalLists(const TemplateList& left, const TemplateList& right, TemplateBudget& budget)
{
    using Kind = TemplateList::Kind;
    const bool isSameKind = left.kind() == right.kind() || (left.isTuple() && right.isTuple());
    if (left.kind() == Kind::Values || right.kind() == Kind::Values)
        return &left == &right;
    if (!isSameKind || left.items().size() != right.items().size())
        return false;
    const auto isSame = [&](const TemplateValue& one, const TemplateValue& other) {
        return templateEquals(one, other, budget);
    };
    if (left.isView())
        return std::ranges::is_permutation(left.items(), right.items(), isSame);
    return std::ranges::equal(left.items(), right.items(), isSame);
}

bool equalDicts(const TemplateDict& left, const TemplateDict& right, TemplateBudget& budget)
{
    if (left.entries().size() != right.entries().size())
        return false;
    for (const auto& [key, value] : left.entries()) {
        const TemplateValue* other = right.find(key);
        if (!other || !templateEquals(value, *other, budget))
            return false;
    }
    return true;
}

} // namespace

TemplateValue templateArithmetic(std::string_view sign, const TemplateValue& left,
    const TemplateValue& right, TemplateBudget& budget)
{
    const auto leftInteger = left.asInteger(), rightInteger = right.asInteger();
    if (leftInteger && rightInteger && sign != "/" && !(sign == "**" && *rightInteger < 0))
        return integerArithmetic(sign, *leftInteger, *rightInteger);
    const auto leftNumber = left.asNumber(), rightNumber = right.asNumber();
    if (leftInteger && rightInteger && sign == "/" && *rightInteger != 0)
        return TemplateValue::number(double( // rounded once, though long integers have more digits
            static_cast<long double>(*leftInteger) / static_cast<long double>(*rightInteger)));
    if (leftNumber && rightNumber)
        return floatArithmetic(sign, *leftNumber, *rightNumber);
    if (sign == "%" && left.asText())
        return TemplateValue::text(formatPercent(*left.asText(), right, budget));
    if (sign == "+" && left.asText() && right.asText())
        return joinTexts(*left.asText(), *right.asText(), budget);
    if (sign == "+" && canJoin(left) && canJoin(right)
        && left.asList()->isTuple() == right.asList()->isTuple())
        return joinLists(*left.asList(), *right.asList(), budget);
    if (sign == "*" && (left.asText() || canJoin(left)) && rightInteger)
        return repeat(left, *right.asPosition(), budget);
    if (sign == "*" && (right.asText() || canJoin(right)) && leftInteger)
        return repeat(right, *left.asPosition(), budget);
    failOperands(sign, left, right);
}

bool templateEquals(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget)
{
    budget.spend();
    if (left.asInteger() && right.asInteger())
        return *left.asInteger() == *right.asInteger();
    if (left.asNumber() && right.asNumber())
        return *left.asNumber() == *right.asNumber();
    if (left.asText() && right.asText()) {
        budget.spendBytes(std::min(left.asText()->size(), right.asText()->size()));
        return *left.asText() == *right.asText();
    }
    if (left.asList() && right.asList())
        return equalLists(*left.asList(), *right.asList(), budget);
    if (left.asDict() && right.asDict())
        return equalDicts(*left.asDict(), *right.asDict(), budget);
    if (left.asObject() || right.asObject())
        return left.asObject() == right.asObject();
    return (left.isNone() && right.isNone()) || (left.isUndefined() && right.isUndefined());
}

bool templateLess(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget)
{
    budget.spend();
    if (left.asInteger() && right.asInteger())
        return *left.asInteger() < *right.asInteger();
    if (left.asNumber() && right.asNumber())
        return *left.asNumber() < *right.asNumber();
    if (left.asText() && right.asText()) {
        budget.spendBytes(std::min(left.asText()->size(), right.asText()->size()));
        return left.asText()->bytes() < right.asText()->bytes();
    }
    if (!canJoin(left) || !canJoin(right) || left.asList()->isTuple() != right.asList()->isTuple())
        failOperands("<", left, right);
    const TemplateValues& first = left.asList()->items();
    const TemplateValues& second = right.asList()->items();
    for (size_t index = 0; index < std::min(first.size(), second.size()); ++index) {
        if (!templateEquals(first[index], second[index], budget))
            return templateLess(first[index], second[index], budget);
    }
    return first.size() < second.size();
}

bool templateCompare(std::string_view sign, const TemplateValue& left, const TemplateValue& right,
    TemplateBudget& budget)
{
    if (sign == "==")
        return templateEquals(left, right, budget);
    if (sign == "!=")
        return !templateEquals(left, right, budget);
    if (sign == "in")
        return templateContains(right, left, budget);
    if (sign == "not in")
        return !templateContains(right, left, budget);
    if (sign == "<")
        return templateLess(left, right, budget);
    if (sign == ">")
        return templateLess(right, left, budget);
    const bool isStrict
        = sign == "<=" ? templateLess(left, right, budget) : templateLess(right, left, budget);
    return isStrict || templateEquals(left, right, budget);
}

bool templateContains(const TemplateValue& whole, const TemplateValue& part, TemplateBudget& budget)
{
    if (const TemplateText* text = whole.asText()) {
        if (!part.asText())
            failOperands("in", part, whole);
        budget.spendBytes(text->size());
        budget.spendSearch(text->size(), part.asText()->size());
        return text->bytes().find(part.asText()->bytes()) != std::string::npos;
    }
    if (const TemplateDict* dict = whole.asDict())
        return dict->find(part) != nullptr;
    if (auto* iterator = dynamic_cast<TemplateIterator*>(whole.asObject())) {
        while (const auto item = iterator->next()) {
            if (templateEquals(*item, part, budget))
                return true;
        }
        return false;
    }
    for (const TemplateValue& item : templateItems(whole, budget)) {
        if (templateEquals(item, part, budget))
            return true;
    }
    return false;
}

TemplateValues templateItems(const TemplateValue& value, TemplateBudget& budget)
{
    if (value.isUndefined())
        return {};
    TemplateValues items;
    if (const TemplateList* list = value.asList()) {
        items = list->items();
    } else if (const TemplateDict* dict = value.asDict()) {
        for (const auto& entry : dict->entries())
            items.push_back(entry.first);
    } else if (const TemplateText* text = value.asText()) {
        budget.spend(text->size());
        const auto starts = characterStarts(text->bytes());
        for (size_t index = 0; index + 1 < starts.size(); ++index)
            items.push_back(TemplateValue::text(text->slice(starts[index], starts[index + 1])));
    } else if (auto* iterator = dynamic_cast<TemplateIterator*>(value.asObject())) {
        items = iterator->takeRest();
    } else {
        failRun("'" + value.typeName() + "' object is not iterable");
    }
    budget.spend(items.size());
    return items;
}

size_t templateLength(const TemplateValue& value)
{
    if (value.isUndefined())
        return 0;
    if (const TemplateText* text = value.asText())
        return countCharacters(text->bytes());
    if (const TemplateList* list = value.asList())
        return list->items().size();
    if (const TemplateDict* dict = value.asDict())
        return dict->entries().size();
    failRun("object of type '" + value.typeName() + "' has no len()");
}

TemplateDict::Entries templatePairs(const TemplateValue& value, TemplateBudget& budget)
{
    if (const TemplateDict* dict = value.asDict())
        return dict->entries();
    TemplateDict::Entries entries;
    for (const TemplateValue& pair : templateItems(value, budget)) {
        TemplateValues parts = templateItems(pair, budget);
        if (parts.size() != 2)
            failRun("a pair of a key and a value is expected");
        entries.emplace_back(std::move(parts[0]), std::move(parts[1]));
    }
    return entries;
}

std::optional<TemplateValue> findTemplateAttribute(
    const TemplateValue& object, std::string_view name)
{
    const TemplateList* list = object.asList();
    if (list && list->kind() == TemplateList::Kind::Group) {
        if (name == "grouper" || name == "list")
            return list->items()[name == "list"];
    }
    if (const TemplateObject* inner = object.asObject())
        return inner->attribute(name);
    return findTemplateMethod(object, name);
}

TemplateValue templateAttribute(const TemplateValue& object, const std::string& name)
{
    if (object.isUndefined())
        failRun(object.undefinedCause());
    if (auto found = findTemplateAttribute(object, name))
        return *std::move(found);
    if (const TemplateDict* dict = object.asDict()) {
        if (const TemplateValue* found = dict->find(name))
            return *found;
    }
    return TemplateValue::undefined(
        "'" + object.typeName() + " object' has no attribute '" + name + "'");
}

TemplateValue templateIndex(
    const TemplateValue& object, const TemplateValue& index, TemplateBudget& budget)
{
    if (object.isUndefined())
        failRun(object.undefinedCause());
    if (const TemplateDict* dict = object.asDict()) {
        const TemplateValue* found = hashableName(index) ? dict->find(index) : nullptr;
        if (found)
            return *found;
    }
    if (const TemplateText* name = index.asText())
        return templateAttribute(object, name->bytes());
    const auto position = index.asPosition();
    const TemplateText* text = object.asText();
    const bool hasPositions = text || (object.asList() && !object.asList()->isView());
    if (position && hasPositions) {
        budget.spendBytes(text ? text->size() : 0);
        const auto length = int64_t(templateLength(object));
        const int64_t from = *position < 0 ? *position + length : *position;
        if (from >= 0 && from < length && !text)
            return object.asList()->items()[size_t(from)];
        if (from >= 0 && from < length)
            return templateSlice(object, from, from + 1, 1, budget);
    }
    return TemplateValue::undefined(
        object.typeName() + " object has no element " + templateToRepr(index, budget).bytes());
}

TemplateValue templateSlice(const TemplateValue& object, std::optional<int64_t> from,
    std::optional<int64_t> to, int64_t step, TemplateBudget& budget)
{
    if (object.isUndefined())
        failRun(object.undefinedCause());
    const TemplateText* text = object.asText();
    const TemplateList* list = object.asList();
    if (!text && (!list || list->isView()))
        failRun("'" + object.typeName() + "' object cannot be sliced");
    if (step == 0 || step == std::numeric_limits<int64_t>::min())
        failRun("a slice cannot have step zero");

    const auto starts = text ? characterStarts(text->bytes()) : std::vector<size_t>{};
    const auto length = int64_t(text ? starts.size() - 1 : list->items().size());
    budget.spendBytes(text ? text->size() : 64 * size_t(length));
    const int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? length : length - 1;
    const auto clamp = [&](std::optional<int64_t> position, int64_t fallback) {
        if (!position)
            return fallback;
        const int64_t counted
            = *position < 0 ? std::max(*position, -length - 1) + length : *position;
        return std::clamp(counted, lowest, highest);
    };
    const int64_t begin = clamp(from, step > 0 ? lowest : highest);
    const int64_t end = clamp(to, step > 0 ? highest : lowest);

    if (text && step == 1)
        return TemplateValue::text(
            text->slice(starts[size_t(begin)], starts[size_t(std::max(begin, end))])
                .markedAs(text->isMarkup()));
    TemplateText characters;
    TemplateValues items;
    const int64_t stride = std::clamp(step, -length - 1, length + 1);
    for (int64_t at = begin; step > 0 ? at < end : at > end; at += stride) {
        if (text)
            characters.append(text->slice(starts[size_t(at)], starts[size_t(at) + 1]));
        else
            items.push_back(list->items()[size_t(at)]);
    }
    if (text)
        return TemplateValue::text(characters.markedAs(text->isMarkup()));
    if (list->kind() != TemplateList::Kind::Range)
        return makeLike(*list, std::move(items));
    const auto& range = static_cast<const TemplateRange&>(*list);
    return TemplateValue::sequence(std::make_shared<TemplateRange>(std::move(items),
        range.first + begin * range.step, range.first + end * range.step, range.step * step));
}

} // namespace engine

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
    return list.isTuple ? TemplateValue::tuple(std::move(items))
                        : TemplateValue::list(std::move(items));
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
        if (!value.asPosition())
            failRun("slice indices must be integers");
        return value.asPosition();
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
        for (const auto& [key, value] : dict.asDict()->entries()) {
            if (!key.asText())
                failRun("keywords must be strings");
            values.named.emplace_back(key.asText()->bytes(), value);
        }
    }
    return values;
}

TemplateValue TemplateInterpreter::evaluateNode(const Call& expression)
{
    return call(expression, nullptr);
}

TemplateValue TemplateInterpreter::call(const Call& call, const TemplateValue* caller)
{
    const TemplateValue callee = evaluate(*call.callee);
    TemplateArguments arguments = evaluateArguments(call.arguments);
    if (caller)
        arguments.named.emplace_back("caller", *caller);
    if (callee.isUndefined())
        failRun(callee.undefinedCause());
    if (!callee.asObject() || !callee.asObject()->isCallable())
        failRun("'" + callee.typeName() + "' object is not callable");
    return callee.asObject()->call(arguments, m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Filter& filter)
{
    const TemplateValue input = filter.input ? evaluate(*filter.input) : m_captured;
    const TemplateArguments arguments = evaluateArguments(filter.arguments);
    return requireTemplateFilter(filter.name)(input, arguments, m_budget);
}

TemplateValue TemplateInterpreter::evaluateNode(const Test& test)
{
    const TemplateValue input = evaluate(*test.input);
    const TemplateArguments arguments = evaluateArguments(test.arguments);
    return TemplateValue::boolean(requireTemplateTest(test.name)(input, arguments, m_budget));
}

} // namespace engine
