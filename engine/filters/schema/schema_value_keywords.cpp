// Keywords for single values: const, enum, and those for texts and numbers.
#include "base/utf8.h"
#include "engine/filters/character_set.h"
#include "engine/filters/schema/schema_formats.h"
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/schema/schema_keywords.h"

#include <algorithm>

namespace engine {

namespace {

using Json = SchemaJson::Kind;
using Kind = SchemaFact::Kind;

SchemaFact textIn(TextSet texts, const SchemaJson& location)
{
    SchemaFact fact;
    fact.kind = Kind::TextIn;
    fact.texts = std::move(texts);
    fact.location = &location;
    return fact;
}

SchemaFact booleanIs(bool truth)
{
    SchemaFact fact;
    fact.kind = Kind::BooleanIs;
    fact.truth = truth;
    return fact;
}

Decimal decimalIn(const SchemaJson& value)
{
    const auto number = parseDecimal(expected(value, Json::Number).text);
    if (!number)
        refuseUnenforceable(value, "the number has more than a thousand digits");
    return *number;
}

SchemaFact numberPasses(NumberTest::Kind kind, const SchemaJson& value)
{
    SchemaFact fact;
    fact.kind = Kind::NumberPasses;
    fact.number = {kind, decimalIn(value), true};
    fact.location = &value;
    return fact;
}

SchemaFact memberFact(Kind kind, const std::string& name, SchemaRequirement requirement)
{
    SchemaFact fact;
    fact.kind = kind;
    fact.name = name;
    fact.requirement = requirement;
    return fact;
}

bool isOfType(const SchemaJson& value, JsonType type)
{
    return int(value.kind) == int(type);
}

bool isTrue(const SchemaJson* value)
{
    return value != nullptr && value->is(Json::Boolean) && value->boolean;
}

} // namespace

void SchemaKeywords::addEqualObject(const SchemaJson& value, Context& context)
{
    NameSet others;
    for (const auto& [name, member] : value.members) {
        const SchemaRequirement equal{member, SchemaRequirement::Kind::Equals, true};
        context.facts.push_back(memberFact(Kind::MemberMeets, name, equal));
        context.facts.push_back(memberFact(Kind::HasMember, name, SchemaRequirement::always()));
        others.exceptNames.push_back(name);
    }
    SchemaFact noOthers = memberFact(Kind::MembersMeet, {}, SchemaRequirement::never());
    std::sort(others.exceptNames.begin(), others.exceptNames.end());
    noOthers.names = std::make_shared<NameSet>(std::move(others));
    noOthers.location = &value;
    context.facts.push_back(std::move(noOthers));
}

void SchemaKeywords::addEqual(const SchemaJson& value, Context& context)
{
    if (!isOfType(value, context.type)) {
        context.facts.push_back(SchemaFact());
        return;
    }
    switch (value.kind) {
    case Json::Null:
        return;
    case Json::Boolean:
        context.facts.push_back(booleanIs(value.boolean));
        return;
    case Json::Number:
        context.facts.push_back(numberPasses(NumberTest::Kind::Equals, value));
        return;
    case Json::String:
        context.facts.push_back(textIn(TextSet::exactly(base::decodeUtf8(value.text)), value));
        return;
    case Json::Array:
        context.facts.push_back(SchemaFact::counted(Kind::ItemsFrom, value.items.size(), &value));
        context.facts.push_back(SchemaFact::counted(Kind::ItemsTo, value.items.size(), &value));
        for (size_t index = 0; index < value.items.size(); ++index) {
            SchemaFact item = SchemaFact::counted(Kind::ItemMeets, index, &value);
            item.requirement = {value.items[index], SchemaRequirement::Kind::Equals, true};
            context.facts.push_back(std::move(item));
        }
        return;
    case Json::Object:
        addEqualObject(value, context);
        return;
    }
}

void SchemaKeywords::readConst(const SchemaJson& value, Context& context)
{
    addEqual(value, context);
}

void SchemaKeywords::readEnum(const SchemaJson& value, Context& context)
{
    std::vector<std::u32string> texts;
    std::vector<All> alternatives;
    for (const SchemaJson* item : expected(value, Json::Array).items) {
        if (!isOfType(*item, context.type))
            continue;
        if (context.type == JsonType::String) {
            texts.push_back(base::decodeUtf8(item->text));
            continue;
        }
        All equal;
        Context inner{*item, context.type, equal};
        addEqual(*item, inner);
        alternatives.push_back(std::move(equal));
    }
    if (!texts.empty())
        context.facts.push_back(textIn(TextSet::exactly(texts), value));
    else
        context.facts.push_back(SchemaFact::anyOf(std::move(alternatives)));
}

// --- Texts ---------------------------------------------------------------------------------------

void SchemaKeywords::readMinLength(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::LengthFrom, countIn(value), &value));
}

void SchemaKeywords::readMaxLength(const SchemaJson& value, Context& context)
{
    context.facts.push_back(SchemaFact::counted(Kind::LengthTo, countIn(value), &value));
}

void SchemaKeywords::readPattern(const SchemaJson& value, Context& context)
{
    const std::string& pattern = expected(value, Json::String).text;
    context.facts.push_back(textIn(textsOfPattern(pattern, value), value));
}

void SchemaKeywords::readFormat(const SchemaJson& value, Context& context)
{
    const auto format = formatNamed(expected(value, Json::String).text);
    if (!format)
        return;
    context.facts.push_back(textIn(format->texts, value));
    if (format->maxLength)
        context.facts.push_back(SchemaFact::counted(Kind::LengthTo, *format->maxLength, &value));
}

// --- Numbers -------------------------------------------------------------------------------------

void SchemaKeywords::readMinimum(const SchemaJson& value, Context& context)
{
    const bool isExclusive = isTrue(context.schema.find("exclusiveMinimum"));
    context.facts.push_back(
        numberPasses(isExclusive ? NumberTest::Kind::Above : NumberTest::Kind::AtLeast, value));
}

void SchemaKeywords::readMaximum(const SchemaJson& value, Context& context)
{
    const bool isExclusive = isTrue(context.schema.find("exclusiveMaximum"));
    context.facts.push_back(
        numberPasses(isExclusive ? NumberTest::Kind::Below : NumberTest::Kind::AtMost, value));
}

// A boolean is draft 4's form, which says something about the minimum and is read with it.
void SchemaKeywords::readExclusiveMinimum(const SchemaJson& value, Context& context)
{
    if (!value.is(Json::Boolean))
        context.facts.push_back(numberPasses(NumberTest::Kind::Above, value));
}

void SchemaKeywords::readExclusiveMaximum(const SchemaJson& value, Context& context)
{
    if (!value.is(Json::Boolean))
        context.facts.push_back(numberPasses(NumberTest::Kind::Below, value));
}

void SchemaKeywords::readMultipleOf(const SchemaJson& value, Context& context)
{
    SchemaFact fact = numberPasses(NumberTest::Kind::MultipleOf, value);
    if (fact.number.operand.isZero() || fact.number.operand.negative)
        refuseMalformed(value, "a number greater than 0");
    if (!divisorUnits(fact.number.operand))
        refuseUnenforceable(value,
            "a divisor may have at most " + std::to_string(maxDivisorUnits)
                + " units of its last place");
    context.facts.push_back(std::move(fact));
}

} // namespace engine
