#pragma once

#include "engine/generate/generator_options.h"
#include "engine/generate/job.h"
#include "engine/sampling/sampler_settings.h"
#include "services/generation/loaded_model.h"

#include <QCommandLineParser>

#include <memory>
#include <optional>

namespace app {

/// --model, --mmproj, --lora, --device, --threads, --cache-type, --context: the same for every
/// command.
void addModelOptions(QCommandLineParser& parser);

/// Loads what those options name, with a bar on stderr. `cacheTokens` is what the command needs
/// where --context says nothing; 0: as the model suggests. Throws UsageError or Error.
std::unique_ptr<services::LoadedModel> loadModel(
    const QCommandLineParser& parser, int64_t cacheTokens = 0);

/// --max-tokens, --seed and the sampler's flags.
void addAnswerOptions(QCommandLineParser& parser, int maxTokens);

/// What those options say, as an unfilled job. Greedy unless a sampler flag is given.
engine::Job answerOptions(const QCommandLineParser& parser);

/// --schema, --regex, --grammar: what an answer must keep to.
void addConstraintOptions(QCommandLineParser& parser);

/// Adds what those options say. Throws Error with a sentence if it cannot be enforced.
void addConstraints(
    engine::Job& job, const QCommandLineParser& parser, const services::LoadedModel& model);

/// --draft-model, --ngram-draft: how to guess ahead. The answers stay the same.
void addDraftOptions(QCommandLineParser& parser);

/// The draft model, with a cache as large as the model's; null if there is none.
std::unique_ptr<services::LoadedModel> loadDraftModel(
    const QCommandLineParser& parser, services::LoadedModel& model);

/// `draft` must outlive the generator; may be null.
engine::GeneratorOptions generatorOptions(
    const QCommandLineParser& parser, services::LoadedModel* draft);

} // namespace app
