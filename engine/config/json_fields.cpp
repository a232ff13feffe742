#include "engine/config/json_fields.h"

#include "base/error.h"
#include "base/utf8.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

namespace {

std::optional<int64_t> integerIn(const json& value)
{
    if (value.is_number_unsigned()
        && value.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max()))
        return std::nullopt;
    if (!value.is_number_integer())
        return std::nullopt;
    return value.get<int64_t>();
}

bool isInfinity(const json& value)
{
    const auto text = value.is_object() ? value.find("__float__") : value.end();
    return value.is_object() && text != value.end() && *text == "Infinity";
}

bool saysSomething(const json& value)
{
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_number())
        return value.get<double>() != 0;
    if (value.is_string())
        return !value.get_ref<const std::string&>().empty();
    return !value.empty(); // null is
}

} // namespace

JsonFields::JsonFields(const json& object, std::string source)
    : m_object(&object)
    , m_source(std::move(source))
{
    if (!object.is_object())
        throw Error(ErrorKind::BadFile, m_source + " must contain a JSON object");
}

const json* JsonFields::find(std::string_view key) const
{
    m_asked->insert(m_path + std::string(key));
    if (!m_object)
        return nullptr;
    const auto position = m_object->find(key);
    return position == m_object->end() || position->is_null() ? nullptr : &*position;
}

void JsonFields::refuse(std::string_view key, std::string_view expected) const
{
    throw Error(ErrorKind::BadFile,
        m_source + " must have " + std::string(expected) + " as " + m_path + base::printable(key));
}

bool JsonFields::has(std::string_view key) const
{
    return find(key) != nullptr;
}

std::vector<std::string> JsonFields::unread() const
{
    std::vector<std::string> unread;
    if (m_object)
        addUnread(unread, *m_object, {});
    return unread;
}

void JsonFields::addUnread(
    std::vector<std::string>& unread, const json& object, const std::string& path) const
{
    for (const auto& [key, value] : object.items()) {
        const std::string whole = m_path + path + key;
        if (!m_asked->contains(whole)) {
            if (saysSomething(value))
                unread.push_back(path + key);
        } else if (value.is_object() && m_asked->contains(whole + ".")) {
            addUnread(unread, value, path + key + ".");
        }
    }
}

bool JsonFields::isNull(std::string_view key) const
{
    if (!m_object)
        return false;
    const auto position = m_object->find(key);
    return position != m_object->end() && position->is_null();
}

JsonFields JsonFields::object(std::string_view key) const
{
    JsonFields inner = *this;
    inner.m_object = find(key);
    inner.m_path = m_path + std::string(key) + ".";
    m_asked->insert(inner.m_path);
    if (inner.m_object && !inner.m_object->is_object())
        refuse(key, "an object");
    return inner;
}

JsonFields JsonFields::glance(std::string_view key) const
{
    JsonFields other = *this;
    other.m_asked = std::make_shared<std::set<std::string>>();
    return other.object(key);
}

std::optional<int64_t> JsonFields::integer(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    const auto integer = integerIn(*value);
    if (!integer)
        refuse(key, "an integer");
    return integer;
}

std::optional<double> JsonFields::number(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->is_number())
        refuse(key, "a number");
    return value->get<double>();
}

std::optional<bool> JsonFields::boolean(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->is_boolean())
        refuse(key, "true or false");
    return value->get<bool>();
}

std::optional<std::string> JsonFields::text(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->is_string())
        refuse(key, "a text");
    return value->get<std::string>();
}

bool JsonFields::isText(std::string_view key) const
{
    const json* value = find(key);
    return value && value->is_string();
}

std::optional<std::vector<double>> JsonFields::numbers(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->is_array())
        refuse(key, "a list of numbers");
    std::vector<double> numbers;
    for (const json& element : *value) {
        if (!element.is_number() && !isInfinity(element))
            refuse(key, "a list of numbers");
        numbers.push_back(
            isInfinity(element) ? std::numeric_limits<double>::infinity() : element.get<double>());
    }
    return numbers;
}

std::optional<std::vector<int64_t>> JsonFields::integers(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    std::vector<int64_t> integers;
    const json list = value->is_array() ? *value : json::array({*value});
    for (const json& element : list) {
        const auto integer = integerIn(element);
        if (!integer)
            refuse(key, "an integer or a list of integers");
        integers.push_back(*integer);
    }
    return integers;
}

std::optional<std::vector<std::string>> JsonFields::texts(std::string_view key) const
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (value->is_string())
        return std::vector{value->get<std::string>()};
    if (!value->is_array())
        refuse(key, "a list of strings");
    std::vector<std::string> texts;
    for (const json& element : *value) {
        if (!element.is_string())
            refuse(key, "a list of strings");
        texts.push_back(element.get<std::string>());
    }
    return texts;
}

} // namespace engine
