#include "engine/templates/template_methods.h"

#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utf8proc.h>

namespace engine {

namespace {

using Body = TemplateValue (*)(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget);

struct Method {
    std::string_view name;
    Body body;
};

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
        return m_method.body(m_self, arguments, budget);
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

// startswith and endswith take one text or a tuple of them.
template <bool atEnd>
TemplateValue hasAffix(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const std::string& bytes = requireText(self).bytes();
    const auto matches = [&](const TemplateValue& affix) {
        const std::string& wanted = requireText(affix).bytes();
        return atEnd ? bytes.ends_with(wanted) : bytes.starts_with(wanted);
    };
    const TemplateValue& affix = arguments.require(0, "prefix");
    if (!affix.asList())
        return TemplateValue::boolean(matches(affix));
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
            requireText(arguments.require(1, "new")), arguments.integer(2, "count", -1));
    budget.spendBytes(result.size());
    return TemplateValue::text(result);
}

template <bool fromRight>
TemplateValue find(const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    const std::string& bytes = requireText(self).bytes();
    const std::string& wanted = requireText(arguments.require(0, "sub")).bytes();
    const size_t found = fromRight ? bytes.rfind(wanted) : bytes.find(wanted);
    if (found == std::string::npos)
        return TemplateValue::integer(-1);
    return TemplateValue::integer(
        int64_t(countCharacters(std::string_view(bytes).substr(0, found))));
}

TemplateValue index(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    if (self.asText()) {
        TemplateValue found = find<false>(self, arguments, budget);
        if (*found.asInteger() < 0)
            failRun("substring not found");
        return found;
    }
    const TemplateValues items = templateItems(self, budget);
    for (size_t index = 0; index < items.size(); ++index) {
        if (templateEquals(items[index], arguments.require(0, "value"), budget))
            return TemplateValue::integer(int64_t(index));
    }
    failRun("a value is not in the list");
}

TemplateValue count(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateValue& wanted = arguments.require(0, "value");
    int64_t found = 0;
    if (self.asText()) {
        const size_t pieces = requireText(wanted).empty()
            ? templateLength(self) + 2
            : splitText(requireText(self), &requireText(wanted), -1).size();
        return TemplateValue::integer(int64_t(pieces) - 1);
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
        parts.push_back(requireText(item));
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
        return TemplateValue::list({TemplateValue::text(parts[0]), TemplateValue::text(separator),
                                       TemplateValue::text(parts[1])},
            true);
    return fromRight ? TemplateValue::list({nothing, nothing, self}, true)
                     : TemplateValue::list({self, nothing, nothing}, true);
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

// isupper and islower: as their own upper or lower case, and not without letters of a case.
template <TemplateCase to, TemplateCase other>
TemplateValue isOfCase(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    const TemplateText& text = requireText(self);
    return TemplateValue::boolean(
        changeCase(text, to) == text && !(changeCase(text, other) == text));
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

// One {field} of str.format, without attributes, conversions or format specifications.
TemplateText formatField(std::string_view field, size_t& automatic,
    const TemplateArguments& arguments, TemplateBudget& budget)
{
    if (field.find_first_of(":!.[") != std::string_view::npos)
        failRun("str.format understands only {}, {0} and {name}");
    size_t position = 0;
    const auto digits = std::from_chars(field.data(), field.data() + field.size(), position);
    if (field.empty())
        return templateToText(arguments.require(automatic++, {}), budget);
    if (digits.ptr == field.data() + field.size())
        return templateToText(arguments.require(position, field), budget);
    return templateToText(arguments.require(arguments.positional.size(), field), budget);
}

TemplateValue format(
    const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget& budget)
{
    const TemplateText& text = requireText(self);
    const std::string_view bytes = text.bytes();
    TemplateText result;
    size_t automatic = 0;
    for (size_t at = 0; at < bytes.size();) {
        const size_t brace = std::min(bytes.find_first_of("{}", at), bytes.size());
        result.append(text.slice(at, brace));
        at = brace + 1;
        if (brace == bytes.size())
            break;
        if (at < bytes.size() && bytes[at] == bytes[brace]) {
            result.append(text.slice(at, at + 1));
            ++at;
            continue;
        }
        const size_t end = bytes.find('}', at);
        if (bytes[brace] == '}' || end == std::string_view::npos)
            failRun("a format string contains a single brace");
        result.append(formatField(bytes.substr(at, end - at), automatic, arguments, budget));
        at = end + 1;
        budget.spendBytes(result.size());
        TemplateBudget::checkLength(result.size());
    }
    return TemplateValue::text(std::move(result));
}

TemplateValue get(const TemplateValue& self, const TemplateArguments& arguments, TemplateBudget&)
{
    if (const TemplateValue* found = self.asDict()->find(arguments.require(0, "key")))
        return *found;
    const TemplateValue* fallback = arguments.find(1, "default");
    return fallback ? *fallback : TemplateValue::none();
}

TemplateValue keys(const TemplateValue& self, const TemplateArguments&, TemplateBudget& budget)
{
    return TemplateValue::list(templateItems(self, budget));
}

TemplateValue values(const TemplateValue& self, const TemplateArguments&, TemplateBudget& budget)
{
    TemplateValues found;
    for (const auto& entry : self.asDict()->entries())
        found.push_back(entry.second);
    budget.spend(found.size());
    return TemplateValue::list(std::move(found));
}

TemplateValue items(const TemplateValue& self, const TemplateArguments&, TemplateBudget& budget)
{
    TemplateValues found;
    for (const auto& [key, value] : self.asDict()->entries())
        found.push_back(TemplateValue::list({key, value}, true));
    budget.spend(found.size());
    return TemplateValue::list(std::move(found));
}

TemplateValue copy(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    return self;
}

TemplateValue forbidden(const TemplateValue& self, const TemplateArguments&, TemplateBudget&)
{
    failRun("a template may not change a '" + self.typeName() + "' object");
}

constexpr std::array textMethods{Method{"strip", strip<TemplateSide::Both>},
    Method{"lstrip", strip<TemplateSide::Left>}, Method{"rstrip", strip<TemplateSide::Right>},
    Method{"split", splitBy<splitText>}, Method{"rsplit", splitBy<splitTextFromRight>},
    Method{"splitlines", lines}, Method{"upper", toCase<TemplateCase::Upper>},
    Method{"lower", toCase<TemplateCase::Lower>}, Method{"title", toCase<TemplateCase::Title>},
    Method{"capitalize", toCase<TemplateCase::Capitalize>},
    Method{"swapcase", toCase<TemplateCase::Swap>}, Method{"casefold", toCase<TemplateCase::Lower>},
    Method{"startswith", hasAffix<false>}, Method{"endswith", hasAffix<true>},
    Method{"removeprefix", removeAffix<false>}, Method{"removesuffix", removeAffix<true>},
    Method{"replace", replace}, Method{"find", find<false>}, Method{"rfind", find<true>},
    Method{"index", index}, Method{"count", count}, Method{"join", join},
    Method{"partition", partition<false>}, Method{"rpartition", partition<true>},
    Method{"isdigit", isAll<isDecimal>}, Method{"isdecimal", isAll<isDecimal>},
    Method{"isnumeric", isAll<isDecimal>}, Method{"isalpha", isAll<isLetter>},
    Method{"isalnum", isAll<isLetterOrDecimal>}, Method{"isspace", isAll<isTemplateSpace>},
    Method{"isupper", isOfCase<TemplateCase::Upper, TemplateCase::Lower>},
    Method{"islower", isOfCase<TemplateCase::Lower, TemplateCase::Upper>},
    Method{"rjust", pad<Padding::Left>}, Method{"ljust", pad<Padding::Right>},
    Method{"center", pad<Padding::Center>}, Method{"zfill", pad<Padding::Zeros>},
    Method{"format", format}};

constexpr std::array dictMethods{Method{"get", get}, Method{"items", items}, Method{"keys", keys},
    Method{"values", values}, Method{"copy", copy}, Method{"pop", forbidden},
    Method{"popitem", forbidden}, Method{"update", forbidden}, Method{"setdefault", forbidden},
    Method{"clear", forbidden}};

constexpr std::array listMethods{Method{"index", index}, Method{"count", count},
    Method{"copy", copy}, Method{"append", forbidden}, Method{"extend", forbidden},
    Method{"insert", forbidden}, Method{"pop", forbidden}, Method{"remove", forbidden},
    Method{"reverse", forbidden}, Method{"sort", forbidden}, Method{"clear", forbidden}};

} // namespace

std::shared_ptr<TemplateObject> findTemplateMethod(
    const TemplateValue& object, std::string_view name)
{
    const auto bound = [&](const auto& methods) -> std::shared_ptr<TemplateObject> {
        const auto found = std::ranges::find(methods, name, &Method::name);
        return found == methods.end() ? nullptr : std::make_shared<BoundMethod>(object, *found);
    };
    if (object.asText())
        return bound(textMethods);
    if (object.asDict())
        return bound(dictMethods);
    return object.asList() ? bound(listMethods) : nullptr;
}

} // namespace engine
