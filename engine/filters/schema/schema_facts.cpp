#include "engine/filters/schema/schema_facts.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/filters/character_set.h"

#include <algorithm>

namespace engine {

SchemaRequirement SchemaRequirement::always()
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

std::strong_ordering SchemaRequirement::operator<=>(const SchemaRequirement& other) const
{
    if (const auto order = node->index <=> other.node->index; order != 0)
        return order;
    if (const auto order = kind <=> other.kind; order != 0)
        return order;
    return holds <=> other.holds;
}

void SchemaRequirements::add(SchemaRequirement requirement)
{
    if (requirement == SchemaRequirement::always())
        return;
    const auto found = std::lower_bound(m_all.begin(), m_all.end(), requirement);
    if (found == m_all.end() || *found != requirement)
        m_all.insert(found, requirement);
}

void SchemaRequirements::add(const SchemaRequirements& requirements)
{
    for (const SchemaRequirement& requirement : requirements.m_all)
        add(requirement);
}

bool SchemaRequirements::contain(SchemaRequirement requirement) const
{
    return std::binary_search(m_all.begin(), m_all.end(), requirement);
}

bool SchemaRequirements::areImpossible() const
{
    return std::any_of(m_all.begin(), m_all.end(), [&](const SchemaRequirement& requirement) {
        const bool isFalse = requirement.kind == SchemaRequirement::Kind::Satisfies
            && requirement.node->is(SchemaJson::Kind::Boolean)
            && requirement.node->boolean != requirement.holds;
        return isFalse || (!requirement.holds && contain(requirement.opposite()));
    });
}

std::strong_ordering SchemaRequirements::operator<=>(const SchemaRequirements& other) const
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

SchemaFact withOppositeRequirement(SchemaFact fact, Kind kind)
{
    fact.requirement = fact.requirement.opposite();
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
All negateAll(const std::vector<All>& alternatives)
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
        return {SchemaFact::counted(Kind::ItemsFrom, fact.count + 1, fact.location),
            withOppositeRequirement(fact, Kind::ItemMeets)};
    case Kind::ItemsMeet:
        return {withOppositeRequirement(fact, Kind::SomeItemMeets)};
    case Kind::SomeItemMeets:
        return {withOppositeRequirement(fact, Kind::ItemsMeet)};
    case Kind::ItemsFrom:
        return withOtherBound(fact, Kind::ItemsTo, true);
    case Kind::ItemsTo:
        return withOtherBound(fact, Kind::ItemsFrom, false);
    default:
        throw base::Error(base::ErrorKind::Unsupported,
            "The schema requires at " + pointerTo(*fact.location)
                + " for the opposite of uniqueItems, which cannot be enforced.");
    }
}

All negatedOfMembers(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::MemberMeets:
        return {changed(fact, Kind::HasMember), withOppositeRequirement(fact, Kind::MemberMeets)};
    case Kind::HasMember: {
        SchemaFact absent = changed(fact, Kind::MemberMeets);
        absent.requirement = SchemaRequirement::never();
        return {absent};
    }
    case Kind::MembersMeet:
        return {withOppositeRequirement(fact, Kind::SomeMemberMeets)};
    case Kind::SomeMemberMeets:
        return {withOppositeRequirement(fact, Kind::MembersMeet)};
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
        return {withOppositeRequirement(fact, Kind::Meets)};
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
        return negateAll(fact.alternatives);
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

SchemaFact SchemaFact::meets(SchemaRequirement requirement)
{
    SchemaFact fact;
    fact.kind = Kind::Meets;
    fact.requirement = requirement;
    return fact;
}

SchemaFact SchemaFact::counted(Kind kind, uint64_t count, const SchemaJson* location)
{
    SchemaFact fact;
    fact.kind = kind;
    fact.count = count;
    fact.location = location;
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
    const std::u32string characters = base::decodeUtf8(name);
    return (only == nullptr || only->contains(characters))
        && std::none_of(except.begin(), except.end(),
            [&](const TextSet& texts) { return texts.contains(characters); });
}

TextSet NameSet::texts() const
{
    std::vector<std::u32string> names;
    for (const std::string& name : exceptNames)
        names.push_back(base::decodeUtf8(name));
    TextSet rest = (only ? *only : TextSet::everything()) - TextSet::exactly(names);
    for (const TextSet& texts : except)
        rest = rest - texts;
    return rest;
}

} // namespace engine
