#include "engine/filters/schema/json_schema.h"

#include "engine/filters/grammar_constraint.h"
#include "engine/filters/schema/schema_grammar.h"
#include "engine/filters/schema/schema_refusals.h"
#include "kernels/error.h"

namespace engine {

ConstraintPtr jsonSchemaConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::string& schemaText)
{
    const SchemaJsonText text(schemaText);
    const SchemaReferences references(text);
    SchemaResolver resolver(references);
    Grammar grammar = [&] {
        try {
            return SchemaGrammar(resolver).write(SchemaDemand{&text.root()});
        } catch (const TextSetTooLarge& reason) {
            refuseUnenforceable(resolver.place(), reason.what());
        }
    }();
    if (!grammar.canFinish(grammar.root()))
        throw kernels::Error(
            kernels::ErrorKind::BadRequest, "The schema must allow a value, but it allows none.");
    return compileGrammar(std::move(trie), std::move(grammar));
}

} // namespace engine
