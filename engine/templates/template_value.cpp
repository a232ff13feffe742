#include "engine/templates/template_value.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>

namespace engine {

void TemplateText::append(std::string_view bytes, Origin origin)
{
    if (bytes.empty())
        return;
    const size_t begin = m_bytes.size();
    m_bytes += bytes;
    if (origin == Origin::Template)
        return;
    if (!m_data.empty() && m_data.back().end == begin)
        m_data.back().end = m_bytes.size();
    else
        m_data.push_back({begin, m_bytes.size()});
}

void TemplateText::append(const TemplateText& other)
{
    const size_t offset = m_bytes.size();
    m_bytes += other.m_bytes;
    for (const TextRange& range : other.m_data) {
        if (!m_data.empty() && m_data.back().end == range.begin + offset)
            m_data.back().end = range.end + offset;
        else
            m_data.push_back({range.begin + offset, range.end + offset});
    }
}

TemplateText TemplateText::slice(size_t begin, size_t end) const
{
    TemplateText part;
    part.m_bytes = m_bytes.substr(begin, end - begin);
    const auto endsAfter = [](size_t at, const TextRange& range) { return at < range.end; };
    auto range = std::upper_bound(m_data.begin(), m_data.end(), begin, endsAfter);
    for (; range != m_data.end() && range->begin < end; ++range)
        part.m_data.push_back(
            {std::max(range->begin, begin) - begin, std::min(range->end, end) - begin});
    return part;
}

TemplateText::Origin TemplateText::originAt(size_t byte) const
{
    const auto endsAfter = [](size_t at, const TextRange& range) { return at < range.end; };
    const auto range = std::upper_bound(m_data.begin(), m_data.end(), byte, endsAfter);
    return range != m_data.end() && range->begin <= byte ? Origin::Data : Origin::Template;
}

size_t characterLength(std::string_view text, size_t at)
{
    const base::Utf8Character character = base::utf8At(text, at);
    return character.state == base::Utf8Character::State::Whole ? character.length : 1;
}

std::vector<size_t> characterStarts(std::string_view text)
{
    std::vector<size_t> starts;
    for (size_t at = 0; at < text.size(); at += characterLength(text, at))
        starts.push_back(at);
    starts.push_back(text.size());
    return starts;
}

size_t countCharacters(std::string_view text)
{
    size_t count = 0;
    for (size_t at = 0; at < text.size(); at += characterLength(text, at))
        ++count;
    return count;
}

char32_t codePoint(std::string_view character)
{
    return character.empty() ? U'\uFFFD' : base::utf8At(character, 0).value;
}

bool isTemplateSpace(char32_t point)
{
    return (point >= 0x09 && point <= 0x0d) || (point >= 0x1c && point <= 0x20) || point == 0x85
        || point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a)
        || point == 0x2028 || point == 0x2029 || point == 0x202f || point == 0x205f
        || point == 0x3000;
}

namespace {

constexpr int maxDepth = 64; // of values in values; bounds all recursion over them
constexpr size_t maxTextBytes = 4 << 20;
constexpr size_t maxTupleKeyBytes = 64 << 10;

int checkedDepth(int inner)
{
    if (inner >= maxDepth)
        failRun("its values are nested too deeply");
    return inner + 1;
}

} // namespace

std::string templateDigits(TemplateInteger integer, int base)
{
    __extension__ typedef unsigned __int128 Unsigned;
    Unsigned rest = integer < 0 ? -Unsigned(integer) : Unsigned(integer);
    std::string digits;
    do
        digits += "0123456789abcdef"[size_t(rest % Unsigned(base))];
    while ((rest /= Unsigned(base)) > 0);
    if (integer < 0)
        digits += '-';
    std::ranges::reverse(digits);
    return digits;
}

std::optional<TemplateInteger> parseTemplateDigits(std::string_view digits, int base)
{
    TemplateInteger integer = 0;
    for (const char digit : digits) {
        const int value = base::isDigit(digit) ? digit - '0'
            : digit >= 'a' && digit <= 'z'     ? digit - 'a' + 10
            : digit >= 'A' && digit <= 'Z'     ? digit - 'A' + 10
                                               : 36;
        if (value >= base || __builtin_mul_overflow(integer, base, &integer)
            || __builtin_add_overflow(integer, value, &integer))
            return std::nullopt;
    }
    return digits.empty() ? std::nullopt : std::optional(integer);
}

