#include "engine/filters/schema/schema_resolver.h"

#include "engine/filters/schema/schema_json.h"

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
            minPosition = fact.location;
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

// Lists the requirements on the first `length` items one by one.
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
        prefix[fact.count].add(fact.requirement);
        break;
    case Kind::ItemsMeet:
        reachPrefix(fact.count);
        for (uint64_t index = fact.count; index < prefix.size(); ++index)
            prefix[index].add(fact.requirement);
        rest.add(fact.requirement);
        break;
    case Kind::SomeItemMeets:
        someItems.push_back({fact.count, fact.requirement, fact.location});
        min = std::max(min, fact.count + 1);
        break;
    default:
        itemsDiffer = fact.location;
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

SchemaShape::Member& SchemaShape::member(const std::string& name, const SchemaJson* location)
{
    const auto found = std::find_if(
        members.begin(), members.end(), [&](const Member& member) { return member.name == name; });
    if (found != members.end())
        return *found;
    if (members.size() >= maxMembers && location != nullptr)
        refuseUnenforceable(*location,
            "an object may have at most " + std::to_string(maxMembers) + " named members");
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
        Member& known = member(fact.name, fact.location);
        known.requirements.add(fact.requirement);
        const bool isPossible = !known.required || !known.requirements.areImpossible();
        if (!known.listed && fact.requirement != SchemaRequirement::never()) {
            known.listed = true;
            const auto at = members.begin() + (&known - members.data());
            std::rotate(at, at + 1, members.end());
        }
        return isPossible;
    }
    case Kind::HasMember: {
        Member& known = member(fact.name, fact.location);
        known.required = true;
        return !known.requirements.areImpossible();
    }
    case Kind::MembersMeet:
        rules.push_back({fact.names, fact.requirement, fact.location});
        return true;
    case Kind::SomeMemberMeets:
        someMembers.push_back({fact.names, fact.requirement, fact.location});
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
                known.requirements.add(rule.requirement);
        if (known.required && known.requirements.areImpossible())
            return false;
        required += known.required;
    }
    if (type == JsonType::Object)
        min = std::max(min, required);
    return isPossible();
}

namespace {

// Counts one more question while it lives.
class Asking {
public:
    explicit Asking(int& questions)
        : m_questions(questions)
    {
        ++m_questions;
    }
    ~Asking() { --m_questions; }

private:
    int& m_questions;
};

} // namespace

void SchemaResolver::countWork()
{
    if (++m_work > maxWork)
        refuseHere("parts of the schema combine in too many ways");
}

void SchemaResolver::refuseHere(const std::string& reason) const
{
    refuseUnenforceable(location(), reason);
}

const SchemaFact::All& SchemaResolver::facts(SchemaRequirement requirement, JsonType type)
{
    const FactsKey key{requirement, type};
    if (const auto found = m_facts.find(key); found != m_facts.end())
        return *found->second;
    if (m_questions > maxDepth)
        refuseUnenforceable(*requirement.node, "schemas depend on each other too deeply");
    const Asking asking(m_questions);
    All facts = m_keywords.facts({requirement.node, requirement.kind, true}, type);
    if (!requirement.holds)
        facts = {negated(facts)};
    return *m_facts.emplace(key, std::make_unique<const All>(std::move(facts))).first->second;
}

std::vector<SchemaShape> SchemaResolver::shapes(
    const SchemaRequirements& requirements, JsonType type)
{
    std::vector<SchemaShape> shapes;
    Draft draft(type);
    for (const SchemaRequirement& requirement : requirements.all())
        draft.pending.insert(draft.pending.begin(), {requirement, -1, 0});
    explore(std::move(draft), shapes, 0);
    return shapes;
}

// Adds what is certain, then tries each alternative of the first choice that is left.
void SchemaResolver::explore(Draft draft, std::vector<SchemaShape>& shapes, int depth)
{
    if (!settle(draft))
        return;
    if (draft.choices.empty()) {
        if (!draft.shape.finish())
            return;
        shapes.push_back(std::move(draft.shape));
        if (shapes.size() > maxShapes)
            refuseHere("a value may have more than " + std::to_string(maxShapes) + " shapes");
        return;
    }
    if (depth > maxDepth)
        refuseHere("more than " + std::to_string(maxDepth) + " alternatives have to be tracked");
    const SchemaFact* choice = draft.choices.front();
    draft.choices.erase(draft.choices.begin());
    for (const All& alternative : choice->alternatives) {
        if (evaluate(alternative, draft, 0) == Truth::No)
            continue;
        Draft branch = draft;
        if (addAll(branch, alternative, -1))
            explore(std::move(branch), shapes, depth + 1);
    }
}

