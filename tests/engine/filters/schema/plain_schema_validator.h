#pragma once

#include "base/utf8.h"
#include "engine/filters/character_set.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <string>

namespace tests {

/// JSON Schema 2020-12 in the plainest form: whether a value is valid, straight from the standard.
/// Numbers are doubles; references lead to #/$defs/….
class PlainSchemaValidator {
public:
    using Json = nlohmann::ordered_json;

    explicit PlainSchemaValidator(Json root)
        : m_root(std::move(root))
    {
    }

    /// Nothing if a schema refers to itself without end.
    std::optional<bool> isValid(const Json& value) const
    {
        m_depth = 0;
        try {
            return isValid(m_root, value);
        } catch (const Endless&) {
            return std::nullopt;
        }
    }

private:
    struct Endless { };

    bool isValid(const Json& schema, const Json& value) const
    {
        if (schema.is_boolean())
            return schema.get<bool>();
        if (m_depth > 500)
            throw Endless();
        ++m_depth;
        const bool isRight = holds(schema, value);
        --m_depth;
        return isRight;
    }

    bool holds(const Json& schema, const Json& value) const
    {
        return hasType(schema, value) && combines(schema, value) && isNumber(schema, value)
            && isText(schema, value) && isArray(schema, value) && isObject(schema, value);
    }

    static bool isOfType(const std::string& type, const Json& value)
    {
        if (type == "integer")
            return value.is_number() && std::floor(value.get<double>()) == value.get<double>();
        return type == "null"   ? value.is_null()
            : type == "boolean" ? value.is_boolean()
            : type == "number"  ? value.is_number()
            : type == "string"  ? value.is_string()
            : type == "array"   ? value.is_array()
                                : value.is_object();
    }

    static bool hasType(const Json& schema, const Json& value)
    {
        if (schema.contains("enum")) {
            bool isAny = false;
            for (const Json& item : schema["enum"])
                isAny |= equal(item, value);
            if (!isAny)
                return false;
        }
        if (schema.contains("const") && !equal(schema["const"], value))
            return false;
        if (!schema.contains("type"))
            return true;
        if (schema["type"].is_string())
            return isOfType(schema["type"], value);
        bool isAny = false;
        for (const Json& type : schema["type"])
            isAny |= isOfType(type, value);
        return isAny;
    }

    // Members in any order.
    static bool equal(const Json& a, const Json& b)
    {
        return nlohmann::json::parse(a.dump()) == nlohmann::json::parse(b.dump());
    }

    int countValid(const Json& schemas, const Json& value) const
    {
        int count = 0;
        for (const Json& schema : schemas)
            count += isValid(schema, value);
        return count;
    }

    bool combines(const Json& schema, const Json& value) const
    {
        if (schema.contains("$ref")) {
            const std::string name = schema["$ref"].get<std::string>().substr(8);
            if (!isValid(m_root["$defs"][name], value))
                return false;
        }
        if (schema.contains("allOf")
            && countValid(schema["allOf"], value) != int(schema["allOf"].size()))
            return false;
        if (schema.contains("anyOf") && countValid(schema["anyOf"], value) == 0)
            return false;
        if (schema.contains("oneOf") && countValid(schema["oneOf"], value) != 1)
            return false;
        if (schema.contains("not") && isValid(schema["not"], value))
            return false;
        if (!schema.contains("if"))
            return true;
        const char* branch = isValid(schema["if"], value) ? "then" : "else";
        return !schema.contains(branch) || isValid(schema[branch], value);
    }

    static bool isNumber(const Json& schema, const Json& value)
    {
        if (!value.is_number())
            return true;
        const double number = value.get<double>();
        const auto bound
            = [&](const char* name, double other) { return schema.value(name, other); };
        if (number < bound("minimum", number) || number > bound("maximum", number)
            || number <= bound("exclusiveMinimum", -1e300)
            || number >= bound("exclusiveMaximum", 1e300))
            return false;
        const double times = number / bound("multipleOf", 1);
        return !schema.contains("multipleOf") || std::floor(times) == times;
    }

    static size_t characters(const std::string& text) { return base::decodeUtf8(text).size(); }

    static bool matches(const std::string& text, const std::string& pattern)
    {
        const auto wide = [](const std::u32string& characters) {
            return std::wstring(characters.begin(), characters.end());
        };
        return std::regex_search(
            wide(base::decodeUtf8(text)), std::wregex(wide(base::decodeUtf8(pattern))));
    }

    static bool isText(const Json& schema, const Json& value)
    {
        if (!value.is_string())
            return true;
        const std::string text = value;
        return characters(text) >= schema.value("minLength", size_t(0))
            && characters(text) <= schema.value("maxLength", ~size_t(0))
            && (!schema.contains("pattern") || matches(text, schema["pattern"]));
    }

    bool isArray(const Json& schema, const Json& value) const
    {
        if (!value.is_array())
            return true;
        if (value.size() < schema.value("minItems", size_t(0))
            || value.size() > schema.value("maxItems", ~size_t(0)))
            return false;
        size_t index = 0;
        if (schema.contains("prefixItems"))
            for (; index < schema["prefixItems"].size() && index < value.size(); ++index)
                if (!isValid(schema["prefixItems"][index], value[index]))
                    return false;
        for (; schema.contains("items") && index < value.size(); ++index)
            if (!isValid(schema["items"], value[index]))
                return false;
        bool contains = !schema.contains("contains");
        for (const Json& item : value)
            contains |= !contains && isValid(schema["contains"], item);
        return contains;
    }

    bool isObject(const Json& schema, const Json& value) const
    {
        if (!value.is_object())
            return true;
        if (value.size() < schema.value("minProperties", size_t(0))
            || value.size() > schema.value("maxProperties", ~size_t(0)))
            return false;
        const Json required = schema.value("required", Json::array());
        const Json names = schema.value("dependentRequired", Json::object());
        const Json schemas = schema.value("dependentSchemas", Json::object());
        for (const Json& name : required)
            if (!value.contains(name.get<std::string>()))
                return false;
        for (const auto& [name, member] : value.items())
            if (!isMember(schema, name, member))
                return false;
        for (const auto& [name, needed] : names.items())
            for (const Json& other : needed)
                if (value.contains(name) && !value.contains(other.get<std::string>()))
                    return false;
        for (const auto& [name, needed] : schemas.items())
            if (value.contains(name) && !isValid(needed, value))
                return false;
        return true;
    }

    bool isMember(const Json& schema, const std::string& name, const Json& member) const
    {
        bool isKnown = false;
        if (schema.contains("properties") && schema["properties"].contains(name)) {
            isKnown = true;
            if (!isValid(schema["properties"][name], member))
                return false;
        }
        const Json patterns = schema.value("patternProperties", Json::object());
        for (const auto& [pattern, part] : patterns.items()) {
            if (!matches(name, pattern))
                continue;
            isKnown = true;
            if (!isValid(part, member))
                return false;
        }
        if (schema.contains("propertyNames") && !isValid(schema["propertyNames"], Json(name)))
            return false;
        return isKnown || !schema.contains("additionalProperties")
            || isValid(schema["additionalProperties"], member);
    }

    Json m_root;
    mutable int m_depth = 0; // of schemas within schemas
};

} // namespace tests
