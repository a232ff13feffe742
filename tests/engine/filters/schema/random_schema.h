#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// Makes up schemas, and values of the kind they speak of.
class RandomSchema {
public:
    using Json = nlohmann::ordered_json;

    explicit RandomSchema(unsigned seed)
        : m_numbers(seed)
    {
    }

    Json schema()
    {
        Json root = part(0);
        if (root.is_boolean())
            root = {{"allOf", {root}}};
        root["$defs"] = {{"x", part(2)}, {"y", part(2)}};
        return root;
    }

    Json value(int depth = 0)
    {
        switch (below(depth < 2 ? 7 : 5)) {
        case 0:
            return nullptr;
        case 1:
            return chance(50);
        case 2:
            return oneOf(Json{0, 1, 2, 3, -1, 10});
        case 3:
            return oneOf(Json{0.5, 1.5, -2.25});
        case 4:
            return oneOf(Json{"", "a", "b", "ab", "abc", "x1"});
        case 5: {
            Json list = Json::array();
            for (int items = below(4); items > 0; --items)
                list.push_back(value(depth + 1));
            return list;
        }
        default: {
            Json object = Json::object();
            for (const char* name : names)
                if (chance(40))
                    object[name] = value(depth + 1);
            return object;
        }
        }
    }

private:
    static constexpr const char* names[] = {"a", "b", "c", "d"};

    int below(int end) { return int(m_numbers() % unsigned(end)); }
    bool chance(int percent) { return below(100) < percent; }
    Json oneOf(const Json& list) { return list[size_t(below(int(list.size())))]; }
    Json pattern()
    {
        return oneOf(
            Json{"^a", "b$", "^[ab]+$", "c", "^.{2}$", "[0-9]", "^[^a]*$", "^$", "^x?b*$"});
    }
    Json name() { return names[below(4)]; }
    Json parts(int depth)
    {
        Json list = Json::array();
        for (int items = 1 + below(3); items > 0; --items)
            list.push_back(part(depth + 1));
        return list;
    }

    Json part(int depth)
    {
        if (depth > 3 || chance(6))
            return oneOf(Json{true, false, Json::object(), {{"type", "string"}},
                {{"type", "integer"}}, {{"const", "a"}}});
        if (chance(6))
            return {{"$ref", chance(50) ? "#/$defs/x" : "#/$defs/y"}};
        Json schema = Json::object();
        const Json types = {"string", "number", "integer", "boolean", "null", "array", "object"};
        const std::string type = chance(75) ? oneOf(types).get<std::string>() : "";
        if (!type.empty())
            schema["type"] = type;
        if (chance(8))
            schema["enum"] = {value(1), value(1), value(1)};
        if (type.empty() || type == "string")
            addText(schema);
        if (type.empty() || type == "number" || type == "integer")
            addNumber(schema);
        if (type.empty() || type == "array")
            addArray(schema, depth);
        if (type.empty() || type == "object")
            addObject(schema, depth);
        addLogic(schema, depth);
        return schema;
    }

    void addText(Json& schema)
    {
        if (chance(15))
            schema["minLength"] = below(3);
        if (chance(15))
            schema["maxLength"] = 1 + below(3);
        if (chance(20))
            schema["pattern"] = pattern();
    }

    void addNumber(Json& schema)
    {
        if (chance(20))
            schema["minimum"] = oneOf(Json{0, 1, -1, 0.5});
        if (chance(20))
            schema["maximum"] = oneOf(Json{3, 10, 2.5});
        if (chance(10))
            schema["exclusiveMinimum"] = oneOf(Json{0, -1.5});
        if (chance(10))
            schema["exclusiveMaximum"] = oneOf(Json{3, 2.5});
        if (chance(15))
            schema["multipleOf"] = oneOf(Json{2, 3, 0.5, 0.25});
    }

    void addArray(Json& schema, int depth)
    {
        if (chance(40))
            schema["items"] = part(depth + 1);
        if (chance(20))
            schema["prefixItems"] = parts(depth);
        if (chance(15))
            schema["contains"] = part(depth + 1);
        if (chance(20))
            schema["minItems"] = below(3);
        if (chance(20))
            schema["maxItems"] = 1 + below(3);
    }

    void addObject(Json& schema, int depth)
    {
        for (const char* name : names)
            if (chance(35))
                schema["properties"][name] = part(depth + 1);
        if (chance(30))
            schema["required"] = {name()};
        if (chance(30))
            schema["additionalProperties"] = chance(50) ? Json(false) : part(depth + 1);
        if (chance(15))
            schema["patternProperties"][pattern().get<std::string>()] = part(depth + 1);
        if (chance(8))
            schema["propertyNames"] = {{"maxLength", 2}};
        if (chance(8))
            schema["minProperties"] = below(3);
        if (chance(8))
            schema["maxProperties"] = 1 + below(3);
        if (chance(8))
            schema["dependentRequired"][name().get<std::string>()] = {name()};
        if (chance(6))
            schema["dependentSchemas"][name().get<std::string>()] = part(depth + 2);
    }

    void addLogic(Json& schema, int depth)
    {
        if (chance(8))
            schema["allOf"] = parts(depth);
        if (chance(8))
            schema["anyOf"] = parts(depth);
        if (chance(10))
            schema["oneOf"] = parts(depth);
        if (chance(8))
            schema["not"] = part(depth + 1);
        if (!chance(5))
            return;
        schema["if"] = part(depth + 1);
        schema["then"] = part(depth + 1);
        schema["else"] = part(depth + 1);
    }

    std::mt19937 m_numbers;
};

} // namespace tests
