#include "engine/templates/template_filters.h"

#include "engine/templates/template_globals.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json_fwd.hpp>

namespace engine {

namespace {

using Value = TemplateValue;
using Arguments = TemplateArguments;
using Budget = TemplateBudget;

// "a.b.0": each part a key or a position. An undefined part gives undefined, or `fallback`.
Value readAttribute(
    const Value& value, const Value& path, Budget& budget, const Value* fallback = nullptr)
{
    Value found = value;
    if (!path.asText()) {
        found = templateIndex(found, path, budget);
    } else {
        const TemplateText dot(".");
        for (const TemplateText& part : splitText(*path.asText(), &dot, -1)) {
            budget.spend();
            int64_t position = 0;
            const char* end = part.bytes().data() + part.size();
            const bool isPosition = std::from_chars(part.bytes().data(), end, position).ptr == end;
            found = templateIndex(
                found, isPosition ? Value::integer(position) : Value::text(part), budget);
        }
    }
    return found.isUndefined() && fallback ? *fallback : found;
}

// What comparisons of sort, unique, min and max see: texts without case, unless asked.
Value sortKey(const Value& item, const Value* attribute, bool withCase, Budget& budget)
{
    const Value key
        = attribute && !attribute->isNone() ? readAttribute(item, *attribute, budget) : item;
    if (withCase || !key.asText())
        return key;
    budget.spend(key.asText()->size() / 8);
    return Value::text(changeCase(*key.asText(), TemplateCase::Lower));
}

Arguments withoutFirst(const Arguments& arguments, size_t count)
{
    Arguments rest = arguments;
    const size_t dropped = std::min(count, rest.positional.size());
    rest.positional.erase(
        rest.positional.begin(), rest.positional.begin() + std::ptrdiff_t(dropped));
    return rest;
}

std::string requireName(const Value& value)
{
    if (const TemplateText* text = value.asText())
        return text->bytes();
    failRun("the name of a filter or test must be a text");
}

Value length(const Value& input, const Arguments&, Budget& budget)
{
    budget.spendBytes(input.asText() ? input.asText()->size() : 0);
    return Value::integer(int64_t(templateLength(input)));
}

Value first(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateValues items = templateItems(input, budget);
    return items.empty() ? Value::undefined("No first item, sequence was empty.") : items.front();
}

Value last(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateValues items = templateItems(input, budget);
    return items.empty() ? Value::undefined("No last item, sequence was empty.") : items.back();
}

Value list(const Value& input, const Arguments&, Budget& budget)
{
    return Value::list(templateItems(input, budget));
}

Value reverse(const Value& input, const Arguments&, Budget& budget)
{
    if (input.asText())
        return templateSlice(input, std::nullopt, std::nullopt, -1, budget);
    TemplateValues items = templateItems(input, budget);
    std::ranges::reverse(items);
    return Value::list(std::move(items));
}

Value join(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* given = arguments.find(0, "d");
    const Value* attribute = arguments.find(1, "attribute");
    const TemplateText separator = given ? templateToText(*given, budget) : TemplateText();
    TemplateText joined;
    bool isFirst = true;
    for (const Value& item : templateItems(input, budget)) {
        if (!isFirst)
            joined.append(separator);
        isFirst = false;
        joined.append(
            templateToText(attribute ? readAttribute(item, *attribute, budget) : item, budget));
        Budget::checkLength(joined.size());
    }
    budget.spendBytes(joined.size());
    return Value::text(std::move(joined));
}

// What map, select and reject look at: like those of Jinja, nothing in a value that counts as false.
TemplateValues itemsIfAny(const Value& input, Budget& budget)
{
    return input.isTrue() ? templateItems(input, budget) : TemplateValues();
}

Value map(const Value& input, const Arguments& arguments, Budget& budget)
{
    const auto named
        = [&](std::string_view name) { return arguments.find(arguments.positional.size(), name); };
    const Value* attribute = named("attribute");
    TemplateValues mapped;
    if (attribute) {
        for (const Value& item : itemsIfAny(input, budget))
            mapped.push_back(readAttribute(item, *attribute, budget, named("default")));
        return Value::list(std::move(mapped));
    }
    const TemplateFilter filter = findTemplateFilter(requireName(arguments.require(0, "filter")));
    if (arguments.positional.size() > 16) // 'map' among them recurses
        failRun("map takes fewer arguments");
    const Arguments rest = withoutFirst(arguments, 1);
    for (const Value& item : itemsIfAny(input, budget))
        mapped.push_back(filter(item, rest, budget));
    return Value::list(std::move(mapped));
}

template <bool wanted, bool byAttribute>
Value select(const Value& input, const Arguments& arguments, Budget& budget)
{
    constexpr size_t testPosition = byAttribute ? 1 : 0;
    const bool hasTest = arguments.positional.size() > testPosition;
    const TemplateTest test
        = hasTest ? findTemplateTest(requireName(arguments.positional[testPosition])) : nullptr;
    const Arguments rest = withoutFirst(arguments, testPosition + 1);
    TemplateValues kept;
    for (const Value& item : itemsIfAny(input, budget)) {
        budget.spend();
        const Value subject
            = byAttribute ? readAttribute(item, arguments.require(0, "attribute"), budget) : item;
        if ((test ? test(subject, rest, budget) : subject.isTrue()) == wanted)
            kept.push_back(item);
    }
    return Value::list(std::move(kept));
}

Value items(const Value& input, const Arguments&, Budget& budget)
{
    if (input.isUndefined())
        return Value::list({});
    const TemplateDict* dict = input.asDict();
    if (!dict)
        failRun("Can only get item pairs from a mapping.");
    TemplateValues pairs;
    for (const auto& [key, value] : dict->entries())
        pairs.push_back(Value::list({key, value}, true));
    budget.spend(pairs.size());
    return Value::list(std::move(pairs));
}

// A stable sort by keys made once.
TemplateValues sortedBy(TemplateValues items, auto readKey, bool isReversed, Budget& budget)
{
    std::vector<std::pair<Value, Value>> keyed;
    for (Value& item : items) {
        Value key = readKey(item);
        keyed.emplace_back(std::move(key), std::move(item));
    }
    std::ranges::stable_sort(keyed, [&](const auto& left, const auto& right) {
        return isReversed ? templateLess(right.first, left.first, budget)
                          : templateLess(left.first, right.first, budget);
    });
    for (size_t index = 0; index < items.size(); ++index)
        items[index] = std::move(keyed[index].second);
    return items;
}

Value sort(const Value& input, const Arguments& arguments, Budget& budget)
{
    const bool withCase = arguments.flag(1, "case_sensitive", false);
    const Value* attribute = arguments.find(2, "attribute");
    return Value::list(sortedBy(
        templateItems(input, budget),
        [&](const Value& item) { return sortKey(item, attribute, withCase, budget); },
        arguments.flag(0, "reverse", false), budget));
}

Value sortDict(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* by = arguments.find(1, "by");
    const Value position = Value::integer(by && requireName(*by) == "value" ? 1 : 0);
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    return Value::list(sortedBy(
        items(input, {}, budget).asList()->items(),
        [&](const Value& pair) { return sortKey(pair, &position, withCase, budget); },
        arguments.flag(2, "reverse", false), budget));
}

Value unique(const Value& input, const Arguments& arguments, Budget& budget)
{
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    TemplateValues kept, keys;
    for (const Value& item : templateItems(input, budget)) {
        Value key = sortKey(item, arguments.find(1, "attribute"), withCase, budget);
        const auto isSame = [&](const Value& known) { return templateEquals(known, key, budget); };
        if (std::ranges::any_of(keys, isSame))
            continue;
        keys.push_back(std::move(key));
        kept.push_back(item);
    }
    return Value::list(std::move(kept));
}

template <bool wantsLargest>
Value extreme(const Value& input, const Arguments& arguments, Budget& budget)
{
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    const Value* attribute = arguments.find(1, "attribute");
    Value best, bestKey;
    bool isFirst = true;
    for (const Value& item : templateItems(input, budget)) {
        Value key = sortKey(item, attribute, withCase, budget);
        const bool isBetter = isFirst
            || (wantsLargest ? templateLess(bestKey, key, budget)
                             : templateLess(key, bestKey, budget));
        if (isBetter) {
            best = item;
            bestKey = std::move(key);
        }
        isFirst = false;
    }
    return isFirst ? Value::undefined("No aggregated item, sequence was empty.") : best;
}

Value sum(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* attribute = arguments.find(0, "attribute");
    const Value* start = arguments.find(1, "start");
    Value total = start ? *start : Value::integer(0);
    for (const Value& item : templateItems(input, budget)) {
        const bool isPlain = !attribute || attribute->isNone();
        total = templateArithmetic(
            "+", total, isPlain ? item : readAttribute(item, *attribute, budget), budget);
    }
    return total;
}

Value batch(const Value& input, const Arguments& arguments, Budget& budget)
{
    const int64_t count = arguments.integer(0, "linecount", 1);
    if (count < 1 || count > 100'000)
        failRun("batch needs a count from 1 to 100000");
    const Value* filler = arguments.find(1, "fill_with");
    TemplateValues rows, row;
    for (const Value& item : templateItems(input, budget)) {
        row.push_back(item);
        if (int64_t(row.size()) == count)
            rows.push_back(Value::list(std::exchange(row, {})));
    }
    if (!row.empty()) {
        budget.spend(size_t(count));
        if (filler && !filler->isNone())
            row.resize(size_t(count), *filler);
        rows.push_back(Value::list(std::move(row)));
    }
    return Value::list(std::move(rows));
}

Value groupBy(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value& attribute = arguments.require(0, "attribute");
    const Value* fallback = arguments.find(1, "default");
    const auto readKey
        = [&](const Value& item) { return readAttribute(item, attribute, budget, fallback); };
    std::vector<std::pair<Value, TemplateValues>> groups;
    for (const Value& item : sortedBy(templateItems(input, budget), readKey, false, budget)) {
        const Value key = readKey(item);
        if (groups.empty() || !templateEquals(groups.back().first, key, budget))
            groups.emplace_back(key, TemplateValues{});
        groups.back().second.push_back(item);
    }
    TemplateValues pairs;
    for (auto& [key, members] : groups)
        pairs.push_back(Value::list({key, Value::list(std::move(members))}, true));
    return Value::list(std::move(pairs));
}

Value attribute(const Value& input, const Arguments& arguments, Budget& budget)
{
    return templateIndex(input, arguments.require(0, "name"), budget);
}

constexpr std::array listFilters{NamedTemplateFilter{"length", length},
    NamedTemplateFilter{"count", length}, NamedTemplateFilter{"first", first},
    NamedTemplateFilter{"last", last}, NamedTemplateFilter{"list", list},
    NamedTemplateFilter{"reverse", reverse}, NamedTemplateFilter{"join", join},
    NamedTemplateFilter{"map", map}, NamedTemplateFilter{"select", select<true, false>},
    NamedTemplateFilter{"reject", select<false, false>},
    NamedTemplateFilter{"selectattr", select<true, true>},
    NamedTemplateFilter{"rejectattr", select<false, true>}, NamedTemplateFilter{"items", items},
    NamedTemplateFilter{"sort", sort}, NamedTemplateFilter{"dictsort", sortDict},
    NamedTemplateFilter{"unique", unique}, NamedTemplateFilter{"min", extreme<false>},
    NamedTemplateFilter{"max", extreme<true>}, NamedTemplateFilter{"sum", sum},
    NamedTemplateFilter{"batch", batch}, NamedTemplateFilter{"groupby", groupBy},
    NamedTemplateFilter{"attr", attribute}};

} // namespace

TemplateFilter findTemplateListFilter(std::string_view name)
{
    const auto found = std::ranges::find(listFilters, name, &NamedTemplateFilter::name);
    return found == listFilters.end() ? nullptr : found->filter;
}

namespace {

TemplateText toText(const Value& value, Budget& budget)
{
    TemplateText text = templateToText(value, budget);
    budget.spendBytes(text.size());
    return text;
}

Value trim(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* removed = arguments.find(0, "chars");
    const TemplateText text = toText(input, budget);
    if (!removed || removed->isNone())
        return Value::text(stripText(text, TemplateSide::Both, nullptr));
    const TemplateText characters = toText(*removed, budget);
    budget.spendSearch(text.size(), characters.size());
    return Value::text(stripText(text, TemplateSide::Both, &characters));
}

template <TemplateCase to>
Value toCase(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    budget.spend(text.size() / 8);
    return Value::text(changeCase(text, to));
}

Value title(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    budget.spend(text.size() / 8);
    return Value::text(titleWords(text));
}

Value replace(const Value& input, const Arguments& arguments, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    const TemplateText old = toText(arguments.require(0, "old"), budget);
    budget.spendSearch(text.size(), old.size());
    TemplateText result = replaceText(
        text, old, toText(arguments.require(1, "new"), budget), arguments.integer(2, "count", -1));
    budget.spendBytes(result.size());
    return Value::text(std::move(result));
}

Value string(const Value& input, const Arguments&, Budget& budget)
{
    return input.asText() ? input : Value::text(toText(input, budget));
}

Value safe(const Value& input, const Arguments& arguments, Budget& budget)
{
    return string(input, arguments, budget);
}

Value escape(const Value& input, const Arguments&, Budget& budget)
{
    constexpr std::string_view special = "&<>\"'";
    constexpr std::array<std::string_view, 5> names{"&amp;", "&lt;", "&gt;", "&#34;", "&#39;"};
    const TemplateText text = toText(input, budget);
    TemplateText result;
    size_t at = 0;
    for (size_t next; (next = text.bytes().find_first_of(special, at)) != std::string::npos;
         at = next + 1) {
        result.append(text.slice(at, next));
        result.append(names[special.find(text.bytes()[next])], text.originAt(next));
    }
    result.append(text.slice(at, text.size()));
    return Value::text(std::move(result));
}

Value format(const Value& input, const Arguments& arguments, Budget& budget)
{
    if (arguments.named.empty())
        return Value::text(
            formatPercent(toText(input, budget), Value::list(arguments.positional, true), budget));
    TemplateDict::Entries entries;
    for (const auto& [name, value] : arguments.named)
        entries.emplace_back(Value::text(name), value);
    return Value::text(
        formatPercent(toText(input, budget), Value::dict(std::move(entries)), budget));
}

Value truncate(const Value& input, const Arguments& arguments, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    const int64_t length = arguments.integer(0, "length", 255);
    const Value* given = arguments.find(2, "end");
    const TemplateText end = given ? toText(*given, budget) : TemplateText("...");
    const auto starts = characterStarts(text.bytes());
    const auto endLength = int64_t(countCharacters(end.bytes()));
    if (length < endLength)
        failRun("truncate expects a length of at least " + std::to_string(endLength));
    if (int64_t(starts.size()) - 1 <= length + arguments.integer(3, "leeway", 5))
        return Value::text(text);
    TemplateText result = text.slice(0, starts[size_t(length - endLength)]);
    if (!arguments.flag(1, "killwords", false)) {
        const size_t space = result.bytes().rfind(' ');
        result = result.slice(0, std::min(space, result.size()));
    }
    result.append(end);
    return Value::text(std::move(result));
}

Value indent(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* width = arguments.find(0, "width");
    const TemplateText margin = width && width->asText()
        ? *width->asText()
        : TemplateText(std::string(
            size_t(std::clamp<int64_t>(arguments.integer(0, "width", 4), 0, 1000)), ' '));
    const bool first = arguments.flag(1, "first", false);
    const bool blank = arguments.flag(2, "blank", false);
    const TemplateText newline("\n");
    const auto lines = splitText(toText(input, budget), &newline, -1);
    budget.spend(lines.size());
    TemplateText result;
    for (size_t index = 0; index < lines.size(); ++index) {
        result.append(index > 0 ? "\n" : "");
        if (index == 0 ? first : blank || !lines[index].empty())
            result.append(margin);
        result.append(lines[index]);
        Budget::checkLength(result.size());
    }
    budget.spendBytes(result.size());
    return Value::text(std::move(result));
}

Value wordCount(const Value& input, const Arguments&, Budget& budget)
{
    return Value::integer(int64_t(splitText(toText(input, budget), nullptr, -1).size()));
}

Value toJson(const Value& input, const Arguments& arguments, Budget& budget)
{
    TemplateJsonStyle style;
    style.onlyAscii = arguments.flag(0, "ensure_ascii", false);
    const Value* indent = arguments.find(1, "indent");
    if (indent && !indent->isNone()) {
        style.indent = int(std::clamp<int64_t>(arguments.integer(1, "indent", 0), 0, 64));
        style.itemSeparator = ",";
    }
    const Value* separators = arguments.find(2, "separators");
    if (separators && !separators->isNone()) {
        const TemplateValues pair = templateItems(*separators, budget);
        if (pair.size() != 2)
            failRun("the argument 'separators' must be two texts");
        style.itemSeparator = toText(pair[0], budget).bytes();
        style.keySeparator = toText(pair[1], budget).bytes();
    }
    style.sortKeys = arguments.flag(3, "sort_keys", false);
    TemplateText text = templateToJson(input, style, budget);
    budget.spendBytes(text.size());
    return Value::text(std::move(text));
}

double requireNumber(const Value& value)
{
    if (const auto number = value.asNumber())
        return *number;
    if (value.isUndefined())
        failRun(value.undefinedCause());
    failRun("a number is expected, not '" + value.typeName() + "'");
}

// A whole text as a number, or nothing.
template <typename Number>
std::optional<Number> parseNumber(const Value& value, int base)
{
    if (!value.asText())
        return std::nullopt;
    const std::string text = stripText(*value.asText(), TemplateSide::Both, nullptr).bytes();
    const size_t sign = text.starts_with('+') ? 1 : 0;
    Number number{};
    std::from_chars_result result{};
    if constexpr (std::is_integral_v<Number>)
        result = std::from_chars(text.data() + sign, text.data() + text.size(), number, base);
    else
        result = std::from_chars(text.data() + sign, text.data() + text.size(), number);
    const bool isWhole = result.ec == std::errc() && result.ptr == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

Value toInteger(const Value& input, const Arguments& arguments, Budget&)
{
    const auto base = std::clamp<int64_t>(arguments.integer(1, "base", 10), 2, 36);
    if (const auto integer = input.asInteger())
        return Value::integer(*integer);
    if (const auto integer = parseNumber<int64_t>(input, int(base)))
        return Value::integer(*integer);
    auto number = input.asNumber();
    if (!number)
        number = parseNumber<double>(input, 10);
    if (number && std::abs(*number) < 9.2e18)
        return Value::integer(int64_t(*number));
    return Value::integer(arguments.integer(0, "default", 0));
}

Value toFloat(const Value& input, const Arguments& arguments, Budget&)
{
    auto number = input.asNumber();
    if (!number)
        number = parseNumber<double>(input, 10);
    const Value* fallback = arguments.find(0, "default");
    return Value::number(number ? *number : fallback ? requireNumber(*fallback) : 0.0);
}

Value absolute(const Value& input, const Arguments&, Budget& budget)
{
    return requireNumber(input) < 0 ? templateArithmetic("*", input, Value::integer(-1), budget)
                                    : input;
}

// Half is rounded to the even neighbor, as in Python; printf rounds the exact value so.
double roundAt(double number, int digits)
{
    if (digits <= 0) {
        const double scale = std::pow(10.0, -digits);
        return std::nearbyint(number / scale) * scale;
    }
    char buffer[400];
    const auto end
        = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed, digits);
    double rounded = number;
    std::from_chars(buffer, end.ptr, rounded);
    return rounded;
}

Value round(const Value& input, const Arguments& arguments, Budget& budget)
{
    const double number = requireNumber(input);
    const auto digits = int(std::clamp<int64_t>(arguments.integer(0, "precision", 0), -30, 30));
    const Value* method = arguments.find(1, "method");
    const std::string name = method ? toText(*method, budget).bytes() : "common";
    const double scale = std::pow(10.0, digits);
    if (name == "ceil")
        return Value::number(std::ceil(number * scale) / scale);
    if (name == "floor")
        return Value::number(std::floor(number * scale) / scale);
    if (name != "common")
        failRun("method must be common, ceil or floor");
    if (input.asInteger() && digits >= 0)
        return input;
    return Value::number(roundAt(number, digits));
}

Value fallBack(const Value& input, const Arguments& arguments, Budget&)
{
    const bool replaces
        = input.isUndefined() || (arguments.flag(1, "boolean", false) && !input.isTrue());
    const Value* fallback = arguments.find(0, "default_value");
    return !replaces ? input : fallback ? *fallback : Value::text("");
}

constexpr std::array textFilters{NamedTemplateFilter{"trim", trim},
    NamedTemplateFilter{"upper", toCase<TemplateCase::Upper>},
    NamedTemplateFilter{"lower", toCase<TemplateCase::Lower>},
    NamedTemplateFilter{"capitalize", toCase<TemplateCase::Capitalize>},
    NamedTemplateFilter{"title", title}, NamedTemplateFilter{"replace", replace},
    NamedTemplateFilter{"string", string}, NamedTemplateFilter{"safe", safe},
    NamedTemplateFilter{"e", escape}, NamedTemplateFilter{"escape", escape},
    NamedTemplateFilter{"forceescape", escape}, NamedTemplateFilter{"format", format},
    NamedTemplateFilter{"truncate", truncate}, NamedTemplateFilter{"indent", indent},
    NamedTemplateFilter{"wordcount", wordCount}, NamedTemplateFilter{"tojson", toJson},
    NamedTemplateFilter{"int", toInteger}, NamedTemplateFilter{"float", toFloat},
    NamedTemplateFilter{"abs", absolute}, NamedTemplateFilter{"round", round},
    NamedTemplateFilter{"default", fallBack}, NamedTemplateFilter{"d", fallBack}};

} // namespace

TemplateFilter findTemplateFilter(std::string_view name)
{
    const auto found = std::ranges::find(textFilters, name, &NamedTemplateFilter::name);
    if (found != textFilters.end())
        return found->filter;
    if (const TemplateFilter filter = findTemplateListFilter(name))
        return filter;
    failRun("no filter named '" + std::string(name) + "'");
}

} // namespace engine
