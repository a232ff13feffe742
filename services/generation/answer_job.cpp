#include "services/generation/answer_job.h"

#include "engine/filters/schema/json_schema.h"
#include "engine/filters/token_trie.h"
#include "services/generation/loaded_model.h"
#include "services/generation/prompt_builder.h"

#include <algorithm>
#include <utility>

namespace services {

engine::ConstraintPtr SchemaConstraints::constraint(const LoadedModel& model, const QString& schema)
{
    if (m_constraint && schema == m_schema)
        return m_constraint;
    if (!m_trie)
        m_trie = engine::TokenTrie::build(model.tokenizer());
    m_constraint = engine::jsonSchemaConstraint(m_trie, schema.toStdString());
    m_schema = schema;
    return m_constraint;
}

engine::Job makeJob(const LoadedModel& model, Prompt prompt, const GenerationSettings& settings,
    SchemaConstraints& schemas)
{
    engine::Job job;
    job.ids = std::move(prompt.ids);
    job.images = std::move(prompt.images);
    job.maxNewTokens = std::max<int64_t>(settings.maxTokens, 1);
    job.stopTokens = model.endTokens();
    for (const QString& text : settings.stopStrings)
        job.stopStrings.push_back(text.toStdString());
    job.sampling = {.temperature = settings.temperature,
        .topK = settings.topK,
        .topP = settings.topP,
        .minP = settings.minP,
        .repetitionPenalty = settings.repetitionPenalty,
        .presencePenalty = settings.presencePenalty,
        .frequencyPenalty = settings.frequencyPenalty,
        .typical = settings.typical};
    if (!settings.schema.trimmed().isEmpty())
        job.constraints.push_back(schemas.constraint(model, settings.schema));
    job.seed = settings.seed;
    job.decodeSpecialTokens = false;
    return job;
}

} // namespace services
