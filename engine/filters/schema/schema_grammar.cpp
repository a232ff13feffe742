#include "engine/filters/schema/schema_grammar.h"

#include "base/error.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/schema/schema_json.h"

#include <algorithm>
#include <bit>

namespace engine {

SchemaGrammar::SchemaGrammar(SchemaResolver& resolver)
    : m_resolver(resolver)
    , m_terminals(m_grammar.regexes())
    , m_space(m_grammar.terminal(m_terminals.space()))
    , m_comma(m_grammar.sequence({word(","), m_space}))
{
}

Grammar SchemaGrammar::write(const SchemaRequirements& requirements)
{
    m_grammar.setRoot(value(requirements));
    while (!m_open.empty()) {
        const Open open = std::move(m_open.back());
        m_open.pop_back();
        std::vector<NodeId> choices{open.scalars};
        for (const SchemaShape& shape : open.containers)
            choices.push_back(container(shape));
        m_grammar.defineRule(open.rule, m_grammar.choice(choices));
    }
    return std::move(m_grammar);
}

SchemaGrammar::NodeId SchemaGrammar::value(const SchemaRequirements& requirements)
{
    if (const auto found = m_values.find(requirements); found != m_values.end())
        return found->second;
    if (requirements.areImpossible())
        return m_grammar.nothing();
    std::vector<NodeId> scalars;
    Shapes containers;
    for (const JsonType type : jsonTypes)
        for (SchemaShape& shape : m_resolver.shapes(requirements, type)) {
            if (type == JsonType::Null)
                scalars.push_back(word("null"));
            else if (type == JsonType::Boolean)
                scalars.push_back(boolean(shape));
            else if (type == JsonType::Number)
                scalars.push_back(m_grammar.terminal(m_terminals.number(shape)));
            else if (type == JsonType::String)
                scalars.push_back(m_grammar.terminal(m_terminals.text(shape)));
            else
                containers.push_back(std::move(shape));
        }
    NodeId node = m_grammar.choice(scalars);
    if (!containers.empty()) {
        const RuleId rule = m_grammar.declareRule("value " + std::to_string(m_values.size()));
        m_open.push_back({rule, std::move(containers), node});
        node = m_grammar.reference(rule);
    }
    m_values.emplace(requirements, node);
    return node;
}

SchemaGrammar::NodeId SchemaGrammar::boolean(const SchemaShape& shape)
{
    return m_grammar.choice({shape.canBeTrue ? word("true") : m_grammar.nothing(),
        shape.canBeFalse ? word("false") : m_grammar.nothing()});
}

SchemaGrammar::NodeId SchemaGrammar::container(const SchemaShape& shape)
{
    return shape.type == JsonType::Array ? array(shape) : object(shape);
}

SchemaGrammar::NodeId SchemaGrammar::enclosed(
    const char* opening, NodeId content, const char* closing)
{
    return m_grammar.sequence({word(opening), m_space, content, m_space, word(closing)});
}

// Arrays of SchemaGrammar.

namespace {

constexpr uint64_t maxDifferent = 8; // values of which an array contains each at most once
constexpr size_t maxWitnesses = 4; // items that must be somewhere

int64_t countOrUnlimited(const std::optional<uint64_t>& max, uint64_t taken)
{
    return max ? int64_t(*max - taken) : Grammar::unlimited;
}

} // namespace

SchemaGrammar::NodeId SchemaGrammar::array(const SchemaShape& shape)
{
    if (shape.itemsDiffer != nullptr && shape.max.value_or(2) > 1)
        return enclosed("[", differentItems(shape), "]");
    if (!shape.someItems.empty())
        return enclosed("[", itemsWithWitness(shape), "]");
    return enclosed("[", plainItems(shape), "]");
}

// Builds the grammar from the last item back to the first: `following` is what may come after
// `index` items.
SchemaGrammar::NodeId SchemaGrammar::plainItems(const SchemaShape& shape)
{
    const uint64_t listed
        = std::min<uint64_t>(shape.prefix.size(), shape.max.value_or(~uint64_t(0)));
    const auto withComma = [&](uint64_t index, NodeId item) {
        return index == 0 ? item : m_grammar.sequence({m_comma, item});
    };
    NodeId following = m_grammar.empty();
    const bool hasRest = !shape.max || *shape.max > listed;
    if (hasRest) {
        const NodeId item = value(shape.rest);
        const uint64_t first = std::max<uint64_t>(listed, 1);
        const int64_t min = shape.min > first ? int64_t(shape.min - first) : 0;
        following
            = m_grammar.repeat(withComma(first, item), min, countOrUnlimited(shape.max, first));
        if (listed == 0) {
            following = m_grammar.sequence({item, following});
            following = shape.min == 0 ? m_grammar.optional(following) : following;
        }
    }
    for (uint64_t index = listed; index-- > 0;) {
        following = m_grammar.sequence({withComma(index, value(shape.prefix[index])), following});
        if (index >= shape.min)
            following = m_grammar.optional(following);
    }
    return following;
}

// A rule for every number of items so far and every set of witnesses still missing.
SchemaGrammar::NodeId SchemaGrammar::itemsWithWitness(const SchemaShape& shape)
{
    const auto& witnesses = shape.someItems;
    const SchemaJson& location = *witnesses.front().location;
    if (witnesses.size() > maxWitnesses)
        refuseUnenforceable(
            location, "more than " + std::to_string(maxWitnesses) + " kinds of required items");
    uint64_t last = std::max<uint64_t>({shape.prefix.size(), shape.min, 1});
    for (const SchemaShape::SomeItem& witness : witnesses)
        last = std::max(last, witness.from);
    last = shape.max.value_or(last); // more items are not told apart
    const uint32_t sets = uint32_t(1) << witnesses.size();
    if ((last + 1) * sets > maxStates)
        refuseUnenforceable(location, "the array may be too long");

    std::vector<RuleId> rules;
    for (uint64_t state = 0; state < (last + 1) * sets; ++state)
        rules.push_back(m_grammar.declareRule("items " + std::to_string(state)));
    const auto findRule = [&](uint64_t taken, uint32_t missing) {
        return m_grammar.reference(rules[size_t(std::min(taken, last) * sets + missing)]);
    };
    for (uint64_t taken = 0; taken <= last; ++taken)
        for (uint32_t missing = 0; missing < sets; ++missing) {
            std::vector<NodeId> choices;
            if (missing == 0 && taken >= shape.min)
                choices.push_back(m_grammar.empty());
            for (uint32_t found = 0; found < sets && (!shape.max || taken < *shape.max); ++found)
                if ((found & ~missing) == 0)
                    choices.push_back(m_grammar.sequence({taken > 0 ? m_comma : m_grammar.empty(),
                        witnessItem(shape, taken, found), findRule(taken + 1, missing & ~found)}));
            m_grammar.defineRule(rules[size_t(taken * sets + missing)], m_grammar.choice(choices));
        }
    return findRule(0, sets - 1);
}

// Item number `index` if it is to be the witnesses of the set `found`.
SchemaGrammar::NodeId SchemaGrammar::witnessItem(
    const SchemaShape& shape, uint64_t index, uint32_t found)
{
    SchemaRequirements requirements = shape.item(index);
    for (size_t witness = 0; witness < shape.someItems.size(); ++witness) {
        if ((found >> witness & 1) == 0)
            continue;
        if (index < shape.someItems[witness].from)
            return m_grammar.nothing();
        requirements.add(shape.someItems[witness].requirement);
    }
    return value(requirements);
}

// Builds arrays of few values, each of which may occur at most once, with a node for every set of
// those that have occurred.
SchemaGrammar::NodeId SchemaGrammar::differentItems(const SchemaShape& shape)
{
    const std::vector<NodeId> values = fewValues(shape);
    const uint32_t sets = uint32_t(1) << values.size();
    std::vector<NodeId> after(sets);
    for (uint32_t there = sets; there-- > 0;) {
        const uint64_t count = uint64_t(std::popcount(there));
        std::vector<NodeId> choices;
        if (count >= shape.min)
            choices.push_back(m_grammar.empty());
        for (size_t index = 0; index < values.size(); ++index)
            if ((there >> index & 1) == 0 && count < shape.max.value_or(values.size()))
                choices.push_back(m_grammar.sequence({count > 0 ? m_comma : m_grammar.empty(),
                    values[index], after[there | uint32_t(1) << index]}));
        after[there] = m_grammar.choice(choices);
    }
    return after[0];
}

// The values that an array of different items may hold, if they are few and have one spelling each.
std::vector<SchemaGrammar::NodeId> SchemaGrammar::fewValues(const SchemaShape& shape)
{
    std::vector<NodeId> values;
    bool areFew = shape.prefix.empty() && shape.someItems.empty();
    const auto addTexts = [&](const SchemaShape& item) {
        const auto texts
            = item.texts.empty() ? std::nullopt : item.texts.front().list(maxDifferent);
        areFew &= texts.has_value();
        for (const std::u32string& text : texts.value_or(std::vector<std::u32string>())) {
            SchemaShape one = item;
            one.texts.insert(one.texts.begin(), TextSet::exactly(text));
            values.push_back(m_grammar.terminal(m_terminals.text(one)));
        }
    };
    for (const JsonType type : jsonTypes)
        for (const SchemaShape& item : m_resolver.shapes(shape.rest, type)) {
            if (type == JsonType::Null)
                values.push_back(word("null"));
            else if (type == JsonType::String)
                addTexts(item);
            else if (type != JsonType::Boolean)
                areFew = false;
            if (type == JsonType::Boolean && item.canBeTrue)
                values.push_back(word("true"));
            if (type == JsonType::Boolean && item.canBeFalse)
                values.push_back(word("false"));
        }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase(values, m_grammar.nothing());
    if (!areFew || values.size() > maxDifferent)
        refuseUnenforceable(*shape.itemsDiffer,
            "unique items are only supported for at most " + std::to_string(maxDifferent)
                + " values, texts, true, false or null");
    return values;
}

ConstraintPtr jsonSchemaConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::string& schemaText)
{
    const SchemaJsonText text(schemaText);
    const SchemaReferences references(text);
    SchemaResolver resolver(references);
    Grammar grammar = [&] {
        try {
            return SchemaGrammar(resolver).write(SchemaRequirement{&text.root()});
        } catch (const TextSetTooLarge& reason) {
            refuseUnenforceable(resolver.location(), reason.what());
        }
    }();
    if (!grammar.canFinish(grammar.root()))
        throw base::Error(base::ErrorKind::BadRequest, "The schema doesn't allow any value.");
    return compileGrammar(std::move(trie), std::move(grammar));
}

} // namespace engine
