#include "engine/templates/template_globals.h"

#include "base/error.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>

namespace engine {

namespace {

using Arguments = TemplateArguments;
using Budget = TemplateBudget;

class Function : public TemplateObject {
public:
    using Body = std::function<TemplateValue(const Arguments&, Budget&)>;

    explicit Function(Body body)
        : m_body(std::move(body))
    {
    }
    std::string typeName() const override { return "function"; }
    TemplateValue call(const Arguments& arguments, Budget& budget) override
    {
        return m_body(arguments, budget);
    }

private:
    Body m_body;
};

TemplateValue raise(const Arguments& arguments, Budget& budget)
{
    throw base::Error(base::ErrorKind::BadRequest,
        templateToText(arguments.require(0, "message"), budget).bytes());
}

TemplateValue range(const Arguments& arguments, Budget& budget)
{
    constexpr size_t most = 100'000;
    const bool isLone = arguments.positional.size() < 2;
    int64_t at = isLone ? 0 : arguments.integer(0, "start", 0);
    const int64_t end = isLone ? arguments.integer(0, "stop", 0) : arguments.integer(1, "stop", 0);
    const int64_t step = arguments.integer(2, "step", 1);
    if (step == 0)
        failRun("range() needs a step other than zero");
    TemplateValues items;
    while (step > 0 ? at < end : at > end) {
        if (items.size() == most)
            failRun("a range is longer than 100000");
        items.push_back(TemplateValue::integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    budget.spend(items.size());
    return TemplateValue::list(std::move(items));
}

TemplateValue dict(const Arguments& arguments, Budget& budget)
{
    TemplateDict::Entries entries;
    if (!arguments.positional.empty()) {
        const TemplateDict* base = arguments.positional[0].asDict();
        if (!base)
            failRun("dict() takes a mapping and named arguments");
        entries = base->entries();
    }
    for (const auto& [name, value] : arguments.named)
        entries.emplace_back(TemplateValue::text(name), value);
    budget.spend(entries.size());
    return TemplateValue::dict(std::move(entries));
}

std::string padded(int number, int width, char fill = '0')
{
    std::string digits = std::to_string(number);
    return std::string(size_t(std::max(0, width - int(digits.size()))), fill) + digits;
}

// One letter after % in English, whatever the program's locale; "%" itself where unknown.
std::string formatTime(char letter, const std::tm& time)
{
    static constexpr std::array days{
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    static constexpr std::array months{"January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December"};
    const std::string day = days[size_t(time.tm_wday)], month = months[size_t(time.tm_mon)];
    const int hour12 = time.tm_hour % 12 == 0 ? 12 : time.tm_hour % 12;
    const auto several = [&](std::string_view letters) {
        std::string text;
        for (const char one : letters)
            text += one >= 'A' ? formatTime(one, time) : std::string(1, one);
        return text;
    };
    switch (letter) {
    case 'a':
        return day.substr(0, 3);
    case 'A':
        return day;
    case 'b':
    case 'h':
        return month.substr(0, 3);
    case 'B':
        return month;
    case 'c':
        return several("a b e H:M:S Y");
    case 'd':
        return padded(time.tm_mday, 2);
    case 'D':
    case 'x':
        return several("m/d/y");
    case 'e':
        return padded(time.tm_mday, 2, ' ');
    case 'F':
        return several("Y-m-d");
    case 'H':
        return padded(time.tm_hour, 2);
    case 'I':
        return padded(hour12, 2);
    case 'j':
        return padded(time.tm_yday + 1, 3);
    case 'm':
        return padded(time.tm_mon + 1, 2);
    case 'M':
        return padded(time.tm_min, 2);
    case 'n':
        return "\n";
    case 'p':
        return time.tm_hour < 12 ? "AM" : "PM";
    case 'R':
        return several("H:M");
    case 'S':
        return padded(time.tm_sec, 2);
    case 't':
        return "\t";
    case 'T':
    case 'X':
        return several("H:M:S");
    case 'u':
        return std::to_string(time.tm_wday == 0 ? 7 : time.tm_wday);
    case 'w':
        return std::to_string(time.tm_wday);
    case 'y':
        return padded(time.tm_year % 100, 2);
    case 'Y':
        return std::to_string(time.tm_year + 1900);
    case 'Z':
        return time.tm_zone ? time.tm_zone : "";
    case '%':
        return "%";
    default:
        return std::string("%") + letter;
    }
}

std::string formatTimes(std::string_view format, const std::tm& time)
{
    std::string text;
    for (size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%' || at + 1 == format.size()) {
            text += format[at];
            continue;
        }
        const bool isBare = format[at + 1] == '-' && at + 2 < format.size();
        at += isBare ? 2 : 1;
        std::string part = formatTime(format[at], time);
        if (isBare && part.size() > 1)
            part.erase(0, std::min(part.find_first_not_of("0 "), part.size() - 1));
        text += part;
    }
    return text;
}

TemplateValue functionValue(Function::Body body)
{
    return TemplateValue::object(std::make_shared<Function>(std::move(body)));
}

} // namespace

std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now)
{
    std::map<std::string, TemplateValue, std::less<>> globals;
    globals["raise_exception"] = functionValue(raise);
    globals["range"] = functionValue(range);
    globals["dict"] = functionValue(dict);
    if (!now)
        return globals;
    const std::time_t seconds = std::chrono::system_clock::to_time_t(*now);
    std::tm time{};
    localtime_r(&seconds, &time);
    globals["strftime_now"] = functionValue([time](const Arguments& arguments, Budget& budget) {
        const TemplateText format = templateToText(arguments.require(0, "format"), budget);
        budget.spendBytes(format.size() * 8);
        return TemplateValue::text(formatTimes(format.bytes(), time));
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

int64_t requireInteger(const Value& value)
{
    if (const auto integer = value.asInteger())
        return *integer;
    failRun("an integer is expected, not '" + value.typeName() + "'");
}

bool isOdd(const Value& value, const Arguments&, Budget&)
{
    return requireInteger(value) & 1;
}
bool isEven(const Value& value, const Arguments&, Budget&)
{
    return !(requireInteger(value) & 1);
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
