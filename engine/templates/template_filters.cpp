#include "engine/templates/template_filters.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/templates/template_format.h"
#include "engine/templates/template_globals.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utf8proc.h>

namespace engine {

namespace {

using Value = TemplateValue;
using Arguments = TemplateArguments;
using Budget = TemplateBudget;

// "a.b.0": each part a key or a position. `fallback` stands for an undefined part.
Value readAttribute(
    const Value& value, const Value& path, Budget& budget, const Value* fallback = nullptr)
{
    Value found = value;
    if (!path.asText()) {
        found = templateIndex(found, path, budget);
        if (found.isUndefined() && fallback && !fallback->isNone())
            found = *fallback;
    } else {
        const TemplateText dot(".");
        for (const TemplateText& part : splitText(*path.asText(), &dot, -1)) {
            budget.spend();
            const auto position = parseTemplateDigits(part.bytes(), 10);
            found = templateIndex(
                found, position ? Value::integer(*position) : Value::text(part), budget);
            if (found.isUndefined() && fallback && !fallback->isNone())
                found = *fallback;
        }
    }
    return found;
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

// What sort compares: the attribute, or a list of several separated by commas.
Value sortKeys(const Value& item, const Value* attribute, bool withCase, Budget& budget)
{
    if (!attribute || !attribute->asText()
        || attribute->asText()->bytes().find(',') == std::string::npos)
        return sortKey(item, attribute, withCase, budget);
    const TemplateText comma(",");
    TemplateValues keys;
    for (const TemplateText& part : splitText(*attribute->asText(), &comma, -1)) {
        const Value name = Value::text(part);
        keys.push_back(sortKey(item, &name, withCase, budget));
    }
    return Value::list(std::move(keys));
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
    const Value nothing = Value::undefined("No first item, sequence was empty.");
    if (auto* iterator = dynamic_cast<TemplateIterator*>(input.asObject()))
        return iterator->next().value_or(nothing);
    const TemplateValues items = templateItems(input, budget);
    return items.empty() ? nothing : items.front();
}

Value last(const Value& input, const Arguments&, Budget& budget)
{
    if (input.asObject())
        failRun("'" + input.typeName() + "' object is not reversible");
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
    return Value::iterator(std::move(items));
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
        const bool isPlain = !attribute || attribute->isNone();
        joined.append(
            templateToText(isPlain ? item : readAttribute(item, *attribute, budget), budget));
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
    const Value* attribute = arguments.positional.empty() ? named("attribute") : nullptr;
    TemplateValues mapped;
    if (attribute) {
        for (const Value& item : itemsIfAny(input, budget))
            mapped.push_back(readAttribute(item, *attribute, budget, named("default")));
        return Value::iterator(std::move(mapped));
    }
    const TemplateFilter filter
        = requireTemplateFilter(requireName(arguments.require(0, "filter")));
    if (arguments.positional.size() > 16) // 'map' among them recurses
        failRun("map takes fewer arguments");
    const Arguments rest = withoutFirst(arguments, 1);
    for (const Value& item : itemsIfAny(input, budget))
        mapped.push_back(filter(item, rest, budget));
    return Value::iterator(std::move(mapped));
}

template <bool wanted, bool byAttribute>
Value select(const Value& input, const Arguments& arguments, Budget& budget)
{
    constexpr size_t testPosition = byAttribute ? 1 : 0;
    const bool hasTest = arguments.positional.size() > testPosition;
    const TemplateTest test
        = hasTest ? requireTemplateTest(requireName(arguments.positional[testPosition])) : nullptr;
    const Arguments rest = withoutFirst(arguments, testPosition + 1);
    TemplateValues kept;
    for (const Value& item : itemsIfAny(input, budget)) {
        budget.spend();
        const Value subject
            = byAttribute ? readAttribute(item, arguments.require(0, "attribute"), budget) : item;
        if ((test ? test(subject, rest, budget) : subject.isTrue()) == wanted)
            kept.push_back(item);
    }
    return Value::iterator(std::move(kept));
}

Value items(const Value& input, const Arguments&, Budget& budget)
{
    if (input.isUndefined())
        return Value::iterator({});
    const TemplateDict* dict = input.asDict();
    if (!dict)
        failRun("Can only get item pairs from a mapping.");
    TemplateValues pairs;
    for (const auto& [key, value] : dict->entries())
        pairs.push_back(Value::tuple({key, value}));
    budget.spend(pairs.size());
    return Value::iterator(std::move(pairs));
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
        [&](const Value& item) { return sortKeys(item, attribute, withCase, budget); },
        arguments.flag(0, "reverse", false), budget));
}

Value sortDict(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value* by = arguments.find(1, "by");
    const std::string name = by ? requireName(*by) : "key";
    if (name != "key" && name != "value")
        failRun("You can only sort by either 'key' or 'value'");
    const Value position = Value::integer(name == "value" ? 1 : 0);
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    return Value::list(sortedBy(
        templateItems(items(input, {}, budget), budget),
        [&](const Value& pair) { return sortKey(pair, &position, withCase, budget); },
        arguments.flag(2, "reverse", false), budget));
}

Value unique(const Value& input, const Arguments& arguments, Budget& budget)
{
    const bool withCase = arguments.flag(0, "case_sensitive", false);
    TemplateValues kept;
    std::set<std::string> known;
    for (const Value& item : templateItems(input, budget)) {
        const Value key = sortKey(item, arguments.find(1, "attribute"), withCase, budget);
        auto name = hashableName(key);
        if (!name)
            failRun("unhashable type: '" + key.typeName() + "'");
        if (known.insert(*std::move(name)).second)
            kept.push_back(item);
    }
    return Value::iterator(std::move(kept));
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
    if (total.asText())
        failRun("sum() can't sum strings");
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
    return Value::iterator(std::move(rows));
}

// Returns as many lists as asked; the first ones are longer by one if the items don't fit evenly.
Value slice(const Value& input, const Arguments& arguments, Budget& budget)
{
    const int64_t count = arguments.integer(0, "slices", 0);
    if (count < 1 || count > 100'000)
        failRun("slice needs a count from 1 to 100000");
    const Value* filler = arguments.find(1, "fill_with");
    const TemplateValues items = templateItems(input, budget);
    budget.spend(size_t(count));
    const size_t length = items.size() / size_t(count), longer = items.size() % size_t(count);
    TemplateValues slices;
    auto from = items.begin();
    for (size_t index = 0; index < size_t(count); ++index) {
        const auto end = from + std::ptrdiff_t(length + (index < longer));
        TemplateValues part(from, end);
        if (filler && !filler->isNone() && index >= longer)
            part.push_back(*filler);
        slices.push_back(Value::list(std::move(part)));
        from = end;
    }
    return Value::iterator(std::move(slices));
}

Value groupBy(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value& attribute = arguments.require(0, "attribute");
    const Value* fallback = arguments.find(1, "default");
    const bool withCase = arguments.flag(2, "case_sensitive", false);
    const auto readAsIs
        = [&](const Value& item) { return readAttribute(item, attribute, budget, fallback); };
    const auto readKey
        = [&](const Value& item) { return sortKey(readAsIs(item), nullptr, withCase, budget); };
    std::vector<std::pair<Value, TemplateValues>> groups;
    for (const Value& item : sortedBy(templateItems(input, budget), readKey, false, budget)) {
        const Value key = readKey(item);
        if (groups.empty() || !templateEquals(groups.back().first, key, budget))
            groups.emplace_back(key, TemplateValues{});
        groups.back().second.push_back(item);
    }
    TemplateValues pairs;
    for (auto& group : groups) {
        TemplateValues pair{readAsIs(group.second.front()), Value::list(std::move(group.second))};
        pairs.push_back(Value::sequence(
            std::make_shared<TemplateList>(std::move(pair), TemplateList::Kind::Group)));
    }
    return Value::list(std::move(pairs));
}

// Unlike a dot, it doesn't look for the keys of a dict.
Value attribute(const Value& input, const Arguments& arguments, Budget& budget)
{
    const TemplateText name = templateToText(arguments.require(0, "name"), budget);
    return findTemplateAttribute(input, name.bytes())
        .value_or(Value::undefined("there is no attribute '" + name.bytes() + "'"));
}

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
        return Value::text(stripText(text, TemplateSide::Both, nullptr).markedAs(text.isMarkup()));
    const TemplateText characters = toText(*removed, budget);
    budget.spendSearch(text.size(), characters.size());
    return Value::text(stripText(text, TemplateSide::Both, &characters).markedAs(text.isMarkup()));
}

template <TemplateCase to>
Value toCase(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    budget.spend(text.size() / 8);
    return Value::text(changeCase(text, to).markedAs(text.isMarkup()));
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

Value safe(const Value& input, const Arguments&, Budget& budget)
{
    return Value::text(toText(input, budget).markedAs(true));
}

Value escape(const Value& input, const Arguments&, Budget& budget)
{
    return Value::text(escapeHtml(toText(input, budget)));
}

Value escapeAgain(const Value& input, const Arguments&, Budget& budget)
{
    return Value::text(escapeHtml(toText(input, budget).markedAs(false)));
}

Value format(const Value& input, const Arguments& arguments, Budget& budget)
{
    if (arguments.named.empty())
        return Value::text(
            formatPercent(toText(input, budget), Value::tuple(arguments.positional), budget));
    TemplateDict::Entries entries;
    for (const auto& [name, value] : arguments.named)
        entries.emplace_back(Value::text(name), value);
    return Value::text(
        formatPercent(toText(input, budget), Value::dict(std::move(entries)), budget));
}

Value truncate(const Value& input, const Arguments& arguments, Budget& budget)
{
    const int64_t length = arguments.integer(0, "length", 255);
    if (!input.asText()
        && int64_t(templateLength(input)) <= length + arguments.integer(3, "leeway", 5))
        return input;
    const TemplateText text = toText(input, budget);
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
    result.append(text.isMarkup() ? escapeHtml(end) : end);
    return Value::text(result.markedAs(text.isMarkup() || end.isMarkup()));
}

Value indent(const Value& input, const Arguments& arguments, Budget& budget)
{
    if (!input.asText())
        failRun("indent works on a string, not on '" + input.typeName() + "'");
    const Value* width = arguments.find(0, "width");
    const TemplateText margin = width && width->asText()
        ? *width->asText()
        : TemplateText(std::string(
            size_t(std::clamp<int64_t>(arguments.integer(0, "width", 4), 0, 1000)), ' '));
    const bool first = arguments.flag(1, "first", false);
    const bool blank = arguments.flag(2, "blank", false);
    const bool isMarkup = input.asText()->isMarkup();
    TemplateText text = input.asText()->markedAs(false);
    text.append("\n"); // as Jinja does it: the last line may be empty
    const auto lines = splitLines(text);
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
    return Value::text(result.markedAs(isMarkup));
}

Value center(const Value& input, const Arguments& arguments, Budget& budget)
{
    const Value method = templateAttribute(Value::text(toText(input, budget)), "center");
    const Arguments width{{Value::integer(arguments.integer(0, "width", 80))}, {}};
    return method.asObject()->call(width, budget);
}

// Runs of letters, digits and underscores.
Value wordCount(const Value& input, const Arguments&, Budget& budget)
{
    const TemplateText text = toText(input, budget);
    const std::string_view bytes = text.bytes();
    int64_t words = 0;
    bool wasInWord = false;
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        const auto category
            = utf8proc_category(utf8proc_int32_t(codePoint(bytes.substr(at, length))));
        const bool isLetter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        const bool isNumber = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
        const bool isInWord = isLetter || isNumber || bytes[at] == '_';
        words += isInWord && !wasInWord;
        wasInWord = isInWord;
    }
    return Value::integer(words);
}

// Escaped for the path of a URL, where a slash stays, or for a query.
TemplateText urlQuoted(const TemplateText& text, bool isQuery)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    TemplateText quoted;
    for (size_t at = 0; at < text.size(); ++at) {
        const char byte = text.bytes()[at];
        const bool isPlain = base::isDigit(byte) || (byte >= 'a' && byte <= 'z')
            || (byte >= 'A' && byte <= 'Z')
            || std::string_view("_.-~").find(byte) != std::string_view::npos
            || (byte == '/' && !isQuery);
        const auto code = static_cast<unsigned char>(byte);
        const char escape[]{'%', digits[code >> 4], digits[code & 15]};
        quoted.append(isPlain            ? std::string_view(&byte, 1)
                : isQuery && byte == ' ' ? std::string_view("+")
                                         : std::string_view(escape, 3),
            text.originAt(at));
    }
    return quoted;
}

