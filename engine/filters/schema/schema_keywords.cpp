#include "engine/filters/schema/schema_keywords.h"

#include "engine/filters/pattern_regex.h"
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/schema/schema_text_set.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using Json = SchemaJson::Kind;

constexpr uint8_t bit(JsonType type)
{
    return uint8_t(1 << int(type));
}

constexpr uint8_t allTypes = 0x3F;

} // namespace

const std::unordered_map<std::string_view, SchemaKeywords::Keyword>& SchemaKeywords::keywordTable()
{
    using Self = SchemaKeywords;
    constexpr uint8_t texts = bit(JsonType::String), numbers = bit(JsonType::Number);
    constexpr uint8_t arrays = bit(JsonType::Array), objects = bit(JsonType::Object);
    static const std::unordered_map<std::string_view, Keyword> table = {
        {"const", {1, allTypes, &Self::readConst}},
        {"enum", {1, allTypes, &Self::readEnum}},
        {"minLength", {2, texts, &Self::readMinLength}},
        {"maxLength", {2, texts, &Self::readMaxLength}},
        {"pattern", {2, texts, &Self::readPattern}},
        {"format", {2, texts, &Self::readFormat}},
        {"minimum", {2, numbers, &Self::readMinimum}},
        {"maximum", {2, numbers, &Self::readMaximum}},
        {"exclusiveMinimum", {2, numbers, &Self::readExclusiveMinimum}},
        {"exclusiveMaximum", {2, numbers, &Self::readExclusiveMaximum}},
        {"multipleOf", {2, numbers, &Self::readMultipleOf}},
        {"prefixItems", {2, arrays, &Self::readPrefixItems}},
        {"items", {2, arrays, &Self::readItems}},
        {"additionalItems", {2, arrays, &Self::readAdditionalItems}},
        {"contains", {2, arrays, &Self::readContains}},
        {"minItems", {2, arrays, &Self::readMinItems}},
        {"maxItems", {2, arrays, &Self::readMaxItems}},
        {"uniqueItems", {2, arrays, &Self::readUniqueItems}},
        {"unevaluatedItems", {2, arrays, &Self::readUnevaluatedItems}},
        {"properties", {3, objects, &Self::readProperties}},
        {"patternProperties", {4, objects, &Self::readPatternProperties}},
        {"additionalProperties", {5, objects, &Self::readAdditionalProperties}},
        {"unevaluatedProperties", {5, objects, &Self::readUnevaluatedProperties}},
        {"propertyNames", {5, objects, &Self::readPropertyNames}},
        {"required", {6, objects, &Self::readRequired}},
        {"minProperties", {6, objects, &Self::readMinProperties}},
        {"maxProperties", {6, objects, &Self::readMaxProperties}},
        {"$ref", {7, allTypes, &Self::readReference}},
        {"$dynamicRef", {7, allTypes, &Self::readDynamicReference}},
        {"$recursiveRef", {7, allTypes, &Self::readDynamicReference}},
        {"allOf", {8, allTypes, &Self::readAllOf}},
        {"dependencies", {9, objects, &Self::readDependencies}},
        {"dependentRequired", {9, objects, &Self::readDependencies}},
        {"dependentSchemas", {9, objects, &Self::readDependencies}},
        {"if", {9, allTypes, &Self::readIf}},
        {"not", {9, allTypes, &Self::readNot}},
        {"oneOf", {9, allTypes, &Self::readOneOf}},
        {"anyOf", {9, allTypes, &Self::readAnyOf}},
    };
    return table;
}

void SchemaKeywords::readType(Reading& reading, const SchemaJson& value) const
{
    static constexpr std::array<std::string_view, 6> names
        = {"null", "boolean", "number", "string", "array", "object"};
    const auto add = [&](const SchemaJson& name) {
        const auto found = std::find(names.begin(), names.end(), expected(name, Json::String).text);
        if (found != names.end())
            reading.types |= uint8_t(1 << (found - names.begin()));
        else if (name.text != "integer")
            refuseMalformed(name, "a type (null, boolean, number, integer, string, array, object)");
        if (name.text == "integer")
            reading.onlyWhole = true;
    };
    reading.types = 0;
    if (value.is(Json::Array))
        std::for_each(value.items.begin(), value.items.end(), [&](auto* name) { add(*name); });
    else
        add(value);
    if (reading.types & bit(JsonType::Number))
        reading.onlyWhole = false;
    if (reading.onlyWhole)
        reading.types |= bit(JsonType::Number);
}

