#pragma once

#include "engine/generate/job.h"
#include "engine/sampling/sampler_settings.h"
#include "services/generation/loaded_model.h"

#include <QCommandLineParser>

#include <memory>
#include <optional>

namespace app {

/// --model, --mmproj, --device, --threads, --cache-type, --context: the same for every command.
void addModelOptions(QCommandLineParser& parser);

/// Loads what those options name, with a bar on stderr. `cacheTokens` is what the command needs
/// where --context says nothing; 0: as the model suggests. Throws UsageError or Error.
std::unique_ptr<services::LoadedModel> loadModel(
    const QCommandLineParser& parser, int64_t cacheTokens = 0);

/// --max-tokens, --seed and the sampler's flags.
void addAnswerOptions(QCommandLineParser& parser, int maxTokens);

/// What those options say, as an unfilled job. Greedy unless a sampler flag is given.
engine::Job answerOptions(const QCommandLineParser& parser);

} // namespace app