Value urlEncode(const Value& input, const Arguments&, Budget& budget)
{
    const bool isPlain = input.asText()
        || !(input.asList() || input.asDict() || input.isUndefined() || input.asObject());
    if (isPlain)
        return Value::text(urlQuoted(toText(input, budget), false));
    TemplateText query;
    for (const auto& [key, value] : templatePairs(input, budget)) {
        query.append(query.empty() ? "" : "&");
        query.append(urlQuoted(toText(key, budget), true));
        query.append("=");
        query.append(urlQuoted(toText(value, budget), true));
    }
    return Value::text(std::move(query));
}

// Leaves out comments and tags, joins the words by single spaces, and resolves references to
// characters by number or by the names that `escape` writes.
Value stripTags(const Value& input, const Arguments&, Budget& budget)
{
    TemplateText text = toText(input, budget);
    for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
             std::pair<std::string_view, std::string_view>{"<", ">"}}) {
        TemplateText kept;
        size_t at = 0;
        for (size_t begin; (begin = text.bytes().find(open, at)) != std::string::npos;) {
            const size_t end = text.bytes().find(close, begin);
            if (end == std::string::npos)
                break;
            kept.append(text.slice(at, begin));
            at = end + close.size();
        }
        kept.append(text.slice(at, text.size()));
        text = std::move(kept);
    }
    text = joinTexts(splitText(text, nullptr, -1), TemplateText(" "));
    constexpr std::pair<std::string_view, std::string_view> names[]{
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", "\u00a0"}};
    TemplateText result;
    size_t at = 0;
    for (size_t begin; (begin = text.bytes().find('&', at)) != std::string::npos;) {
        result.append(text.slice(at, begin));
        at = begin + 1;
        const size_t end = text.bytes().find(';', begin);
        const std::string name = text.bytes().substr(at, end == std::string::npos ? 0 : end - at);
        const auto* found = std::ranges::find(
            names, name, [](const auto& each) { return std::string(each.first); });
        const bool isHex = name.starts_with("#x") || name.starts_with("#X");
        const auto point = name.starts_with('#')
            ? parseTemplateDigits(std::string_view(name).substr(isHex ? 2 : 1), isHex ? 16 : 10)
            : std::nullopt;
        std::string character;
        if (point && *point > 0 && *point < 0x110000)
            base::appendUtf8(character, char32_t(*point));
        else if (found != std::end(names))
            character = found->second;
        else if (!name.empty() && name.find_first_of(" &<\n") == std::string::npos)
            failRun("striptags doesn't know the reference &" + name + ";");
        result.append(character.empty() ? "&" : character, text.originAt(begin));
        at = character.empty() ? at : end + 1;
    }
    result.append(text.slice(at, text.size()));
    return Value::text(std::move(result));
}

