#include "engine/templates/template_filters.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_print.h"
#include "engine/templates/template_strings.h"
#include "engine/templates/template_tests.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace engine {

namespace {

using Value = TemplateValue;
using Arguments = TemplateArguments;
using Budget = TemplateBudget;

// "a.b.0": each part a key or a place. An undefined part gives undefined, or `fallback`.
Value attributeOf(
    const Value& value, const Value& path, Budget& budget, const Value* fallback = nullptr)
{
    Value found = value;
    if (!path.asText()) {
        found = templateIndex(found, path, budget);
    } else {
        const TemplateText dot(".");
        for (const TemplateText& part : splitText(*path.asText(), &dot, -1)) {
            budget.spend();
            int64_t place = 0;
            const char* end = part.bytes().data() + part.size();
            const bool isPlace = std::from_chars(part.bytes().data(), end, place).ptr == end;
            found
                = templateIndex(found, isPlace ? Value::integer(place) : Value::text(part), budget);
        }
    }
    return found.isUndefined() && fallback ? *fallback : found;
}

// What comparisons of sort, unique, min and max see: texts without case, unless asked.
Value sortKey(const Value& item, const Value* attribute, bool withCase, Budget& budget)
{
    const Value key
        = attribute && !attribute->isNone() ? attributeOf(item, *attribute, budget) : item;
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

std::string nameOf(const Value& value)
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
            templateToText(attribute ? attributeOf(item, *attribute, budget) : item, budget));
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
            mapped.push_back(attributeOf(item, *attribute, budget, named("default")));
        return Value::list(std::move(mapped));
    }
    const TemplateFilter filter = findTemplateFilter(nameOf(arguments.require(0, "filter")));
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
    constexpr size_t testPlace = byAttribute ? 1 : 0;
    const bool hasTest = arguments.positional.size() > testPlace;
    const TemplateTest test
        = hasTest ? findTemplateTest(nameOf(arguments.positional[testPlace])) : nullptr;
    const Arguments rest = withoutFirst(arguments, testPlace + 1);
    TemplateValues kept;
    for (const Value& item : itemsIfAny(input, budget)) {
        budget.spend();
        const Value subject
            = byAttribute ? attributeOf(item, arguments.require(0, "attribute"), budget) : item;
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
TemplateValues sortedBy(TemplateValues items, auto keyOf, bool isReversed, Budget& budget)
{
    std::vector<std::pair<Value, Value>> keyed;
    for (Value& item : items) {
        Value key = keyOf(item);
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
    const Value place = Value::integer(by && nameOf(*by) == "value" ? 1 : 0);
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    return Value::list(sortedBy(
        items(input, {}, budget).asList()->items(),
        [&](const Value& pair) { return sortKey(pair, &place, withCase, budget); },
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
            "+", total, isPlain ? item : attributeOf(item, *attribute, budget), budget);
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
    const auto keyOf
        = [&](const Value& item) { return attributeOf(item, attribute, budget, fallback); };
    std::vector<std::pair<Value, TemplateValues>> groups;
    for (const Value& item : sortedBy(templateItems(input, budget), keyOf, false, budget)) {
        const Value key = keyOf(item);
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

constexpr std::array filters{NamedTemplateFilter{"length", length},
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
    const auto found = std::ranges::find(filters, name, &NamedTemplateFilter::name);
    return found == filters.end() ? nullptr : found->filter;
}

} // namespace engine
