// Keywords for arrays and objects.
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/schema/schema_keywords.h"

#include <algorithm>

namespace engine {

namespace {

using Json = SchemaJson::Kind;
using Kind = SchemaFact::Kind;

constexpr int maxReferenceDepth = 50;

SchemaFact itemFact(Kind kind, uint64_t from, const SchemaJson& schema)
{
    SchemaFact fact = SchemaFact::counted(kind, from, &schema);
    fact.requirement = {&schema};
    return fact;
}

SchemaFact memberFact(
    Kind kind, const std::string& name, SchemaRequirement requirement, const SchemaJson& location)
{
    SchemaFact fact;
    fact.kind = kind;
    fact.name = name;
    fact.requirement = requirement;
    fact.location = &location;
    return fact;
}

SchemaFact membersMeet(NameSet names, SchemaRequirement requirement, const SchemaJson& location)
{
    std::sort(names.exceptNames.begin(), names.exceptNames.end());
    SchemaFact fact = memberFact(Kind::MembersMeet, {}, requirement, location);
    fact.names = std::make_shared<NameSet>(std::move(names));
    return fact;
}

SchemaFact hasMember(const SchemaJson& name)
{
    return memberFact(
        Kind::HasMember, expected(name, Json::String).text, SchemaRequirement::always(), name);
}

// The length of the list of schemas for the first items, wherever a draft puts it.
size_t prefixLength(const SchemaJson& schema)
{
    for (const std::string_view keyword : {"prefixItems", "items"}) {
        const SchemaJson* list = schema.find(keyword);
        if (list != nullptr && list->is(Json::Array))
            return list->items.size();
    }
    return 0;
}

// Keywords next to which "unevaluated" would depend on the value.
const SchemaJson* findConditional(const SchemaJson& schema)
{
    for (const std::string_view keyword : {"anyOf", "oneOf", "if", "dependentSchemas",
             "dependencies", "$dynamicRef", "$recursiveRef"})
        if (const SchemaJson* value = schema.find(keyword))
            return value;
    return nullptr;
}

} // namespace

// --- Arrays --------------------------------------------------------------------------------------

void SchemaKeywords::readPrefixItems(const SchemaJson& value, Context& context)
{
    const auto& items = expected(value, Json::Array).items;
    for (size_t index = 0; index < items.size(); ++index)
        context.facts.push_back(itemFact(Kind::ItemMeets, index, *items[index]));
}

void SchemaKeywords::readItems(const SchemaJson& value, Context& context)
{
    if (value.is(Json::Array))
        readPrefixItems(value, context);
    else
        context.facts.push_back(itemFact(Kind::ItemsMeet, prefixLength(context.schema), value));
}

void SchemaKeywords::readAdditionalItems(const SchemaJson& value, Context& context)
{
    const SchemaJson* items = context.schema.find("items");
    if (items != nullptr && items->is(Json::Array))
        context.facts.push_back(itemFact(Kind::ItemsMeet, items->items.size(), value));
}

void SchemaKeywords::readContains(const SchemaJson& value, Context& context)
{
    if (const SchemaJson* max = context.schema.find("maxContains"))
        refuseUnenforceable(*max, "matching items cannot be counted");
    const SchemaJson* min = context.schema.find("minContains");
    const uint64_t count = min != nullptr ? countIn(*min) : 1;
    if (count > 1)
        refuseUnenforceable(*min, "matching items cannot be counted");
    if (count == 1)
        context.facts.push_back(itemFact(Kind::SomeItemMeets, 0, value));
}

void SchemaKeywords::readMinItems(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::ItemsFrom, countIn(value), &value));
}

void SchemaKeywords::readMaxItems(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::ItemsTo, countIn(value), &value));
}

void SchemaKeywords::readUniqueItems(const SchemaJson& value, Context& context)
{
    if (expected(value, Json::Boolean).boolean)
        context.facts.push_back(SchemaFact::counted(Kind::ItemsDiffer, 0, &value));
}

void SchemaKeywords::readUnevaluatedItems(const SchemaJson& value, Context& context)
{
    const SchemaJson& schema = context.schema;
    for (const std::string_view keyword : {"allOf", "$ref", "contains"})
        if (schema.find(keyword) != nullptr)
            refuseUnenforceable(value, "it is combined with " + std::string(keyword));
    if (findConditional(schema) != nullptr)
        refuseUnenforceable(value, "what is evaluated depends on the value");
    const SchemaJson* items = schema.find("items");
    const bool allEvaluated = schema.find("additionalItems") != nullptr
        || (items != nullptr && !items->is(Json::Array));
    if (!allEvaluated)
        context.facts.push_back(itemFact(Kind::ItemsMeet, prefixLength(schema), value));
}