Value xmlAttributes(const Value& input, const Arguments& arguments, Budget& budget)
{
    if (!input.asDict())
        failRun("xmlattr works on a dict, not on '" + input.typeName() + "'");
    TemplateText text;
    for (const auto& [key, value] : input.asDict()->entries()) {
        if (value.isNone() || value.isUndefined())
            continue;
        if (!key.asText())
            failRun("a key isn't a string");
        if (toText(key, budget).bytes().find_first_of(" \t\n\r\f\v/>=") != std::string::npos)
            failRun("a key isn't the name of an attribute");
        const bool isFirst = text.empty() && !arguments.flag(0, "autospace", true);
        text.append(isFirst ? "" : " ");
        text.append(*escape(key, {}, budget).asText());
        text.append("=\"");
        text.append(*escape(value, {}, budget).asText());
        text.append("\"");
    }
    return Value::text(std::move(text));
}

Value toJson(const Value& input, const Arguments& arguments, Budget& budget)
{
    TemplateJsonStyle style;
    style.onlyAscii = arguments.flag(0, "ensure_ascii", false);
    const Value* indent = arguments.find(1, "indent");
    if (indent && !indent->isNone()) {
        style.indent = indent->asText()
            ? toText(*indent, budget).bytes()
            : std::string(
                size_t(std::clamp<int64_t>(arguments.integer(1, "indent", 0), 0, 64)), ' ');
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

// The digits of a number in a text as Python's int() and float() read it, or nothing.
std::optional<std::string> plainDigits(const Value& value)
{
    if (!value.asText())
        return std::nullopt;
    std::string text = stripText(*value.asText(), TemplateSide::Both, nullptr).bytes();
    for (size_t at = text.find('_'); at != std::string::npos; at = text.find('_', at)) {
        const bool isBetween = at > 0 && at + 1 < text.size() && base::hexValue(text[at - 1]) >= 0
            && base::hexValue(text[at + 1]) >= 0;
        if (!isBetween)
            return std::nullopt;
        text.erase(at, 1);
    }
    return text;
}

std::optional<TemplateInteger> parseInteger(const Value& value, int base)
{
    auto digits = plainDigits(value);
    if (!digits || digits->empty())
        return std::nullopt;
    const bool isNegative = digits->front() == '-';
    if (isNegative || digits->front() == '+')
        digits->erase(0, 1);
    const char letter = base == 16 ? 'x' : base == 8 ? 'o' : base == 2 ? 'b' : '\0';
    if (letter && digits->size() > 2 && (*digits)[0] == '0' && ((*digits)[1] | 0x20) == letter)
        digits->erase(0, 2);
    const auto integer = parseTemplateDigits(*digits, base);
    return integer && isNegative ? -*integer : integer;
}

std::optional<double> parseFloat(const Value& value)
{
    const auto digits = plainDigits(value);
    if (!digits)
        return std::nullopt;
    const size_t sign = digits->starts_with('+') && !digits->starts_with("+-") ? 1 : 0;
    const char* end = digits->data() + digits->size();
    double number = 0;
    const auto result = std::from_chars(digits->data() + sign, end, number);
    if (result.ptr != end || result.ec == std::errc::invalid_argument)
        return std::nullopt;
    if (result.ec == std::errc::result_out_of_range)
        return std::strtod(digits->c_str() + sign, nullptr);
    return number;
}

void requireDefined(const Value& value)
{
    if (value.isUndefined())
        failRun(value.undefinedCause());
}

Value toInteger(const Value& input, const Arguments& arguments, Budget&)
{
    requireDefined(input);
    const auto base = std::clamp<int64_t>(arguments.integer(1, "base", 10), 2, 36);
    if (const auto integer = input.asInteger())
        return Value::integer(*integer);
    if (const auto integer = parseInteger(input, int(base)))
        return Value::integer(*integer);
    const auto number = input.asNumber() ? input.asNumber() : parseFloat(input);
    if (input.isFloat() && std::isinf(*number))
        failRun("cannot convert float infinity to integer");
    if (number && std::abs(*number) >= 1e38 && std::isfinite(*number))
        failRun("an integer becomes too large");
    if (number && std::isfinite(*number))
        return Value::integer(TemplateInteger(*number));
    const Value* fallback = arguments.find(0, "default");
    return fallback ? *fallback : Value::integer(0);
}

Value toFloat(const Value& input, const Arguments& arguments, Budget&)
{
    requireDefined(input);
    const auto number = input.asNumber() ? input.asNumber() : parseFloat(input);
    const Value* fallback = arguments.find(0, "default");
    return number ? Value::number(*number) : fallback ? *fallback : Value::number(0);
}

Value absolute(const Value& input, const Arguments&, Budget& budget)
{
    if (input.isFloat())
        return Value::number(std::abs(*input.asNumber()));
    const int sign = requireNumber(input) < 0 ? -1 : 1;
    return templateArithmetic("*", input, Value::integer(sign), budget);
}

Value fileSize(const Value& input, const Arguments& arguments, Budget& budget)
{
    const bool isBinary = arguments.flag(0, "binary", false);
    const double base = isBinary ? 1024 : 1000;
    const auto number = input.asNumber() ? input.asNumber() : parseFloat(input);
    const double bytes = number ? *number : requireNumber(input);
    if (bytes == 1)
        return Value::text("1 Byte");
    if (bytes < base)
        return Value::text(templateDigits(TemplateInteger(bytes)) + " Bytes");
    double unit = base * base;
    size_t prefix = 0;
    for (; prefix < 7 && bytes >= unit; ++prefix)
        unit *= base;
    const std::string format
        = std::string("%.1f ") + (isBinary ? "KMGTPEZY"[prefix] : "kMGTPEZY"[prefix]);
    const TemplateText size
        = formatPercent(TemplateText(format), Value::number(base * bytes / unit), budget);
    return Value::text(size.bytes() + (isBinary ? "iB" : "B"));
}

// Rounds to tens, hundreds and so on by the exact digits of the number.
double roundToTens(double number, size_t zeros)
{
    double whole = 0;
    const bool hasFraction = std::modf(std::abs(number), &whole) != 0;
    char buffer[400] = {'0'};
    const char* end
        = std::to_chars(buffer + 1, std::end(buffer), whole, std::chars_format::fixed, 0).ptr;
    std::string text(static_cast<const char*>(buffer), end);
    if (zeros >= text.size())
        return std::copysign(0, number);
    const size_t kept = text.size() - zeros;
    const int toHalf = text.substr(kept).compare("5" + std::string(zeros - 1, '0'));
    text.replace(kept, zeros, zeros, '0');
    if (toHalf > 0 || (toHalf == 0 && (hasFraction || (text[kept - 1] - '0') % 2 == 1))) {
        size_t digit = kept - 1;
        for (; text[digit] == '9'; --digit) // ends at the zero in front
            text[digit] = '0';
        ++text[digit];
    }
    double rounded = number;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return std::copysign(rounded, number);
}

// Half is rounded to the even neighbor, as in Python; printf rounds the exact value so.
double roundAt(double number, int digits)
{
    if (!std::isfinite(number))
        return number;
    if (digits < 0)
        return roundToTens(number, size_t(-digits));
    if (digits == 0)
        return std::nearbyint(number);
    char buffer[400];
    const auto end
        = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed, digits);
    double rounded = number;
    std::from_chars(buffer, end.ptr, rounded);
    return rounded;
}

// Python's round() of an integer to tens, hundreds and so on, half to even.
Value roundInteger(TemplateInteger integer, int digits)
{
    TemplateInteger scale = 1;
    for (int digit = 0; digit < -digits; ++digit)
        scale *= 10;
    const TemplateInteger size = integer < 0 ? -integer : integer;
    TemplateInteger quotient = size / scale;
    const TemplateInteger rest = size % scale, half = scale / 2;
    if (scale > 1 && (rest > half || (rest == half && quotient % 2 == 1)))
        ++quotient;
    return Value::integer(integer < 0 ? -quotient * scale : quotient * scale);
}

Value round(const Value& input, const Arguments& arguments, Budget& budget)
{
    const double number = requireNumber(input);
    const auto digits = int(std::clamp<int64_t>(arguments.integer(0, "precision", 0), -30, 30));
    const Value* method = arguments.find(1, "method");
    const std::string name = method ? toText(*method, budget).bytes() : "common";
    if (name != "common" && name != "ceil" && name != "floor")
        failRun("method must be common, ceil or floor");
    if (name == "common")
        return input.asInteger() ? roundInteger(*input.asInteger(), digits)
                                 : Value::number(roundAt(number, digits));
    const double scale = std::pow(10.0, digits);
    const double scaled = name == "ceil" ? std::ceil(number * scale) : std::floor(number * scale);
    return Value::number(scaled == 0 ? 0 : scaled / scale); // Python has an integer in between
}

Value fallBack(const Value& input, const Arguments& arguments, Budget&)
{
    const bool replaces
        = input.isUndefined() || (arguments.flag(1, "boolean", false) && !input.isTrue());
    const Value* fallback = arguments.find(0, "default_value");
    return !replaces ? input : fallback ? *fallback : Value::text("");
}

struct NamedFilter {
    std::string_view name;
    TemplateFilter filter;
};

constexpr NamedFilter filters[] = {{"abs", absolute}, {"attr", attribute}, {"batch", batch},
    {"capitalize", toCase<TemplateCase::Capitalize>}, {"center", center}, {"count", length},
    {"d", fallBack}, {"default", fallBack}, {"dictsort", sortDict}, {"e", escape},
    {"escape", escape}, {"filesizeformat", fileSize}, {"first", first}, {"float", toFloat},
    {"forceescape", escapeAgain}, {"format", format}, {"groupby", groupBy}, {"indent", indent},
    {"int", toInteger}, {"items", items}, {"join", join}, {"last", last}, {"length", length},
    {"list", list}, {"lower", toCase<TemplateCase::Lower>}, {"map", map}, {"max", extreme<true>},
    {"min", extreme<false>}, {"reject", select<false, false>}, {"rejectattr", select<false, true>},
    {"replace", replace}, {"reverse", reverse}, {"round", round}, {"safe", safe},
    {"select", select<true, false>}, {"selectattr", select<true, true>}, {"slice", slice},
    {"sort", sort}, {"string", string}, {"striptags", stripTags}, {"sum", sum}, {"title", title},
    {"tojson", toJson}, {"trim", trim}, {"truncate", truncate}, {"unique", unique},
    {"upper", toCase<TemplateCase::Upper>}, {"urlencode", urlEncode}, {"wordcount", wordCount},
    {"xmlattr", xmlAttributes}};

} // namespace

TemplateFilter findTemplateFilter(std::string_view name)
{
    const auto* found = std::ranges::find(filters, name, &NamedFilter::name);
    return found == std::end(filters) ? nullptr : found->filter;
}

TemplateFilter requireTemplateFilter(std::string_view name)
{
    if (const TemplateFilter filter = findTemplateFilter(name))
        return filter;
    failRun("no filter named '" + std::string(name) + "'");
}

} // namespace engine