bool SchemaResolver::settle(Draft& draft)
{
    bool changed = true;
    while (changed) {
        while (!draft.pending.empty()) {
            const Pending pending = draft.pending.back();
            draft.pending.pop_back();
            if (!addRequirement(draft, pending))
                return false;
        }
        changed = false;
        if (!settleChoices(draft, changed))
            return false;
    }
    return true;
}

// Drops choices that are made already and takes those with one alternative left.
bool SchemaResolver::settleChoices(Draft& draft, bool& changed)
{
    for (size_t index = 0; index < draft.choices.size();) {
        const All* open = nullptr;
        size_t count = 0;
        bool isTrue = false;
        for (const All& alternative : draft.choices[index]->alternatives) {
            const Truth truth = evaluate(alternative, draft, 0);
            isTrue |= truth == Truth::Yes;
            count += truth == Truth::Unknown;
            open = truth == Truth::Unknown ? &alternative : open;
        }
        if (!isTrue && count == 0)
            return false;
        if (!isTrue && count > 1) {
            ++index;
            continue;
        }
        draft.choices.erase(draft.choices.begin() + int64_t(index));
        if (isTrue)
            continue;
        changed = true;
        if (!addAll(draft, *open, -1))
            return false;
    }
    return true;
}

bool SchemaResolver::addRequirement(Draft& draft, const Pending& pending)
{
    for (int at = pending.origin; at >= 0; at = draft.trail[size_t(at)].origin)
        if (draft.trail[size_t(at)].requirement == pending.requirement)
            refuseUnenforceable(*pending.requirement.node, "it refers to itself endlessly");
    if (draft.met.contain(pending.requirement.opposite()))
        return false;
    if (draft.met.contain(pending.requirement))
        return true;
    m_location = pending.requirement.node;
    if (pending.depth > maxReferences)
        refuseHere("more than " + std::to_string(maxReferences) + " nested references");
    draft.met.add(pending.requirement);
    draft.trail.push_back(pending);
    return addAll(draft, facts(pending.requirement, draft.shape.type), int(draft.trail.size()) - 1);
}

bool SchemaResolver::addAll(Draft& draft, const All& facts, int origin)
{
    const auto first = int64_t(draft.pending.size());
    const int depth = origin < 0 ? 0 : draft.trail[size_t(origin)].depth + 1;
    for (const SchemaFact& fact : facts) {
        countWork();
        if (fact.kind == Kind::Meets)
            draft.pending.insert(draft.pending.begin() + first, {fact.requirement, origin, depth});
        else if (fact.kind == Kind::AnyOf)
            draft.choices.push_back(&fact);
        else if (!draft.shape.add(fact))
            return false;
    }
    return true;
}

SchemaResolver::Truth SchemaResolver::evaluate(const All& facts, const Draft& draft, int depth)
{
    Truth all = Truth::Yes;
    for (const SchemaFact& fact : facts) {
        const Truth truth = evaluate(fact, draft, depth);
        if (truth == Truth::No)
            return Truth::No;
        if (truth == Truth::Unknown)
            all = Truth::Unknown;
    }
    return all;
}

// What is certain of a fact for every value of the draft, found with little effort.
SchemaResolver::Truth SchemaResolver::evaluate(
    const SchemaFact& fact, const Draft& draft, int depth)
{
    constexpr int maxLook = 6; // through references and choices
    countWork();
    switch (fact.kind) {
    case Kind::Never:
        return Truth::No;
    case Kind::Meets:
        if (draft.met.contain(fact.requirement))
            return Truth::Yes;
        if (draft.met.contain(fact.requirement.opposite()))
            return Truth::No;
        if (depth >= maxLook)
            return Truth::Unknown;
        return evaluate(facts(fact.requirement, draft.shape.type), draft, depth + 1);
    case Kind::AnyOf: {
        Truth any = Truth::No;
        for (const All& alternative : fact.alternatives) {
            const Truth truth = evaluate(alternative, draft, depth);
            if (truth == Truth::Yes)
                return Truth::Yes;
            if (truth == Truth::Unknown)
                any = Truth::Unknown;
        }
        return any;
    }
    case Kind::MemberMeets:
    case Kind::HasMember:
        return truthOfMember(fact, draft);
    case Kind::BooleanIs:
        if (fact.truth ? !draft.shape.canBeTrue : !draft.shape.canBeFalse)
            return Truth::No;
        return (fact.truth ? draft.shape.canBeFalse : draft.shape.canBeTrue) ? Truth::Unknown
                                                                             : Truth::Yes;
    default:
        return Truth::Unknown;
    }
}

