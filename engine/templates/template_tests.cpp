#include "engine/templates/template_tests.h"

#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

struct NamedTest {
    std::string_view name;
    TemplateTest test;
};

using Value = TemplateValue;
using Arguments = TemplateArguments;
using Budget = TemplateBudget;

bool isDefined(const Value& value, const Arguments&, Budget&)
{
    return !value.isUndefined();
}
bool isUndefined(const Value& value, const Arguments&, Budget&)
{
    return value.isUndefined();
}
bool isNone(const Value& value, const Arguments&, Budget&)
{
    return value.isNone();
}
bool isString(const Value& value, const Arguments&, Budget&)
{
    return value.asText();
}
bool isMapping(const Value& value, const Arguments&, Budget&)
{
    return value.asDict();
}
bool isNumber(const Value& value, const Arguments&, Budget&)
{
    return value.asNumber().has_value();
}
bool isInteger(const Value& value, const Arguments&, Budget&)
{
    return value.isInteger();
}
bool isFloat(const Value& value, const Arguments&, Budget&)
{
    return value.isFloat();
}
bool isBoolean(const Value& value, const Arguments&, Budget&)
{
    return value.isBoolean();
}
bool isCallable(const Value& value, const Arguments&, Budget&)
{
    return value.asObject();
}

bool isTrue(const Value& value, const Arguments&, Budget&)
{
    return value.isBoolean() && value.isTrue();
}

bool isFalse(const Value& value, const Arguments&, Budget&)
{
    return value.isBoolean() && !value.isTrue();
}

bool isSequence(const Value& value, const Arguments&, Budget&)
{
    return value.asText() || value.asList() || value.asDict() || value.isUndefined();
}

bool isIn(const Value& value, const Arguments& arguments, Budget& budget)
{
    return templateContains(arguments.require(0, "seq"), value, budget);
}

int64_t integerOf(const Value& value)
{
    if (const auto integer = value.asInteger())
        return *integer;
    failRun("an integer is expected, not '" + value.typeName() + "'");
}

bool isOdd(const Value& value, const Arguments&, Budget&)
{
    return integerOf(value) & 1;
}
bool isEven(const Value& value, const Arguments&, Budget&)
{
    return !(integerOf(value) & 1);
}

bool isDivisible(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value rest = templateArithmetic("%", value, arguments.require(0, "num"), budget);
    return !rest.isTrue();
}

template <char first, char second>
bool compares(const Value& value, const Arguments& arguments, Budget& budget)
{
    const char sign[]{first, second, '\0'};
    return templateCompare(sign, value, arguments.require(0, "other"), budget);
}

bool isLower(const Value& value, const Arguments&, Budget&)
{
    return value.asText() && changeCase(*value.asText(), TemplateCase::Lower) == *value.asText();
}

bool isUpper(const Value& value, const Arguments&, Budget&)
{
    return value.asText() && changeCase(*value.asText(), TemplateCase::Upper) == *value.asText();
}

bool isSame(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value& other = arguments.require(0, "other");
    return value.typeName() == other.typeName() && templateEquals(value, other, budget);
}

constexpr std::array tests{NamedTest{"defined", isDefined}, NamedTest{"undefined", isUndefined},
    NamedTest{"none", isNone}, NamedTest{"string", isString}, NamedTest{"mapping", isMapping},
    NamedTest{"iterable", isSequence}, NamedTest{"sequence", isSequence},
    NamedTest{"number", isNumber}, NamedTest{"integer", isInteger}, NamedTest{"float", isFloat},
    NamedTest{"boolean", isBoolean}, NamedTest{"true", isTrue}, NamedTest{"false", isFalse},
    NamedTest{"callable", isCallable}, NamedTest{"in", isIn}, NamedTest{"odd", isOdd},
    NamedTest{"even", isEven}, NamedTest{"divisibleby", isDivisible}, NamedTest{"lower", isLower},
    NamedTest{"upper", isUpper}, NamedTest{"sameas", isSame}, NamedTest{"eq", compares<'=', '='>},
    NamedTest{"equalto", compares<'=', '='>}, NamedTest{"==", compares<'=', '='>},
    NamedTest{"ne", compares<'!', '='>}, NamedTest{"!=", compares<'!', '='>},
    NamedTest{"lt", compares<'<', '\0'>}, NamedTest{"lessthan", compares<'<', '\0'>},
    NamedTest{"<", compares<'<', '\0'>}, NamedTest{"le", compares<'<', '='>},
    NamedTest{"<=", compares<'<', '='>}, NamedTest{"gt", compares<'>', '\0'>},
    NamedTest{"greaterthan", compares<'>', '\0'>}, NamedTest{">", compares<'>', '\0'>},
    NamedTest{"ge", compares<'>', '='>}, NamedTest{">=", compares<'>', '='>}};

} // namespace

TemplateTest findTemplateTest(std::string_view name)
{
    const auto found = std::ranges::find(tests, name, &NamedTest::name);
    if (found == tests.end())
        failRun("no test named '" + std::string(name) + "'");
    return found->test;
}

} // namespace engine