const SchemaKeywords::Reading& SchemaKeywords::reading(const SchemaJson& schema)
{
    const auto [found, isNew] = m_readings.try_emplace(&schema);
    Reading& reading = found->second;
    if (!isNew)
        return reading;
    const auto& table = keywordTable();
    if (schema.is(Json::Boolean)) {
        reading.types = schema.boolean ? allTypes : 0;
        return reading;
    }
    if (m_references.refStandsAlone()) {
        const SchemaJson* reference = schema.find("$ref");
        if (reference != nullptr && reference->is(Json::String)) {
            reading.entries.push_back({&table.at("$ref"), reference});
            return reading;
        }
    }
    if (!schema.is(Json::Object))
        refuseMalformed(schema, "a schema, which is an object, true or false,");
    for (const auto& [name, value] : schema.members) {
        const auto keyword = table.find(name);
        if (keyword != table.end())
            reading.entries.push_back({&keyword->second, value});
        else if (name == "type")
            readType(reading, *value);
    }
    std::stable_sort(reading.entries.begin(), reading.entries.end(),
        [](const Entry& a, const Entry& b) { return a.keyword->rank < b.keyword->rank; });
    return reading;
}

SchemaFact::All SchemaKeywords::facts(SchemaRequirement requirement, JsonType type)
{
    All facts;
    Context context{*requirement.node, type, facts};
    if (requirement.kind == SchemaRequirement::Kind::Equals) {
        addEqual(*requirement.node, context);
        return facts;
    }
    const Reading& read = reading(*requirement.node);
    if (!(read.types & bit(type)))
        return {SchemaFact()};
    if (type == JsonType::Number && read.onlyWhole) {
        SchemaFact whole;
        whole.kind = SchemaFact::Kind::NumberPasses;
        facts.push_back(whole);
    }
    for (const Entry& entry : read.entries) {
        if (!(entry.keyword->types & bit(type)))
            continue;
        try {
            (this->*entry.keyword->handler)(*entry.value, context);
        } catch (const TextSetTooLarge& reason) {
            refuseUnenforceable(*entry.value, reason.what());
        }
    }
    return facts;
}

TextSet SchemaKeywords::textsOfPattern(const std::string& pattern, const SchemaJson& location)
{
    const auto [found, isNew] = m_patterns.try_emplace(pattern);
    if (isNew) {
        try {
            found->second = textsMatching(pattern);
            m_patternStates += found->second.states();
        } catch (const PatternRefusal& refusal) {
            refuseUnenforceable(location, "the pattern \"" + pattern + "\" " + refusal.what());
        }
    }
    if (m_patternStates > maxPatternStates)
        refuseUnenforceable(location, "the patterns of the schema are too large in total");
    return found->second;
}

// Keywords that put schemas together.

namespace {

using Kind = SchemaFact::Kind;

constexpr size_t maxExclusive = 200; // schemas in one oneOf

} // namespace

void SchemaKeywords::readReference(const SchemaJson&, Context& context)
{
    context.facts.push_back(SchemaFact::meets({&m_references.target(context.schema, "$ref")}));
}

void SchemaKeywords::readDynamicReference(const SchemaJson& value, Context&)
{
    refuseUnenforceable(value, "its target depends on where it is referenced");
}

void SchemaKeywords::readAllOf(const SchemaJson& value, Context& context)
{
    for (const SchemaJson* part : expected(value, Json::Array).items)
        context.facts.push_back(SchemaFact::meets({part}));
}

void SchemaKeywords::readAnyOf(const SchemaJson& value, Context& context)
{
    std::vector<All> alternatives;
    for (const SchemaJson* part : expected(value, Json::Array).items)
        alternatives.push_back({SchemaFact::meets({part})});
    context.facts.push_back(SchemaFact::anyOf(std::move(alternatives)));
}

// Each without the others; those that can hold together with none of the others need no more.
void SchemaKeywords::readOneOf(const SchemaJson& value, Context& context)
{
    const auto& parts = expected(value, Json::Array).items;
    if (parts.size() > maxExclusive)
        refuseUnenforceable(
            value, "it may list at most " + std::to_string(maxExclusive) + " schemas");
    std::vector<All> alternatives;
    for (const SchemaJson* part : parts)
        alternatives.push_back({SchemaFact::meets({part})});
    for (size_t first = 0; first < parts.size(); ++first)
        for (size_t second = first + 1; second < parts.size(); ++second) {
            if (m_questions.areDisjoint({parts[first]}, {parts[second]}, context.type))
                continue;
            alternatives[first].push_back(
                SchemaFact::meets(SchemaRequirement{parts[second]}.opposite()));
            alternatives[second].push_back(
                SchemaFact::meets(SchemaRequirement{parts[first]}.opposite()));
        }
    context.facts.push_back(SchemaFact::anyOf(std::move(alternatives)));
}

void SchemaKeywords::readNot(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::meets(SchemaRequirement{&value}.opposite()));
}

void SchemaKeywords::readIf(const SchemaJson& value, Context& context)
{
    const auto branch = [&](SchemaRequirement condition, std::string_view keyword) {
        All facts{SchemaFact::meets(condition)};
        if (const SchemaJson* consequence = context.schema.find(keyword))
            facts.push_back(SchemaFact::meets({consequence}));
        return facts;
    };
    if (context.schema.find("then") == nullptr && context.schema.find("else") == nullptr)
        return;
    context.facts.push_back(SchemaFact::anyOf(
        {branch({&value}, "then"), branch(SchemaRequirement{&value}.opposite(), "else")}));
}

} // namespace engine
