#include "engine/templates/template_globals.h"

#include "base/error.h"
#include "engine/templates/template_filters.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <locale.h>
#include <memory>
#include <utility>

namespace engine {

namespace {

using Arguments = TemplateArguments;
using Budget = TemplateBudget;

class Function : public TemplateObject {
public:
    using Body = std::function<TemplateValue(const Arguments&, Budget&)>;

    Function(Body body, int depth)
        : m_body(std::move(body))
        , m_depth(depth)
    {
    }
    std::string typeName() const override { return "function"; }
    int depth() const override { return m_depth; }
    TemplateValue call(const Arguments& arguments, Budget& budget) override
    {
        return m_body(arguments, budget);
    }

private:
    Body m_body;
    int m_depth;
};

/// The value of cycler(…), which goes through its items again and again.
class Cycler : public TemplateObject, public std::enable_shared_from_this<Cycler> {
public:
    explicit Cycler(TemplateValues items)
        : m_items(std::move(items))
    {
        for (const TemplateValue& item : m_items)
            m_depth = std::max(m_depth, item.depth() + 1);
    }
    std::string typeName() const override { return "Cycler"; }
    bool isCallable() const override { return false; }
    int depth() const override { return m_depth; }
    std::optional<TemplateValue> attribute(std::string_view name) const override
    {
        if (name == "current")
            return m_items[m_position];
        if (name == "pos")
            return TemplateValue::integer(int64_t(m_position));
        if (name == "items")
            return TemplateValue::tuple(m_items);
        if (name != "next" && name != "reset")
            return std::nullopt;
        const auto self = std::const_pointer_cast<Cycler>(shared_from_this());
        return templateFunction(
            [self, isNext = name == "next"](const Arguments&, Budget&) {
                const size_t before = self->m_position;
                self->m_position = isNext ? (before + 1) % self->m_items.size() : 0;
                return isNext ? self->m_items[before] : TemplateValue::none();
            },
            m_depth + 1);
    }

private:
    TemplateValues m_items;
    size_t m_position = 0;
    int m_depth = 1;
};

TemplateValue cycler(const Arguments& arguments, Budget&)
{
    if (arguments.positional.empty())
        failRun("at least one item has to be provided");
    return TemplateValue::object(std::make_shared<Cycler>(arguments.positional));
}

// The value of joiner(…) is a function that returns nothing the first time, then the separator.
TemplateValue joiner(const Arguments& arguments, Budget&)
{
    const TemplateValue* given = arguments.find(0, "sep");
    const TemplateValue separator = given ? *given : TemplateValue::text(", ");
    return templateFunction(
        [separator, isFirst = std::make_shared<bool>(true)](const Arguments&, Budget&) {
            return std::exchange(*isFirst, false) ? TemplateValue::text("") : separator;
        },
        separator.depth() + 1);
}

TemplateValue raise(const Arguments& arguments, Budget& budget)
{
    throw base::Error(base::ErrorKind::BadRequest,
        templateToText(arguments.require(0, "message"), budget).bytes());
}

TemplateValue range(const Arguments& arguments, Budget& budget)
{
    constexpr size_t most = 100'000;
    const auto bound = [&](size_t position) {
        const auto integer = arguments.require(position, "stop").asInteger();
        if (!integer)
            failRun("range() takes integers");
        return *integer;
    };
    const bool isLone = arguments.positional.size() < 2;
    const TemplateInteger first = isLone ? 0 : bound(0), end = bound(isLone ? 0 : 1);
    const TemplateInteger step = arguments.positional.size() > 2 ? bound(2) : 1;
    if (step == 0)
        failRun("range() needs a step other than zero");
    TemplateValues items;
    for (TemplateInteger at = first; step > 0 ? at < end : at > end;) {
        if (items.size() == most)
            failRun("a range is longer than 100000");
        items.push_back(TemplateValue::integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    budget.spend(items.size());
    return TemplateValue::sequence(
        std::make_shared<TemplateRange>(std::move(items), first, end, step));
}

TemplateValue dict(const Arguments& arguments, Budget& budget)
{
    TemplateDict::Entries entries;
    if (!arguments.positional.empty())
        entries = templatePairs(arguments.positional[0], budget);
    for (const auto& [name, value] : arguments.named)
        entries.emplace_back(TemplateValue::text(name), value);
    budget.spend(entries.size());
    return TemplateValue::dict(std::move(entries));
}

// Does what strftime of Python's datetime without time zone does, in English.
std::string formatTimes(std::string_view format, const std::tm& time, int microseconds)
{
    std::string known;
    for (size_t at = 0; at < format.size(); ++at) {
        const char letter = format[at] == '%' && at + 1 < format.size() ? format[at + 1] : '\0';
        if (letter == 'z' || letter == 'Z') {
            ++at;
        } else if (letter == 'f') {
            known += std::to_string(1'000'000 + microseconds).substr(1);
            ++at;
        } else {
            known += format[at];
            if (letter == '%')
                known += format[++at];
        }
    }
    // Some formats are empty, so a sign that is always written tells of success.
    static const locale_t english = newlocale(LC_ALL_MASK, "C", nullptr);
    std::string text(known.size() * 64 + 2, '\0');
    text.resize(strftime_l(text.data(), text.size(), (known + "|").c_str(), &time, english));
    if (text.empty())
        failRun("strftime_now() got a format that it can't write");
    text.pop_back();
    return text;
}

} // namespace

TemplateValue templateFunction(
    std::function<TemplateValue(const Arguments&, Budget&)> body, int depth)
{
    return TemplateValue::object(std::make_shared<Function>(std::move(body), depth));
}

std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now)
{
    std::map<std::string, TemplateValue, std::less<>> globals;
    globals["raise_exception"] = templateFunction(raise);
    globals["range"] = templateFunction(range);
    globals["dict"] = templateFunction(dict);
    globals["cycler"] = templateFunction(cycler);
    globals["joiner"] = templateFunction(joiner);
    if (!now)
        return globals;
    const auto second = std::chrono::floor<std::chrono::seconds>(*now);
    const auto microseconds
        = int(std::chrono::duration_cast<std::chrono::microseconds>(*now - second).count());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(second);
    std::tm time{};
    localtime_r(&seconds, &time);
    globals["strftime_now"]
        = templateFunction([time, microseconds](const Arguments& arguments, Budget& budget) {
              const TemplateText format = templateToText(arguments.require(0, "format"), budget);
              if (format.size() > 10'000)
                  failRun("the format of a time is too long");
              budget.spendBytes(format.size() * 64);
              return TemplateValue::text(formatTimes(format.bytes(), time, microseconds));
          });
    return globals;
}

namespace {

struct NamedTest {
    std::string_view name;
    TemplateTest test;
};

using Value = TemplateValue;

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
    return value.isUndefined() || (value.asObject() && value.asObject()->isCallable());
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
    return value.asText() || (value.asList() && !value.asList()->isView()) || value.asDict()
        || value.isUndefined();
}

bool isIterable(const Value& value, const Arguments&, Budget&)
{
    return value.asText() || value.asList() || value.asDict() || value.isUndefined()
        || dynamic_cast<TemplateIterator*>(value.asObject());
}

bool isName(const Value& value)
{
    if (!hashableName(value))
        failRun("unhashable type: '" + value.typeName() + "'");
    return value.asText();
}

bool isFilterName(const Value& value, const Arguments&, Budget&)
{
    return isName(value) && findTemplateFilter(value.asText()->bytes());
}

bool isTestName(const Value& value, const Arguments&, Budget&)
{
    return isName(value) && findTemplateTest(value.asText()->bytes());
}

bool isIn(const Value& value, const Arguments& arguments, Budget& budget)
{
    return templateContains(arguments.require(0, "seq"), value, budget);
}

template <int rest>
bool hasParity(const Value& value, const Arguments&, Budget& budget)
{
    return templateEquals(
        templateArithmetic("%", value, Value::integer(2), budget), Value::integer(rest), budget);
}

bool isDivisible(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value rest = templateArithmetic("%", value, arguments.require(0, "num"), budget);
    return templateEquals(rest, Value::integer(0), budget);
}

template <char first, char second>
bool compares(const Value& value, const Arguments& arguments, Budget& budget)
{
    const char sign[]{first, second, '\0'};
    return templateCompare(sign, value, arguments.require(0, "other"), budget);
}

template <TemplateCase to>
bool hasCase(const Value& value, const Arguments&, Budget& budget)
{
    return isOfCase(templateToText(value, budget), to);
}

bool isEscaped(const Value& value, const Arguments&, Budget&)
{
    return value.asText() && value.asText()->isMarkup();
}

bool isSame(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value& other = arguments.require(0, "other");
    return value.typeName() == other.typeName() && templateEquals(value, other, budget);
}

constexpr std::array tests{NamedTest{"defined", isDefined}, NamedTest{"undefined", isUndefined},
    NamedTest{"none", isNone}, NamedTest{"string", isString}, NamedTest{"mapping", isMapping},
    NamedTest{"iterable", isIterable}, NamedTest{"sequence", isSequence},
    NamedTest{"number", isNumber}, NamedTest{"integer", isInteger}, NamedTest{"float", isFloat},
    NamedTest{"boolean", isBoolean}, NamedTest{"true", isTrue}, NamedTest{"false", isFalse},
    NamedTest{"callable", isCallable}, NamedTest{"filter", isFilterName},
    NamedTest{"test", isTestName}, NamedTest{"in", isIn}, NamedTest{"odd", hasParity<1>},
    NamedTest{"even", hasParity<0>}, NamedTest{"divisibleby", isDivisible},
    NamedTest{"lower", hasCase<TemplateCase::Lower>},
    NamedTest{"upper", hasCase<TemplateCase::Upper>}, NamedTest{"sameas", isSame},
    NamedTest{"escaped", isEscaped}, NamedTest{"eq", compares<'=', '='>},
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
    return found == tests.end() ? nullptr : found->test;
}

TemplateTest requireTemplateTest(std::string_view name)
{
    if (const TemplateTest test = findTemplateTest(name))
        return test;
    failRun("no test named '" + std::string(name) + "'");
}

} // namespace engine