SchemaResolver::Truth SchemaResolver::truthOfMember(const SchemaFact& fact, const Draft& draft)
{
    const SchemaShape::Member* member = draft.shape.find(fact.name);
    if (fact.kind == Kind::HasMember) {
        if (member == nullptr)
            return Truth::Unknown;
        return member->required                    ? Truth::Yes
            : member->requirements.areImpossible() ? Truth::No
                                                   : Truth::Unknown;
    }
    if (fact.requirement == SchemaRequirement::always())
        return Truth::Yes;
    if (member == nullptr)
        return Truth::Unknown;
    SchemaRequirements without = member->requirements, with = member->requirements;
    without.add(fact.requirement.opposite());
    with.add(fact.requirement);
    if (areUnsatisfiable(without))
        return Truth::Yes;
    return member->required && areUnsatisfiable(with) ? Truth::No : Truth::Unknown;
}

bool SchemaResolver::areUnsatisfiable(const SchemaRequirements& requirements)
{
    if (requirements.areImpossible())
        return true;
    if (requirements.isEmpty() || m_questions > maxDepth)
        return false;
    // The entry is false while the answer is being computed: nothing is certain until then.
    const auto [found, isNew] = m_unsatisfiable.try_emplace(requirements, false);
    if (!isNew)
        return found->second;
    const Asking asking(m_questions);
    const bool none = std::all_of(std::begin(jsonTypes), std::end(jsonTypes), [&](JsonType type) {
        const auto all = shapes(requirements, type);
        return std::all_of(
            all.begin(), all.end(), [&](const SchemaShape& shape) { return isEmpty(shape); });
    });
    m_unsatisfiable[requirements] = none;
    return none;
}

bool SchemaResolver::isEmpty(const SchemaShape& shape)
{
    switch (shape.type) {
    case JsonType::Number:
        return !shape.numberTests.empty() && numbersPassing(shape.numberTests).isEmpty();
    case JsonType::String: {
        TextSet texts = TextSet::everything();
        for (const TextSet& part : shape.texts)
            texts = texts & part;
        if (texts.isEmpty())
            return true;
        const TextSet::Lengths lengths = texts.lengths();
        return (shape.max && lengths.min > *shape.max) || (lengths.max && *lengths.max < shape.min);
    }
    case JsonType::Array:
        for (uint64_t index = 0; index < shape.min && index <= shape.prefix.size(); ++index)
            if (areUnsatisfiable(shape.item(index)))
                return true;
        return false;
    case JsonType::Object:
        return std::any_of(
            shape.members.begin(), shape.members.end(), [&](const SchemaShape::Member& member) {
                return member.required && areUnsatisfiable(member.requirements);
            });
    default:
        return false;
    }
}

bool SchemaResolver::areDisjoint(SchemaRequirement first, SchemaRequirement second, JsonType type)
{
    if (m_questions > maxDepth)
        return false;
    const Asking asking(m_questions);
    SchemaRequirements both(first);
    both.add(second);
    const auto all = shapes(both, type);
    return std::all_of(
        all.begin(), all.end(), [&](const SchemaShape& shape) { return isEmpty(shape); });
}

TextSet SchemaResolver::textsMeeting(SchemaRequirement requirement)
{
    const Asking asking(m_questions);
    TextSet all;
    for (const SchemaShape& shape : shapes(requirement, JsonType::String)) {
        TextSet texts = TextSet::everything();
        for (const TextSet& part : shape.texts)
            texts = texts & part;
        if (shape.min > 0 || shape.max)
            texts = texts & TextSet::ofLength(shape.min, shape.max);
        all = all | texts;
    }
    return all;
}

} // namespace engine