namespace {

template <typename Value>
std::string exactly(const char* format, Value value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

} // namespace

std::optional<std::string> hashableName(const TemplateValue& key)
{
    if (const TemplateText* text = key.asText())
        return "s" + text->bytes();
    if (const auto integer = key.asInteger())
        return "n" + templateDigits(*integer);
    if (const auto number = key.asNumber()) {
        const bool isWhole = std::abs(*number) < 1e18 && *number == std::floor(*number);
        return "n" + (isWhole ? templateDigits(TemplateInteger(*number)) : exactly("%a", *number));
    }
    if (key.isNone())
        return "none";
    if (key.isUndefined())
        return "undefined";
    if (const TemplateObject* object = key.asObject())
        return "o" + exactly("%p", static_cast<const void*>(object));
    const TemplateList* list = key.asList();
    const bool isRange = list && list->kind() == TemplateList::Kind::Range;
    if (!list || (!list->isTuple() && !isRange))
        return std::nullopt;
    std::string name = isRange ? "r" : "t";
    for (const TemplateValue& item : list->items()) {
        const auto part = hashableName(item);
        if (!part)
            return std::nullopt;
        name += std::to_string(part->size()) + ":" + *part;
        if (name.size() > maxTupleKeyBytes) // a tuple may contain another one twice, and so on
            failRun("a key of a dict is too long");
    }
    return name;
}

void failRun(std::string message)
{
    throw TemplateFailure{std::move(message)};
}

void TemplateBudget::spend(size_t steps)
{
    if (steps > m_left)
        failRun("it takes too many steps");
    m_left -= steps;
}

void TemplateBudget::checkLength(size_t bytes)
{
    if (bytes > maxTextBytes)
        failRun("its text becomes longer than 4 MiB");
}

std::optional<TemplateValue> TemplateObject::attribute(std::string_view) const
{
    return std::nullopt;
}

TemplateValue TemplateObject::call(const TemplateArguments&, TemplateBudget&)
{
    failRun("'" + typeName() + "' object is not callable");
}

TemplateText TemplateObject::toText(TemplateBudget&) const
{
    return TemplateText("<" + typeName() + ">");
}

TemplateIterator::TemplateIterator(TemplateValues items)
    : m_items(std::move(items))
{
    for (const TemplateValue& item : m_items)
        m_depth = std::max(m_depth, item.depth());
    m_depth = checkedDepth(m_depth);
}

std::optional<TemplateValue> TemplateIterator::next()
{
    return m_next < m_items.size() ? std::optional(m_items[m_next++]) : std::nullopt;
}

TemplateValues TemplateIterator::takeRest()
{
    const auto begin = m_items.begin() + std::ptrdiff_t(m_next);
    m_next = m_items.size();
    return {begin, m_items.end()};
}

TemplateValue TemplateValue::undefined(std::string cause)
{
    return TemplateValue(Undefined{std::make_shared<const std::string>(std::move(cause))});
}

TemplateValue TemplateValue::text(TemplateText value)
{
    TemplateBudget::checkLength(value.size());
    return TemplateValue(std::make_shared<const TemplateText>(std::move(value)));
}

TemplateValue TemplateValue::list(std::vector<TemplateValue> items)
{
    return sequence(
        std::make_shared<const TemplateList>(std::move(items), TemplateList::Kind::List));
}

TemplateValue TemplateValue::tuple(std::vector<TemplateValue> items)
{
    return sequence(
        std::make_shared<const TemplateList>(std::move(items), TemplateList::Kind::Tuple));
}

TemplateValue TemplateValue::iterator(std::vector<TemplateValue> items)
{
    return object(std::make_shared<TemplateIterator>(std::move(items)));
}

TemplateValue TemplateValue::sequence(std::shared_ptr<const TemplateList> list)
{
    return TemplateValue(std::move(list));
}

TemplateValue TemplateValue::dict(std::vector<std::pair<TemplateValue, TemplateValue>> entries)
{
    return TemplateValue(std::make_shared<const TemplateDict>(std::move(entries)));
}

TemplateValue TemplateValue::object(std::shared_ptr<TemplateObject> object)
{
    return TemplateValue(std::move(object));
}

const TemplateText* TemplateValue::asText() const
{
    const auto* held = std::get_if<std::shared_ptr<const TemplateText>>(&m_storage);
    return held ? held->get() : nullptr;
}

const TemplateList* TemplateValue::asList() const
{
    const auto* held = std::get_if<std::shared_ptr<const TemplateList>>(&m_storage);
    return held ? held->get() : nullptr;
}

const TemplateDict* TemplateValue::asDict() const
{
    const auto* held = std::get_if<std::shared_ptr<const TemplateDict>>(&m_storage);
    return held ? held->get() : nullptr;
}

TemplateObject* TemplateValue::asObject() const
{
    const auto* held = std::get_if<std::shared_ptr<TemplateObject>>(&m_storage);
    return held ? held->get() : nullptr;
}

std::optional<TemplateInteger> TemplateValue::asInteger() const
{
    if (const bool* flag = std::get_if<bool>(&m_storage))
        return *flag ? 1 : 0;
    if (const auto* integer = std::get_if<TemplateInteger>(&m_storage))
        return *integer;
    return std::nullopt;
}

std::optional<int64_t> TemplateValue::asPosition() const
{
    using Limits = std::numeric_limits<int64_t>;
    const auto integer = asInteger();
    return integer ? std::optional(
               int64_t(std::clamp<TemplateInteger>(*integer, Limits::min(), Limits::max())))
                   : std::nullopt;
}

std::optional<double> TemplateValue::asNumber() const
{
    if (const double* number = std::get_if<double>(&m_storage))
        return *number;
    if (const auto integer = asInteger())
        return double(*integer);
    return std::nullopt;
}

bool TemplateValue::isTrue() const
{
    if (const auto number = asNumber())
        return *number != 0;
    if (const TemplateText* text = asText())
        return !text->empty();
    if (const TemplateList* list = asList())
        return !list->items().empty();
    if (const TemplateDict* dict = asDict())
        return !dict->entries().empty();
    return asObject() != nullptr;
}

int TemplateValue::depth() const
{
    if (const TemplateList* list = asList())
        return list->depth();
    if (const TemplateDict* dict = asDict())
        return dict->depth();
    const TemplateObject* object = asObject();
    return object ? object->depth() : 0;
}

std::string TemplateValue::typeName() const
{
    if (isUndefined())
        return "Undefined";
    if (isNone())
        return "NoneType";
    if (isBoolean())
        return "bool";
    if (isInteger())
        return "int";
    if (isFloat())
        return "float";
    if (asText())
        return "str";
    if (asDict())
        return "dict";
    static constexpr const char* lists[]{
        "list", "tuple", "_GroupTuple", "range", "dict_keys", "dict_values", "dict_items"};
    if (const TemplateList* list = asList())
        return lists[size_t(list->kind())];
    return asObject()->typeName();
}

const std::string& TemplateValue::undefinedCause() const
{
    static const std::string unknown = "a value is undefined";
    const auto* undefined = std::get_if<Undefined>(&m_storage);
    return undefined && undefined->cause ? *undefined->cause : unknown;
}

TemplateList::TemplateList(TemplateValues items, Kind kind)
    : m_items(std::move(items))
    , m_kind(kind)
{
    int inner = 0;
    for (const TemplateValue& item : m_items)
        inner = std::max(inner, item.depth());
    m_depth = checkedDepth(inner);
}

namespace {

std::string requireHashable(const TemplateValue& key)
{
    if (auto name = hashableName(key))
        return *std::move(name);
    failRun("unhashable type: '" + key.typeName() + "'");
}

} // namespace

TemplateDict::TemplateDict(Entries entries)
{
    int inner = 0;
    for (auto& [key, value] : entries) {
        inner = std::max(inner, value.depth());
        const auto [index, isNew] = m_index.try_emplace(requireHashable(key), m_entries.size());
        if (isNew)
            m_entries.emplace_back(std::move(key), std::move(value));
        else
            m_entries[index->second].second = std::move(value);
    }
    m_depth = checkedDepth(inner);
}

const TemplateValue* TemplateDict::find(const TemplateValue& key) const
{
    const auto found = m_index.find(requireHashable(key));
    return found == m_index.end() ? nullptr : &m_entries[found->second].second;
}

const TemplateValue* TemplateDict::find(std::string_view key) const
{
    const auto found = m_index.find("s" + std::string(key));
    return found == m_index.end() ? nullptr : &m_entries[found->second].second;
}

const TemplateValue* TemplateArguments::find(size_t position, std::string_view name) const
{
    if (position < positional.size())
        return &positional[position];
    for (const auto& [key, value] : named) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

const TemplateValue& TemplateArguments::require(size_t position, std::string_view name) const
{
    if (const TemplateValue* found = find(position, name))
        return *found;
    failRun("the argument '" + std::string(name) + "' is missing");
}

bool TemplateArguments::flag(size_t position, std::string_view name, bool fallback) const
{
    const TemplateValue* found = find(position, name);
    return found ? found->isTrue() : fallback;
}

int64_t TemplateArguments::integer(size_t position, std::string_view name, int64_t fallback) const
{
    const TemplateValue* found = find(position, name);
    if (!found || found->isNone())
        return fallback;
    if (const auto integer = found->asPosition())
        return *integer;
    failRun("the argument '" + std::string(name) + "' must be an integer");
}

} // namespace engine
