#pragma once

#include <QCommandLineParser>

#include "runtime/answer_engine.h"
#include "runtime/answer_settings.h"
#include "runtime/models/loaded_model.h"
#include <memory>

namespace app {

/// --model, --mmproj, --lora, --device, --threads, --cache-type, --context: the same for every
/// command.
void addModelOptions(QCommandLineParser& parser);

/// Loads what those options name, with a bar on stderr. `cacheTokens` is what the command needs
/// where --context says nothing; 0: as the model suggests. Throws UsageError or Error.
std::unique_ptr<runtime::LoadedModel> loadModel(
    const QCommandLineParser& parser, int64_t cacheTokens = 0);

/// Whether a command has the options of addDraftOptions().
enum class Drafts { None, AsOptionsSay };

/// The same as an engine that answers, ready.
std::unique_ptr<runtime::AnswerEngine> loadEngine(const QCommandLineParser& parser, Drafts drafts);

/// --max-tokens, --seed and the sampler's flags.
void addAnswerOptions(QCommandLineParser& parser, int maxTokens);

/// --schema, --regex, --grammar: what an answer must keep to.
void addFormOptions(QCommandLineParser& parser);

/// What those options say; a flag that is not given says nothing.
runtime::AnswerSettings answerSettings(const QCommandLineParser& parser);

/// --draft-model, --ngram-draft: how to guess ahead. The answers stay the same.
void addDraftOptions(QCommandLineParser& parser);

} // namespace app
