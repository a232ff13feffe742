// Objects of SchemaGrammar.
#include "base/utf8.h"
#include "engine/filters/character_set.h"
#include "engine/filters/schema/schema_grammar.h"
#include "engine/filters/schema/schema_json.h"

#include <algorithm>

namespace engine {

/// Writes the content between the braces of one shape of objects.
///
/// First the members known by name, in order, then the others. The grammar remembers how many
/// members there are, as far as that matters, and which of those that must be somewhere
/// (`someMembers`) are still missing. Names that the schema does not list could come twice, which
/// no grammar can see; so they count at most once toward a least number of members, and of those
/// that one rule concerns the last has to be the one that must be somewhere.
class SchemaObjectGrammar {
public:
    SchemaObjectGrammar(SchemaGrammar& grammar, const SchemaShape& shape)
        : m_writer(grammar)
        , m_grammar(grammar.m_grammar)
        , m_shape(shape)
        , m_witnesses(shape.someMembers)
    {
    }

    Grammar::NodeId write();

private:
    using NodeId = Grammar::NodeId;
    static constexpr size_t maxAtoms = 64, maxWitnesses = 6;
    static constexpr size_t membersPerRule = 40;
    static constexpr size_t maxListed = 32; // names that a pattern may stand for one by one

    /// Names that the same requirements concern.
    struct Atom {
        TextSet names;
        SchemaRequirements requirements;
        uint32_t found = 0; ///< witnesses whose names these are
    };
    /// A way to write a member, the witnesses that it is, and those that may be missing again
    /// after it: it may have the name of an earlier member, and then only the later one counts.
    struct Variant {
        NodeId text;
        uint32_t found = 0, lost = 0;
    };
    struct Named {
        std::vector<Variant> variants;
        bool required;
    };

    bool othersAreAlike() const;
    void addAlikeOthers();
    void addPartitionedOthers();
    std::vector<Atom> partition() const;
    void addNamed(const std::string& name, const SchemaRequirements& requirements, bool required);
    void addOther(RegexId name, const Atom& atom);
    /// Adds a variant for every set of the witnesses `names` that a member may be.
    void addVariants(RegexId name, const SchemaRequirements& requirements, uint32_t names,
        std::vector<Variant>& variants);
    bool isWitness(const SchemaRequirements& requirements, const SchemaShape::Rule& witness) const;

    NodeId others(uint64_t count, uint32_t missing);
    NodeId countedOthers(uint64_t count);
    NodeId othersWithWitness(uint64_t count, uint32_t missing);
    void nameRules(std::vector<std::vector<NodeId>>& nodes);
    NodeId variants(const std::vector<Variant>& variants) const;
    NodeId after(const Named& named, uint64_t count, uint32_t missing,
        const std::vector<std::vector<NodeId>>& following);
    void chooseCounting();

