#pragma once

#include "engine/filters/filter.h"
#include "engine/generate/job.h"
#include "services/generation/generation_settings.h"

#include <memory>
#include <string>

namespace engine {
class TokenTrie;
} // namespace engine

namespace services {

class LoadedModel;
struct Prompt;

/// The constraints of JSON schemas for the vocabulary of one model. Remembers the last one, for the
/// answers of a batch have it in common. Belongs to one thread.
class SchemaConstraints {
public:
    /// Errors are those of engine::jsonSchemaConstraint.
    engine::ConstraintPtr constraint(const LoadedModel& model, const QString& schema);

private:
    std::shared_ptr<const engine::TokenTrie> m_trie; // made with the first one
    QString m_schema;
    engine::ConstraintPtr m_constraint;
};

/// What the generator is asked to do. Throws Error with a sentence if the schema of the settings
/// cannot be kept to.
engine::Job makeJob(const LoadedModel& model, Prompt prompt, const GenerationSettings& settings,
    SchemaConstraints& schemas);

} // namespace services
