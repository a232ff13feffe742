#include "engine/filters/schema/schema_shape.h"

#include "engine/filters/schema/schema_refusals.h"

#include <algorithm>

namespace engine {

using Kind = SchemaFact::Kind;

bool SchemaShape::add(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::Never:
        return false;
    case Kind::BooleanIs:
        (fact.truth ? canBeFalse : canBeTrue) = false;
        return canBeTrue || canBeFalse;
    case Kind::NumberPasses:
        numberTests.push_back(fact.number);
        return true;
    case Kind::TextIn:
        if (!fact.texts.isEverything())
            texts.push_back(fact.texts);
        return !fact.texts.isEmpty();
    case Kind::LengthFrom:
    case Kind::ItemsFrom:
    case Kind::MembersFrom:
        if (fact.count > min)
            minPlace = fact.place;
        min = std::max(min, fact.count);
        return isPossible();
    case Kind::LengthTo:
    case Kind::ItemsTo:
    case Kind::MembersTo:
        max = std::min(max.value_or(fact.count), fact.count);
        return isPossible();
    case Kind::ItemMeets:
    case Kind::ItemsMeet:
    case Kind::SomeItemMeets:
    case Kind::ItemsDiffer:
        return addToItems(fact);
    default:
        return addToMembers(fact);
    }
}

// Lists the demands on the first `length` items one by one.
void SchemaShape::reachPrefix(uint64_t length)
{
    while (prefix.size() < length)
        prefix.push_back(rest);
}

bool SchemaShape::addToItems(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::ItemMeets:
        reachPrefix(fact.count + 1);
        prefix[fact.count].add(fact.demand);
        break;
    case Kind::ItemsMeet:
        reachPrefix(fact.count);
        for (uint64_t index = fact.count; index < prefix.size(); ++index)
            prefix[index].add(fact.demand);
        rest.add(fact.demand);
        break;
    case Kind::SomeItemMeets:
        someItems.push_back({fact.count, fact.demand, fact.place});
        min = std::max(min, fact.count + 1);
        break;
    default:
        itemsDiffer = fact.place;
        break;
    }
    // An item that cannot be ends the list before it.
    for (uint64_t index = 0; index <= prefix.size(); ++index)
        if (item(index).areImpossible()) {
            max = std::min(max.value_or(index), index);
            break;
        }
    return isPossible();
}

SchemaShape::Member& SchemaShape::member(const std::string& name, const SchemaJson* place)
{
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const Member& member) { return member.name == name; });
    if (found != members.end())
        return *found;
    if (members.size() >= maxMembers && place != nullptr)
        refuseUnenforceable(
            *place, "an object may have at most " + std::to_string(maxMembers) + " named members");
    return members.emplace_back(Member{name, {}, false, false});
}

const SchemaShape::Member* SchemaShape::find(const std::string& name) const
{
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const Member& member) { return member.name == name; });
    return found != members.end() ? &*found : nullptr;
}

bool SchemaShape::addToMembers(const SchemaFact& fact)
{
    switch (fact.kind) {
    case Kind::MemberMeets: {
        Member& known = member(fact.name, fact.place);
        known.demands.add(fact.demand);
        const bool isPossible = !known.required || !known.demands.areImpossible();
        if (!known.listed && fact.demand != SchemaDemand::never()) {
            known.listed = true;
            const auto at = members.begin() + (&known - members.data());
            std::rotate(at, at + 1, members.end());
        }
        return isPossible;
    }
    case Kind::HasMember: {
        Member& known = member(fact.name, fact.place);
        known.required = true;
        return !known.demands.areImpossible();
    }
    case Kind::MembersMeet:
        rules.push_back({fact.names, fact.demand, fact.place});
        return true;
    case Kind::SomeMemberMeets:
        someMembers.push_back({fact.names, fact.demand, fact.place});
        return true;
    default:
        return false;
    }
}

bool SchemaShape::finish()
{
    std::stable_partition(
        members.begin(), members.end(), [](const Member& known) { return known.listed; });
    uint64_t required = 0;
    for (Member& known : members) {
        for (const Rule& rule : rules)
            if (rule.names->contains(known.name))
                known.demands.add(rule.demand);
        if (known.required && known.demands.areImpossible())
            return false;
        required += known.required;
    }
    if (type == JsonType::Object)
        min = std::max(min, required);
    return isPossible();
}

} // namespace engine
