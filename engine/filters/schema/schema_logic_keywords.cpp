// Keywords that put schemas together.
#include "engine/filters/schema/schema_keywords.h"
#include "engine/filters/schema/schema_refusals.h"

namespace engine {

namespace {

using Json = SchemaJson::Kind;
using Kind = SchemaFact::Kind;

constexpr size_t maxExclusive = 200; // schemas in one oneOf

} // namespace

void SchemaKeywords::readReference(const SchemaJson&, Context& context)
{
    context.facts.push_back(SchemaFact::meets({&m_references.target(context.schema, "$ref")}));
}

void SchemaKeywords::readDynamicReference(const SchemaJson& value, Context&)
{
    refuseUnenforceable(value, "where it leads depends on who refers to it");
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
                SchemaFact::meets(SchemaDemand{parts[second]}.opposite()));
            alternatives[second].push_back(
                SchemaFact::meets(SchemaDemand{parts[first]}.opposite()));
        }
    context.facts.push_back(SchemaFact::anyOf(std::move(alternatives)));
}

void SchemaKeywords::readNot(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::meets(SchemaDemand{&value}.opposite()));
}

void SchemaKeywords::readIf(const SchemaJson& value, Context& context)
{
    const auto branch = [&](SchemaDemand condition, std::string_view keyword) {
        All facts{SchemaFact::meets(condition)};
        if (const SchemaJson* consequence = context.schema.find(keyword))
            facts.push_back(SchemaFact::meets({consequence}));
        return facts;
    };
    if (context.schema.find("then") == nullptr && context.schema.find("else") == nullptr)
        return;
    context.facts.push_back(SchemaFact::anyOf(
        {branch({&value}, "then"), branch(SchemaDemand{&value}.opposite(), "else")}));
}

} // namespace engine
