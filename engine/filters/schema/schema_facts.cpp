#include "engine/filters/schema/schema_facts.h"

#include "base/error.h"
#include "engine/filters/character_set.h"

#include <algorithm>

namespace engine {

SchemaDemand SchemaDemand::always()
{
    static const SchemaJson yes = [] {
        SchemaJson value;
        value.kind = SchemaJson::Kind::Boolean;
        value.boolean = true;
        value.index = ~uint32_t(0);
        return value;
    }();
    return {&yes};
}

std::strong_ordering SchemaDemand::operator<=>(const SchemaDemand& other) const
{
    if (const auto order = node->index <=> other.node->index; order != 0)
        return order;
    if (const auto order = kind <=> other.kind; order != 0)
        return order;
    return holds <=> other.holds;
}

void SchemaDemands::add(SchemaDemand demand)
{
    if (demand == SchemaDemand::always())
        return;
    const auto place = std::lower_bound(m_all.begin(), m_all.end(), demand);
    if (place == m_all.end() || *place != demand)
        m_all.insert(place, demand);
}

void SchemaDemands::add(const SchemaDemands& demands)
{
    for (const SchemaDemand& demand : demands.m_all)
        add(demand);
}

bool SchemaDemands::contain(SchemaDemand demand) const
{
    return std::binary_search(m_all.begin(), m_all.end(), demand);
}

bool SchemaDemands::areImpossible() const
{
    return std::any_of(m_all.begin(), m_all.end(), [&](const SchemaDemand& demand) {
        const bool isFalse = demand.kind == SchemaDemand::Kind::Satisfies
            && demand.node->is(SchemaJson::Kind::Boolean) && demand.node->boolean != demand.holds;
        return isFalse || (!demand.holds && contain(demand.opposite()));
    });
}

std::strong_ordering SchemaDemands::operator<=>(const SchemaDemands& other) const
{
    return std::lexicographical_compare_three_way(
        m_all.begin(), m_all.end(), other.m_all.begin(), other.m_all.end());
}

namespace {

using Kind = SchemaFact::Kind;
using All = SchemaFact::All;

SchemaFact changed(SchemaFact fact, Kind kind)
{
    fact.kind = kind;
    return fact;
}

SchemaFact withOppositeDemand(SchemaFact fact, Kind kind)
{
    fact.demand = fact.demand.opposite();
    return changed(std::move(fact), kind);
}

// The negation of "at least n" is "at most n − 1", and the other way round.
All withOtherBound(const SchemaFact& fact, Kind kind, bool isLower)
{
    if (isLower && fact.count == 0)
        return {SchemaFact()};
    SchemaFact other = changed(fact, kind);
    other.count = isLower ? fact.count - 1 : fact.count + 1;
    return {other};
}

// What is true where none of the alternatives is.
All noneOf(const std::vector<All>& alternatives)
{
    All facts;
    for (const All& alternative : alternatives)
        facts.push_back(negated(alternative));
    return facts;
}

All negatedOfItems(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::ItemMeets:
        return {SchemaFact::counted(Kind::ItemsFrom, fact.count + 1, fact.place),
            withOppositeDemand(fact, Kind::ItemMeets)};
    case Kind::ItemsMeet:
        return {withOppositeDemand(fact, Kind::SomeItemMeets)};
    case Kind::SomeItemMeets:
        return {withOppositeDemand(fact, Kind::ItemsMeet)};
    case Kind::ItemsFrom:
        return withOtherBound(fact, Kind::ItemsTo, true);
    case Kind::ItemsTo:
        return withOtherBound(fact, Kind::ItemsFrom, false);
    default:
        throw base::Error(base::ErrorKind::Unsupported,
            "The schema requires at " + pointerTo(*fact.place)
                + " for the opposite of uniqueItems, which cannot be enforced.");
    }
}

All negatedOfMembers(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::MemberMeets:
        return {changed(fact, Kind::HasMember), withOppositeDemand(fact, Kind::MemberMeets)};
    case Kind::HasMember: {
        SchemaFact absent = changed(fact, Kind::MemberMeets);
        absent.demand = SchemaDemand::never();
        return {absent};
    }
    case Kind::MembersMeet:
        return {withOppositeDemand(fact, Kind::SomeMemberMeets)};
    case Kind::SomeMemberMeets:
        return {withOppositeDemand(fact, Kind::MembersMeet)};
    case Kind::MembersFrom:
        return withOtherBound(fact, Kind::MembersTo, true);
    default:
        return withOtherBound(fact, Kind::MembersFrom, false);
    }
}

All negated(const SchemaFact& fact)
{
    SchemaFact other = fact;
    switch (fact.kind) {
    case Kind::Never:
        return {};
    case Kind::Meets:
        return {withOppositeDemand(fact, Kind::Meets)};
    case Kind::BooleanIs:
        other.truth = !fact.truth;
        return {other};
    case Kind::NumberPasses:
        other.number.holds = !fact.number.holds;
        return {other};
    case Kind::TextIn:
        other.texts = ~fact.texts;
        return {other};
    case Kind::LengthFrom:
        return withOtherBound(fact, Kind::LengthTo, true);
    case Kind::LengthTo:
        return withOtherBound(fact, Kind::LengthFrom, false);
    case Kind::AnyOf:
        return noneOf(fact.alternatives);
    case Kind::ItemMeets:
    case Kind::ItemsMeet:
    case Kind::SomeItemMeets:
    case Kind::ItemsFrom:
    case Kind::ItemsTo:
    case Kind::ItemsDiffer:
        return negatedOfItems(fact);
    default:
        return negatedOfMembers(fact);
    }
}

} // namespace

SchemaFact SchemaFact::meets(SchemaDemand demand)
{
    SchemaFact fact;
    fact.kind = Kind::Meets;
    fact.demand = demand;
    return fact;
}

SchemaFact SchemaFact::counted(Kind kind, uint64_t count, const SchemaJson* place)
{
    SchemaFact fact;
    fact.kind = kind;
    fact.count = count;
    fact.place = place;
    return fact;
}

SchemaFact SchemaFact::anyOf(std::vector<All> alternatives)
{
    SchemaFact fact;
    fact.kind = Kind::AnyOf;
    fact.alternatives = std::move(alternatives);
    return fact;
}

SchemaFact negated(const SchemaFact::All& facts)
{
    std::vector<All> alternatives;
    for (const SchemaFact& fact : facts)
        alternatives.push_back(negated(fact));
    return SchemaFact::anyOf(std::move(alternatives));
}

bool NameSet::contains(const std::string& name) const
{
    if (std::binary_search(exceptNames.begin(), exceptNames.end(), name))
        return false;
    if (only == nullptr && except.empty())
        return true;
    const std::u32string characters = charactersOf(name);
    return (only == nullptr || only->contains(characters))
        && std::none_of(except.begin(), except.end(),
            [&](const TextSet& texts) { return texts.contains(characters); });
}

TextSet NameSet::texts() const
{
    std::vector<std::u32string> names;
    for (const std::string& name : exceptNames)
        names.push_back(charactersOf(name));
    TextSet rest = (only ? *only : TextSet::everything()) - TextSet::exactly(names);
    for (const TextSet& texts : except)
        rest = rest - texts;
    return rest;
}

} // namespace engine
