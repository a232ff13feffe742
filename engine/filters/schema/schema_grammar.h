#pragma once

#include "engine/filters/grammar.h"
#include "engine/filters/schema/schema_resolver.h"
#include "engine/filters/schema/schema_terminals.h"

#include <map>
#include <string>
#include <vector>

namespace engine {

/// Writes the grammar of the JSON texts that meet requirements. Members come in the order of the schema,
/// members that it does not name after all others.
class SchemaGrammar {
public:
    /// The resolver must outlive this object.
    explicit SchemaGrammar(SchemaResolver& resolver);

    /// Returns the grammar of the values that meet the requirements. May be called once. Throws what
    /// SchemaResolver throws, and Error{Unsupported} for what no grammar can say.
    Grammar write(const SchemaRequirements& requirements);

private:
    using NodeId = Grammar::NodeId;
    using RuleId = Grammar::RuleId;
    using Shapes = std::vector<SchemaShape>;
    static constexpr size_t maxStates = 60'000; // of what one object or array has to remember

    struct Open {
        RuleId rule;
        Shapes containers;
        NodeId scalars;
    };

    /// Values with these requirements; what they contain is written later.
    NodeId value(const SchemaRequirements& requirements);
    NodeId boolean(const SchemaShape& shape);
    NodeId container(const SchemaShape& shape);

    NodeId array(const SchemaShape& shape);
    NodeId plainItems(const SchemaShape& shape);
    NodeId itemsWithWitness(const SchemaShape& shape);
    NodeId witnessItem(const SchemaShape& shape, uint64_t index, uint32_t found);
    NodeId differentItems(const SchemaShape& shape);
    std::vector<NodeId> fewValues(const SchemaShape& shape);

    NodeId object(const SchemaShape& shape);
    NodeId enclosed(const char* opening, NodeId content, const char* closing);
    NodeId word(std::string_view text) { return m_grammar.literal(text); }

    friend class SchemaObjectGrammar;

    SchemaResolver& m_resolver;
    Grammar m_grammar;
    SchemaTerminals m_terminals;
    NodeId m_space, m_comma;
    std::map<SchemaRequirements, NodeId> m_values;
    std::vector<Open> m_open;
};

} // namespace engine