    SchemaGrammar& m_writer;
    Grammar& m_grammar;
    const SchemaShape& m_shape;
    const std::vector<SchemaShape::Rule>& m_witnesses;
    std::vector<Named> m_named;
    std::vector<Variant> m_others;
    std::vector<Grammar::RuleId> m_otherRules; // by count and missing witnesses
    uint64_t m_min = 0; // members, where those that must be there are not enough
    uint64_t m_countTo = 1; // more members are not told apart
    uint32_t m_sets = 1; // of witnesses
};

SchemaGrammar::NodeId SchemaGrammar::object(const SchemaShape& shape)
{
    return enclosed("{", SchemaObjectGrammar(*this, shape).write(), "}");
}

Grammar::NodeId SchemaObjectGrammar::write()
{
    if (m_witnesses.size() > maxWitnesses)
        refuseUnenforceable(*m_witnesses.front().location,
            "more than " + std::to_string(maxWitnesses) + " kinds of required members");
    m_sets = uint32_t(1) << m_witnesses.size();
    for (const SchemaShape::Member& member : m_shape.members)
        if (!member.requirements.areImpossible())
            addNamed(member.name, member.requirements, member.required);
    if (othersAreAlike())
        addAlikeOthers();
    else
        addPartitionedOthers();
    chooseCounting();

    // Builds from the end of the names back to the first.
    std::vector<std::vector<NodeId>> following(m_countTo + 1, std::vector<NodeId>(m_sets));
    for (uint64_t count = 0; count <= m_countTo; ++count)
        for (uint32_t missing = 0; missing < m_sets; ++missing)
            following[count][missing] = others(count, missing);
    for (size_t index = m_named.size(); index-- > 0;) {
        auto here = following;
        for (uint64_t count = 0; count <= m_countTo; ++count)
            for (uint32_t missing = 0; missing < m_sets; ++missing)
                here[count][missing] = after(m_named[index], count, missing, following);
        following = std::move(here);
        if (index % membersPerRule == membersPerRule - 1)
            nameRules(following);
    }
    return following[0][m_sets - 1];
}

// Makes rules of nodes. Choices within choices are written out, so that long chains of members that
// may all be left out would grow with the square of their length.
void SchemaObjectGrammar::nameRules(std::vector<std::vector<NodeId>>& nodes)
{
    for (auto& row : nodes)
        for (NodeId& node : row) {
            const Grammar::RuleId rule = m_grammar.declareRule("further members");
            m_grammar.defineRule(rule, node);
            node = m_grammar.reference(rule);
        }
}

// True if one set of requirements, or none, concerns all names that are not listed.
bool SchemaObjectGrammar::othersAreAlike() const
{
    if (!m_witnesses.empty())
        return false;
    return std::all_of(
        m_shape.rules.begin(), m_shape.rules.end(), [&](const SchemaShape::Rule& rule) {
            const NameSet& names = *rule.names;
            return names.only == nullptr && names.except.empty()
                && std::all_of(names.exceptNames.begin(), names.exceptNames.end(),
                    [&](const std::string& name) { return m_shape.find(name) != nullptr; });
        });
}

void SchemaObjectGrammar::addAlikeOthers()
{
    Atom all;
    for (const SchemaShape::Rule& rule : m_shape.rules)
        all.requirements.add(rule.requirement);
    if (all.requirements.areImpossible())
        return;
    std::vector<std::string> names;
    for (const SchemaShape::Member& member : m_shape.members)
        names.push_back(member.name);
    addOther(m_writer.m_terminals.nameOtherThan(names), all);
}

// Cuts the names that are not listed along the borders of all rules and witnesses.
std::vector<SchemaObjectGrammar::Atom> SchemaObjectGrammar::partition() const
{
    NameSet unlisted;
    for (const SchemaShape::Member& member : m_shape.members)
        unlisted.exceptNames.push_back(member.name);
    std::vector<Atom> atoms{{unlisted.texts(), {}, 0}};
    const auto cut = [&](const SchemaShape::Rule& rule, const auto& mark) {
        const TextSet names = rule.names->texts();
        std::vector<Atom> pieces;
        for (Atom& atom : atoms) {
            Atom inside = atom;
            inside.names = atom.names & names;
            atom.names = atom.names - names;
            if (!inside.names.isEmpty()) {
                mark(inside);
                pieces.push_back(std::move(inside));
            }
            if (!atom.names.isEmpty())
                pieces.push_back(std::move(atom));
        }
        if (pieces.size() > maxAtoms)
            refuseUnenforceable(*rule.location, "its names overlap with others in too many ways");
        atoms = std::move(pieces);
    };
    for (const SchemaShape::Rule& rule : m_shape.rules)
        cut(rule, [&](Atom& atom) { atom.requirements.add(rule.requirement); });
    for (size_t index = 0; index < m_witnesses.size(); ++index)
        cut(m_witnesses[index], [&](Atom& atom) { atom.found |= uint32_t(1) << index; });
    std::erase_if(atoms, [](const Atom& atom) { return atom.requirements.areImpossible(); });
    return atoms;
}

void SchemaObjectGrammar::addPartitionedOthers()
{
    uint64_t required = 0;
    for (const SchemaShape::Member& member : m_shape.members)
        required += member.required;
    // Listed names cannot come twice.
    const bool listNames = !m_witnesses.empty() || m_shape.min > required + 1;
    std::vector<std::pair<std::string, SchemaRequirements>> listed;
    for (const Atom& atom : partition()) {
        const auto names = listNames ? atom.names.list(maxListed) : std::nullopt;
        if (!names) {
            addOther(m_writer.m_terminals.nameIn(atom.names), atom);
            continue;
        }
        for (const std::u32string& characters : *names) {
            std::string name;
            for (const char32_t character : characters)
                base::appendUtf8(name, character);
            listed.emplace_back(std::move(name), atom.requirements);
        }
    }
    std::sort(listed.begin(), listed.end());
    for (const auto& [name, requirements] : listed)
        addNamed(name, requirements, false);
}

bool SchemaObjectGrammar::isWitness(
    const SchemaRequirements& requirements, const SchemaShape::Rule& witness) const
{
    SchemaRequirements without = requirements;
    without.add(witness.requirement.opposite());
    return m_writer.m_resolver.areUnsatisfiable(without);
}

void SchemaObjectGrammar::addVariants(RegexId name, const SchemaRequirements& requirements,
    uint32_t names, std::vector<Variant>& variants)
{
    const NodeId key = m_grammar.terminal(name);
    uint32_t certain = 0;
    for (size_t index = 0; index < m_witnesses.size(); ++index)
        if ((names >> index & 1) && isWitness(requirements, m_witnesses[index]))
            certain |= uint32_t(1) << index;
    const uint32_t possible = names & ~certain;
    for (uint32_t set = 0; set < m_sets; ++set) {
        if ((set & ~possible) != 0)
            continue;
        SchemaRequirements all = requirements;
        for (size_t index = 0; index < m_witnesses.size(); ++index)
            if (set >> index & 1)
                all.add(m_witnesses[index].requirement);
        variants.push_back({m_grammar.sequence({key, m_writer.m_space, m_writer.value(all)}),
            set | certain, possible & ~set});
    }
}

void SchemaObjectGrammar::addNamed(
    const std::string& name, const SchemaRequirements& requirements, bool required)
{
    uint32_t names = 0;
    for (size_t index = 0; index < m_witnesses.size(); ++index)
        if (m_witnesses[index].names->contains(name))
            names |= uint32_t(1) << index;
    Named named{{}, required};
    addVariants(m_writer.m_terminals.name(name), requirements, names, named.variants);
    for (Variant& variant : named.variants)
        variant.lost = 0; // such a name comes once
    m_named.push_back(std::move(named));
}

void SchemaObjectGrammar::addOther(RegexId name, const Atom& atom)
{
    addVariants(name, atom.requirements, atom.found, m_others);
}

void SchemaObjectGrammar::chooseCounting()
{
    const uint64_t names = m_named.size();
    const uint64_t required = uint64_t(std::count_if(
        m_named.begin(), m_named.end(), [](const Named& named) { return named.required; }));
    if (m_shape.min > names + (m_others.empty() ? 0 : 1) && m_shape.minPosition != nullptr)
        refuseUnenforceable(
            *m_shape.minPosition, "additional names could occur twice, so they can't be counted");
    if (m_shape.min > required) {
        m_min = m_shape.min;
        m_countTo = std::min(m_min, names);
    }
    if (m_shape.max && (*m_shape.max < names || !m_others.empty()))
        m_countTo = std::min(*m_shape.max, names);
    m_countTo = std::max<uint64_t>(m_countTo, 1);
    if ((m_countTo + 1) * m_sets * (names + 1) > SchemaGrammar::maxStates && m_countTo * m_sets > 1)
        refuseUnenforceable(m_shape.minPosition != nullptr ? *m_shape.minPosition
                                                           : *SchemaRequirement::always().node,
            "there are too many members to count");
}

Grammar::NodeId SchemaObjectGrammar::variants(const std::vector<Variant>& variants) const
{
    std::vector<NodeId> texts;
    for (const Variant& variant : variants)
        texts.push_back(variant.text);
    return m_grammar.choice(texts);
}

// What may follow the names before this one, if `count` members are there already.
Grammar::NodeId SchemaObjectGrammar::after(const Named& named, uint64_t count, uint32_t missing,
    const std::vector<std::vector<NodeId>>& following)
{
    std::vector<NodeId> choices;
    if (!named.required)
        choices.push_back(following[count][missing]);
    if (!m_shape.max || count < *m_shape.max)
        for (const Variant& variant : named.variants)
            choices.push_back(
                m_grammar.sequence({count > 0 ? m_writer.m_comma : m_grammar.empty(), variant.text,
                    following[std::min(count + 1, m_countTo)][missing & ~variant.found]}));
    return m_grammar.choice(choices);
}

// What may follow the last name.
Grammar::NodeId SchemaObjectGrammar::others(uint64_t count, uint32_t missing)
{
    if (m_others.empty())
        return missing == 0 && count >= m_min ? m_grammar.empty() : m_grammar.nothing();
    return m_sets == 1 ? countedOthers(count) : othersWithWitness(count, missing);
}

Grammar::NodeId SchemaObjectGrammar::countedOthers(uint64_t count)
{
    const int64_t max
        = m_shape.max ? int64_t(*m_shape.max - std::min(count, *m_shape.max)) : Grammar::unlimited;
    const uint64_t needed = m_min - std::min(count, m_min);
    if (needed > 1)
        return m_grammar.nothing();
    if (max == 0)
        return needed == 0 ? m_grammar.empty() : m_grammar.nothing();
    const NodeId other = variants(m_others);
    const NodeId withComma = m_grammar.sequence({m_writer.m_comma, other});
    if (count > 0)
        return m_grammar.repeat(withComma, int64_t(needed), max);
    const int64_t further = max == Grammar::unlimited ? max : max - 1;
    const NodeId some = m_grammar.sequence({other, m_grammar.repeat(withComma, 0, further)});
    return needed > 0 ? some : m_grammar.optional(some);
}

// A rule for every number of members so far and every set of missing witnesses.
Grammar::NodeId SchemaObjectGrammar::othersWithWitness(uint64_t count, uint32_t missing)
{
    const SchemaJson& location = *m_witnesses.front().location;
    const uint64_t last = std::max<uint64_t>(m_shape.max.value_or(m_min), 1);
    if ((last + 1) * m_sets > SchemaGrammar::maxStates)
        refuseUnenforceable(location, "the object may have too many members");
    const auto findRule = [&](uint64_t there, uint32_t set) {
        return m_otherRules[size_t(std::min(there, last) * m_sets + set)];
    };
    if (!m_otherRules.empty())
        return m_grammar.reference(findRule(count, missing));
    for (uint64_t state = 0; state < (last + 1) * m_sets; ++state)
        m_otherRules.push_back(m_grammar.declareRule("members " + std::to_string(state)));
    for (uint64_t there = 0; there <= last; ++there)
        for (uint32_t set = 0; set < m_sets; ++set) {
            std::vector<NodeId> choices;
            if (set == 0 && there >= m_min)
                choices.push_back(m_grammar.empty());
            // Two that the schema does not list may have one name; the first of them counts.
            if ((!m_shape.max || there < *m_shape.max) && there + 1 >= m_min)
                for (const Variant& other : m_others)
                    choices.push_back(m_grammar.sequence(
                        {there > 0 ? m_writer.m_comma : m_grammar.empty(), other.text,
                            m_grammar.reference(
                                findRule(there + 1, (set | other.lost) & ~other.found))}));
            m_grammar.defineRule(findRule(there, set), m_grammar.choice(choices));
        }
    return m_grammar.reference(findRule(count, missing));
}

} // namespace engine
