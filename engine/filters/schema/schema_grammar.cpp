#include "engine/filters/schema/schema_grammar.h"

#include "engine/filters/schema/schema_refusals.h"

namespace engine {

SchemaGrammar::SchemaGrammar(SchemaResolver& resolver)
    : m_resolver(resolver)
    , m_terminals(m_grammar.regexes())
    , m_space(m_grammar.terminal(m_terminals.space()))
    , m_comma(m_grammar.sequence({word(","), m_space}))
{
}

Grammar SchemaGrammar::write(const SchemaDemands& demands)
{
    m_grammar.setRoot(value(demands));
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

SchemaGrammar::NodeId SchemaGrammar::value(const SchemaDemands& demands)
{
    if (const auto found = m_values.find(demands); found != m_values.end())
        return found->second;
    if (demands.areImpossible())
        return m_grammar.nothing();
    std::vector<NodeId> scalars;
    Shapes containers;
    for (const JsonType type : jsonTypes)
        for (SchemaShape& shape : m_resolver.shapes(demands, type)) {
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
    m_values.emplace(demands, node);
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

} // namespace engine
