#include "engine/templates/template_methods.h"

#include "engine/templates/template_format.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <span>
#include <utf8proc.h>

namespace engine {

namespace {

using Body = TemplateValue (*)(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget);

struct Method {
    std::string_view name;
    Body body;
};

// HTML for a text and for each text in a list.
TemplateValue markup(const TemplateValue& value)
{
    if (const TemplateText* text = value.asText())
        return TemplateValue::text(text->markedAs(true));
    const TemplateList* list = value.asList();
    if (!list)
        return value;
    TemplateValues items;
    for (const TemplateValue& item : list->items())
        items.push_back(markup(item));
    return list->isTuple() ? TemplateValue::tuple(std::move(items))
                           : TemplateValue::list(std::move(items));
}

class BoundMethod : public TemplateObject {
public:
    BoundMethod(TemplateValue self, const Method& method)
        : m_self(std::move(self))
        , m_method(method)
    {
    }
    std::string typeName() const override { return "method"; }
    int depth() const override { return m_self.depth() + 1; }
    TemplateValue call(const TemplateArguments& arguments, TemplateBudget& budget) override
    {
        const TemplateText* text = m_self.asText();
        for (const TemplateValue& argument : arguments.positional) {
            if (text && argument.asText())
                budget.spendSearch(text->size(), argument.asText()->size());
        }
        budget.spendBytes(text ? text->size() : 0);
        TemplateValue result = m_method.body(m_self, arguments, budget);
        return text && text->isMarkup() ? markup(result) : result;
    }

private:
    TemplateValue m_self;
    const Method& m_method;
};

const TemplateText& requireText(const TemplateValue& value)
{
    if (const TemplateText* text = value.asText())
        return *text;
    if (value.isUndefined())
        failRun(value.undefinedCause());
    failRun("a string is expected, not '" + value.typeName() + "'");
}

// Escapes what becomes a part of HTML.
TemplateText asInText(const TemplateValue& self, const TemplateText& text)
{
    return self.asText()->isMarkup() ? escapeHtml(text) : text;
}

// Null where Python's None is given or nothing at all.
const TemplateText* optionalText(
    const TemplateArguments& arguments, size_t position, std::string_view name)
{
    const TemplateValue* value = arguments.find(position, name);
    return value && !value->isNone() ? &requireText(*value) : nullptr;
}

TemplateValue makeList(const std::vector<TemplateText>& texts, TemplateBudget& budget)
{
    budget.spend(texts.size());
    TemplateValues items;
    for (const TemplateText& text : texts)
        items.push_back(TemplateValue::text(text));
    return TemplateValue::list(std::move(items));
}

template <TemplateSide side>
TemplateValue strip(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateText* removed = optionalText(arguments, 0, "chars");
    budget.spend();
    return TemplateValue::text(stripText(requireText(self), side, removed));
}

template <auto split>
TemplateValue splitBy(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateText* separator = optionalText(arguments, 0, "sep");
    return makeList(
        split(requireText(self), separator, arguments.integer(1, "maxsplit", -1)), budget);
}

TemplateValue lines(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    return makeList(splitLines(requireText(self), arguments.flag(0, "keepends", false)), budget);
}

template <TemplateCase to>
TemplateValue toCase(const TemplateValue& self, const TemplateArguments&, TemplateBudget& budget)
{
    budget.spend(requireText(self).size() / 8);
    return TemplateValue::text(changeCase(requireText(self), to));
}

/// The part of a text that the optional arguments start and end name, as for s[start:end].
struct TextPart {
    std::string_view bytes;
    int64_t first = 0; // of its characters, in the whole
    bool isThere = true; // false where it begins behind the end
};

TextPart partOf(const TemplateText& text, const TemplateArguments& arguments, size_t position)
{
    const auto starts = characterStarts(text.bytes());
    const auto length = int64_t(starts.size()) - 1;
    const auto bound = [&](size_t at, std::string_view name, int64_t fallback) {
        const int64_t given = arguments.integer(at, name, fallback);
        return given < 0 ? std::max<int64_t>(given + length, 0) : given;
    };
    const int64_t first = bound(position, "start", 0);
    const int64_t end = std::min(bound(position + 1, "end", length), length);
    if (first > end)
        return {{}, first, false};
    const size_t begin = starts[size_t(first)];
    return {std::string_view(text.bytes()).substr(begin, starts[size_t(end)] - begin), first, true};
}

// startswith and endswith take one text or a tuple of them.
template <bool atEnd>
TemplateValue hasAffix(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TextPart part = partOf(requireText(self), arguments, 1);
    const auto matches = [&](const TemplateValue& affix) {
        const std::string& wanted = requireText(affix).bytes();
        return part.isThere
            && (atEnd ? part.bytes.ends_with(wanted) : part.bytes.starts_with(wanted));
    };
    const TemplateValue& affix = arguments.require(0, "prefix");
    if (affix.asText())
        return TemplateValue::boolean(matches(affix));
    if (!affix.asList() || !affix.asList()->isTuple())
        failRun("a string or a tuple of strings is expected, not '" + affix.typeName() + "'");
    return TemplateValue::boolean(std::ranges::any_of(templateItems(affix, budget), matches));
}

template <bool atEnd>
TemplateValue removeAffix(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    const TemplateText& text = requireText(self);
    const std::string& affix = requireText(arguments.require(0, "prefix")).bytes();
    if (atEnd && text.bytes().ends_with(affix))
        return TemplateValue::text(text.slice(0, text.size() - affix.size()));
    if (!atEnd && text.bytes().starts_with(affix))
        return TemplateValue::text(text.slice(affix.size(), text.size()));
    return self;
}

TemplateValue replace(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateText result
        = replaceText(requireText(self), requireText(arguments.require(0, "old")),
            asInText(self, requireText(arguments.require(1, "new"))),
            arguments.integer(2, "count", -1));
    budget.spendBytes(result.size());
    return TemplateValue::text(result);
}

template <bool fromRight>
TemplateValue find(const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    const TextPart part = partOf(requireText(self), arguments, 1);
    const std::string& wanted = requireText(arguments.require(0, "sub")).bytes();
    const size_t found = fromRight ? part.bytes.rfind(wanted) : part.bytes.find(wanted);
    if (found == std::string::npos || !part.isThere)
        return TemplateValue::integer(-1);
    return TemplateValue::integer(
        part.first + int64_t(countCharacters(part.bytes.substr(0, found))));
}

template <bool fromRight>
TemplateValue index(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    if (self.asText()) {
        TemplateValue found = find<fromRight>(self, arguments, budget);
        if (*found.asInteger() < 0)
            failRun("substring not found");
        return found;
    }
    const TemplateValues items = templateItems(self, budget);
    const auto length = int64_t(items.size());
    const auto bound = [&](size_t at, std::string_view name, int64_t fallback) {
        const int64_t given = arguments.integer(at, name, fallback);
        return std::clamp<int64_t>(given < 0 ? given + length : given, 0, length);
    };
    const int64_t end = bound(2, "stop", length);
    for (int64_t index = bound(1, "start", 0); index < end; ++index) {
        if (templateEquals(items[size_t(index)], arguments.require(0, "value"), budget))
            return TemplateValue::integer(index);
    }
    failRun("a value is not in the list");
}

TemplateValue count(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateValue& wanted = arguments.require(0, "value");
    int64_t found = 0;
    if (self.asText()) {
        const TextPart part = partOf(requireText(self), arguments, 1);
        const std::string& text = requireText(wanted).bytes();
        if (!part.isThere)
            return TemplateValue::integer(0);
        if (text.empty())
            return TemplateValue::integer(int64_t(countCharacters(part.bytes)) + 1);
        for (size_t at = part.bytes.find(text); at != std::string_view::npos;
             at = part.bytes.find(text, at + text.size()))
            ++found;
        return TemplateValue::integer(found);
    }
    for (const TemplateValue& item : templateItems(self, budget))
        found += templateEquals(item, wanted, budget);
    return TemplateValue::integer(found);
}

TemplateValue join(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    std::vector<TemplateText> parts;
    for (const TemplateValue& item : templateItems(arguments.require(0, "iterable"), budget))
        parts.push_back(asInText(self, requireText(item)));
    TemplateText joined = joinTexts(parts, requireText(self));
    budget.spendBytes(joined.size());
    return TemplateValue::text(std::move(joined));
}

template <bool fromRight>
TemplateValue partition(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    const TemplateText& separator = requireText(arguments.require(0, "sep"));
    const auto parts = fromRight ? splitTextFromRight(requireText(self), &separator, 1)
                                 : splitText(requireText(self), &separator, 1);
    const TemplateValue nothing = TemplateValue::text("");
    if (parts.size() == 2)
        return TemplateValue::tuple({TemplateValue::text(parts[0]), TemplateValue::text(separator),
            TemplateValue::text(parts[1])});
    return fromRight ? TemplateValue::tuple({nothing, nothing, self})
                     : TemplateValue::tuple({self, nothing, nothing});
}

// True where there are characters and all of them pass.
template <auto passes>
TemplateValue isAll(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    const std::string_view bytes = requireText(self).bytes();
    bool all = !bytes.empty();
    for (size_t at = 0, length = 0; at < bytes.size() && all; at += length) {
        length = characterLength(bytes, at);
        all = passes(codePoint(bytes.substr(at, length)));
    }
    return TemplateValue::boolean(all);
}

bool isDecimal(char32_t point)
{
    return utf8proc_category(utf8proc_int32_t(point)) == UTF8PROC_CATEGORY_ND;
}

bool isLetter(char32_t point)
{
    const auto category = utf8proc_category(utf8proc_int32_t(point));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isLetterOrDecimal(char32_t point)
{
    return isLetter(point) || isDecimal(point);
}

bool isAscii(char32_t point)
{
    return point < 0x80;
}

bool isInName(char32_t point)
{
    return point == U'_' || isLetterOrDecimal(point);
}

// These three are true of an empty text as well.
template <auto passes>
TemplateValue isAllOrNothing(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    return requireText(self).empty() ? TemplateValue::boolean(true)
                                     : isAll<passes>(self, arguments, budget);
}

TemplateValue isIdentifier(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const std::string_view bytes = requireText(self).bytes();
    const bool beginsWell
        = !bytes.empty() && !isDecimal(codePoint(bytes.substr(0, characterLength(bytes, 0))));
    return beginsWell ? isAll<isInName>(self, arguments, budget) : TemplateValue::boolean(false);
}

template <TemplateCase wanted>
TemplateValue hasCase(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    return TemplateValue::boolean(isOfCase(requireText(self), wanted));
}

TemplateValue expandTabs(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const int64_t size = std::clamp<int64_t>(arguments.integer(0, "tabsize", 8), 0, 1000);
    const TemplateText& text = requireText(self);
    const auto starts = characterStarts(text.bytes());
    TemplateText result;
    int64_t column = 0;
    for (size_t index = 0; index + 1 < starts.size(); ++index) {
        const char byte = text.bytes()[starts[index]];
        if (byte == '\t') {
            const int64_t width = size > 0 ? size - column % size : 0;
            result.append(std::string(size_t(width), ' '), text.originAt(starts[index]));
            column += width;
        } else {
            result.append(text.slice(starts[index], starts[index + 1]));
            column = byte == '\n' || byte == '\r' ? 0 : column + 1;
        }
        TemplateBudget::checkLength(result.size());
    }
    budget.spendBytes(result.size());
    return TemplateValue::text(std::move(result));
}

enum class Padding { Left, Right, Center, Zeros };

template <Padding padding>
TemplateValue pad(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const int64_t width = arguments.integer(0, "width", 0);
    const auto missing = width - int64_t(templateLength(self));
    if (missing <= 0)
        return self;
    TemplateBudget::checkLength(size_t(missing));
    budget.spendBytes(size_t(missing));
    const TemplateText* given = optionalText(arguments, 1, "fillchar");
    const TemplateText& text = requireText(self);
    if (given && countCharacters(given->bytes()) != 1)
        failRun("the fill character must be exactly one character long");
    const TemplateText fill = given ? *given : TemplateText(padding == Padding::Zeros ? "0" : " ");
    int64_t before = padding == Padding::Left || padding == Padding::Zeros ? missing : 0;
    if (padding == Padding::Center)
        before = missing / 2 + (missing & width & 1);
    const bool hasSign = padding == Padding::Zeros && text.bytes().find_first_of("+-") == 0;
    TemplateText result = text.slice(0, hasSign ? 1 : 0);
    for (int64_t index = 0; index < before; ++index)
        result.append(fill);
    result.append(text.slice(hasSign ? 1 : 0, text.size()));
    for (int64_t index = before; index < missing; ++index)
        result.append(fill);
    return TemplateValue::text(std::move(result));
}

TemplateValue format(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    return TemplateValue::text(formatBraces(requireText(self), arguments, budget));
}

TemplateValue formatMap(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    TemplateArguments named;
    for (const auto& [key, value] : templatePairs(arguments.require(0, "mapping"), budget))
        named.named.emplace_back(templateToText(key, budget).bytes(), value);
    return TemplateValue::text(formatBraces(requireText(self), named, budget));
}

TemplateValue get(const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    if (const TemplateValue* found = self.asDict()->find(arguments.require(0, "key")))
        return *found;
    const TemplateValue* fallback = arguments.find(1, "default");
    return fallback ? *fallback : TemplateValue::none();
}

// keys(), values() and items(), which Python makes a view each.
template <TemplateList::Kind kind>
TemplateValue view(const TemplateValue& self, const TemplateArguments&, TemplateBudget& budget)
{
    TemplateValues found;
    for (const auto& [key, value] : self.asDict()->entries()) {
        if (kind == TemplateList::Kind::Items)
            found.push_back(TemplateValue::tuple({key, value}));
        else
            found.push_back(kind == TemplateList::Kind::Keys ? key : value);
    }
    budget.spend(found.size());
    return TemplateValue::sequence(std::make_shared<TemplateList>(std::move(found), kind));
}

TemplateValue copy(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    return self;
}

constexpr std::array textMethods{Method{"strip", strip<TemplateSide::Both>},
    Method{"lstrip", strip<TemplateSide::Left>}, Method{"rstrip", strip<TemplateSide::Right>},
    Method{"split", splitBy<splitText>}, Method{"rsplit", splitBy<splitTextFromRight>},
    Method{"splitlines", lines}, Method{"upper", toCase<TemplateCase::Upper>},
    Method{"lower", toCase<TemplateCase::Lower>}, Method{"title", toCase<TemplateCase::Title>},
    Method{"capitalize", toCase<TemplateCase::Capitalize>},
    Method{"swapcase", toCase<TemplateCase::Swap>}, Method{"casefold", toCase<TemplateCase::Fold>},
    Method{"startswith", hasAffix<false>}, Method{"endswith", hasAffix<true>},
    Method{"removeprefix", removeAffix<false>}, Method{"removesuffix", removeAffix<true>},
    Method{"replace", replace}, Method{"find", find<false>}, Method{"rfind", find<true>},
    Method{"index", index<false>}, Method{"rindex", index<true>}, Method{"count", count},
    Method{"join", join}, Method{"partition", partition<false>},
    Method{"rpartition", partition<true>}, Method{"isdigit", isAll<isDecimal>},
    Method{"isdecimal", isAll<isDecimal>}, Method{"isnumeric", isAll<isDecimal>},
    Method{"isalpha", isAll<isLetter>}, Method{"isalnum", isAll<isLetterOrDecimal>},
    Method{"isspace", isAll<isTemplateSpace>}, Method{"isascii", isAllOrNothing<isAscii>},
    Method{"isprintable", isAllOrNothing<isPrintable>}, Method{"isidentifier", isIdentifier},
    Method{"isupper", hasCase<TemplateCase::Upper>},
    Method{"islower", hasCase<TemplateCase::Lower>},
    Method{"istitle", hasCase<TemplateCase::Title>}, Method{"expandtabs", expandTabs},
    Method{"rjust", pad<Padding::Left>}, Method{"ljust", pad<Padding::Right>},
    Method{"center", pad<Padding::Center>}, Method{"zfill", pad<Padding::Zeros>},
    Method{"format", format}, Method{"format_map", formatMap}};

constexpr std::array dictMethods{Method{"get", get},
    Method{"items", view<TemplateList::Kind::Items>},
    Method{"keys", view<TemplateList::Kind::Keys>},
    Method{"values", view<TemplateList::Kind::Values>}, Method{"copy", copy}};

constexpr std::array listMethods{
    Method{"index", index<false>}, Method{"count", count}, Method{"copy", copy}};

// What would change its object, which a sandboxed template can't.
constexpr std::array<std::string_view, 5> changesDict{
    "clear", "pop", "popitem", "setdefault", "update"};
constexpr std::array<std::string_view, 8> changesList{
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"};

} // namespace

std::optional<TemplateValue> findTemplateMethod(const TemplateValue& object, std::string_view name)
{
    const auto bound = [&](std::span<const Method> methods) -> std::optional<TemplateValue> {
        const auto found = std::ranges::find(methods, name, &Method::name);
        if (found == methods.end())
            return std::nullopt;
        return TemplateValue::object(std::make_shared<BoundMethod>(object, *found));
    };
    const TemplateList* list = object.asList();
    const bool isList = list && list->kind() == TemplateList::Kind::List;
    const std::span<const std::string_view> changing = object.asDict()
        ? std::span<const std::string_view>(changesDict)
        : isList ? std::span<const std::string_view>(changesList)
                 : std::span<const std::string_view>();
    if (std::ranges::find(changing, name) != changing.end())
        return TemplateValue::undefined(
            "a template may not change a '" + object.typeName() + "' object");
    if (object.asText())
        return bound(textMethods);
    if (object.asDict())
        return bound(dictMethods);
    if (!list || list->isView())
        return std::nullopt;
    return bound(std::span(listMethods).first(isList ? 3 : 2));
}

} // namespace engine