// --- Objects -------------------------------------------------------------------------------------

void SchemaKeywords::readProperties(const SchemaJson& value, Context& context)
{
    for (const auto& [name, schema] : expected(value, Json::Object).members)
        context.facts.push_back(memberFact(Kind::MemberMeets, name, {schema}, *schema));
}

void SchemaKeywords::readPatternProperties(const SchemaJson& value, Context& context)
{
    for (const auto& [pattern, schema] : expected(value, Json::Object).members) {
        NameSet names;
        names.only = std::make_shared<TextSet>(textsOfPattern(pattern, *schema));
        context.facts.push_back(membersMeet(std::move(names), {schema}, *schema));
    }
}

void SchemaKeywords::readAdditionalProperties(const SchemaJson& value, Context& context)
{
    NameSet others;
    if (const SchemaJson* properties = context.schema.find("properties"))
        for (const auto& [name, schema] : expected(*properties, Json::Object).members)
            others.exceptNames.push_back(name);
    if (const SchemaJson* patterns = context.schema.find("patternProperties"))
        for (const auto& [pattern, schema] : expected(*patterns, Json::Object).members)
            others.except.push_back(textsOfPattern(pattern, *schema));
    if (!value.is(Json::Boolean) || !value.boolean)
        context.facts.push_back(membersMeet(std::move(others), {&value}, value));
}

void SchemaKeywords::readPropertyNames(const SchemaJson& value, Context& context)
{
    const TextSet allowed = m_questions.textsMeeting({&value});
    if (allowed.isEverything())
        return;
    NameSet others;
    others.only = std::make_shared<TextSet>(~allowed);
    context.facts.push_back(membersMeet(std::move(others), SchemaRequirement::never(), value));
}

void SchemaKeywords::readRequired(const SchemaJson& value, Context& context)
{
    for (const SchemaJson* name : expected(value, Json::Array).items)
        context.facts.push_back(hasMember(*name));
}

void SchemaKeywords::readMinProperties(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::MembersFrom, countIn(value), &value));
}

void SchemaKeywords::readMaxProperties(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::MembersTo, countIn(value), &value));
}

// Either a member is absent, or it is present together with what depends on it: names, or a schema
// for the object.
void SchemaKeywords::readDependencies(const SchemaJson& value, Context& context)
{
    for (const auto& [name, needed] : expected(value, Json::Object).members) {
        All present{memberFact(Kind::HasMember, name, SchemaRequirement::always(), *needed)};
        if (needed->is(Json::Array))
            for (const SchemaJson* other : needed->items)
                present.push_back(hasMember(*other));
        else if (needed->is(Json::String))
            present.push_back(hasMember(*needed));
        else
            present.push_back(SchemaFact::meets({needed}));
        const All absent{memberFact(Kind::MemberMeets, name, SchemaRequirement::never(), *needed)};
        context.facts.push_back(SchemaFact::anyOf({absent, std::move(present)}));
    }
}

bool SchemaKeywords::collectEvaluated(
    const SchemaJson& schema, NameSet& names, bool& all, int depth)
{
    if (schema.is(Json::Boolean))
        return true;
    if (depth > maxReferenceDepth || findConditional(schema) != nullptr)
        return false;
    if (const SchemaJson* properties = schema.find("properties"))
        for (const auto& [name, value] : expected(*properties, Json::Object).members)
            names.exceptNames.push_back(name);
    if (const SchemaJson* patterns = schema.find("patternProperties"))
        for (const auto& [pattern, value] : expected(*patterns, Json::Object).members)
            names.except.push_back(textsOfPattern(pattern, *value));
    if (schema.find("additionalProperties") != nullptr
        || (depth > 0 && schema.find("unevaluatedProperties") != nullptr))
        all = true;
    if (schema.find("$ref") != nullptr
        && !collectEvaluated(m_references.target(schema, "$ref"), names, all, depth + 1))
        return false;
    const SchemaJson* parts = schema.find("allOf");
    return parts == nullptr
        || std::all_of(parts->items.begin(), parts->items.end(),
            [&](const SchemaJson* part) { return collectEvaluated(*part, names, all, depth + 1); });
}

void SchemaKeywords::readUnevaluatedProperties(const SchemaJson& value, Context& context)
{
    NameSet others;
    bool all = false;
    if (!collectEvaluated(context.schema, others, all, 0))
        refuseUnenforceable(value, "what is evaluated depends on the value");
    if (!all)
        context.facts.push_back(membersMeet(std::move(others), {&value}, value));
}

} // namespace engine
