#include "engine/templates/template_value.h"

#include "base/utf8.h"

#include <algorithm>
#include <cmath>

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

int checkedDepth(int inner)
{
    if (inner >= maxDepth)
        failRun("its values are nested too deeply");
    return inner + 1;
}

// Equal keys have equal names: in Python 1, 1.0 and True are the same key.
std::string keyName(const TemplateValue& key)
{
    if (const TemplateText* text = key.asText())
        return "s" + text->bytes();
    if (const auto number = key.asNumber())
        return "n" + std::to_string(*number);
    if (key.isNone())
        return "none";
    if (key.isUndefined())
        return "undefined";
    failRun("a key of a dict must be a text or a number, not '" + key.typeName() + "'");
}

} // namespace

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

TemplateValue TemplateValue::undefined(std::string cause)
{
    return TemplateValue(Undefined{std::make_shared<const std::string>(std::move(cause))});
}

TemplateValue TemplateValue::text(TemplateText value)
{
    TemplateBudget::checkLength(value.size());
    return TemplateValue(std::make_shared<const TemplateText>(std::move(value)));
}

TemplateValue TemplateValue::list(std::vector<TemplateValue> items, bool isTuple)
{
    return TemplateValue(std::make_shared<const TemplateList>(std::move(items), isTuple));
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

std::optional<int64_t> TemplateValue::asInteger() const
{
    if (const bool* flag = std::get_if<bool>(&m_storage))
        return *flag ? 1 : 0;
    if (const int64_t* integer = std::get_if<int64_t>(&m_storage))
        return *integer;
    return std::nullopt;
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
        return "None";
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
    if (const TemplateList* list = asList())
        return list->isTuple() ? "tuple" : "list";
    return asObject()->typeName();
}

const std::string& TemplateValue::undefinedCause() const
{
    static const std::string unknown = "a value is undefined";
    const auto* undefined = std::get_if<Undefined>(&m_storage);
    return undefined && undefined->cause ? *undefined->cause : unknown;
}

TemplateList::TemplateList(TemplateValues items, bool isTuple)
    : m_items(std::move(items))
    , m_isTuple(isTuple)
{
    int inner = 0;
    for (const TemplateValue& item : m_items)
        inner = std::max(inner, item.depth());
    m_depth = checkedDepth(inner);
}

TemplateDict::TemplateDict(Entries entries)
{
    int inner = 0;
    for (auto& [key, value] : entries) {
        inner = std::max(inner, value.depth());
        const auto [index, isNew] = m_index.try_emplace(keyName(key), m_entries.size());
        if (isNew)
            m_entries.emplace_back(std::move(key), std::move(value));
        else
            m_entries[index->second].second = std::move(value);
    }
    m_depth = checkedDepth(inner);
}

const TemplateValue* TemplateDict::find(const TemplateValue& key) const
{
    const auto found = m_index.find(keyName(key));
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
    if (const auto integer = found->asInteger())
        return *integer;
    failRun("the argument '" + std::string(name) + "' must be an integer");
}

} // namespace engine
