#pragma once

#include "app/cli/output.h"
#include "runtime/answer_engine.h"
#include "runtime/answer_request.h"
#include "runtime/models/loaded_model.h"
#include "vision/towers/vision_config.h"

#include <QCommandLineParser>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// Adds --model, --mmproj, --lora, --device, --threads, --cache-type and --context, which are the
/// same for every command.
void addModelOptions(QCommandLineParser& parser);

/// What takes the place of the options of these names, unless it is empty; `products` that of --exact.
struct InsteadOfOptions {
    QString model, cacheType;
    std::optional<kernels::Products> products;
};

/// Loads the model that these options name and shows the progress on stderr. `cacheTokens` is the
/// size of the cache if --context is not given; 0: as the model suggests. Throws UsageError or
/// Error.
std::unique_ptr<runtime::LoadedModel> loadModel(const QCommandLineParser& parser,
    int64_t cacheTokens = 0, const InsteadOfOptions& instead = {});

/// Whether a command has the options of addDraftOptions().
enum class Drafts { None, AsOptionsSay };

/// Does the same, and returns an engine that is ready to answer, with the draft that the options
/// name. `warn` receives warnings on any thread and as long as the program runs. `model` takes the place
/// of --model, unless it is empty.
std::unique_ptr<runtime::AnswerEngine> loadLocalEngine(const QCommandLineParser& parser,
    Drafts drafts, const std::function<void(const std::string& message)>& warn,
    const QString& model = {});

/// Returns an engine like loadLocalEngine(); or one of a remote model, which the options of
/// addProviderOptions() name; or, with addApartOption(), the engine of the running program.
/// `settings` are those of the later requests. Warnings are printed.
std::unique_ptr<runtime::AnswerEngine> loadEngine(
    const QCommandLineParser& parser, Drafts drafts, const runtime::AnswerSettings& settings = {});

/// Adds --max-tokens, --seed and the options of the sampler.
void addAnswerOptions(QCommandLineParser& parser, int maxTokens);

/// Adds --schema, --regex and --grammar, which the answer must satisfy.
void addFormOptions(QCommandLineParser& parser);

/// The settings that these options give. An option that is not given sets nothing.
runtime::AnswerSettings answerSettings(const QCommandLineParser& parser);

/// The values of a repeatable option.
std::vector<std::string> optionValues(const QCommandLineParser& parser, const QString& name);

/// Adds --image-tokens, the most tokens that an image may take, or a detail (services::pictureDetails()).
void addImageTokensOption(QCommandLineParser& parser);

/// Its value, see vision::withImageTokens(). Throws UsageError, also if images shall be cut into tiles and
/// `vision`, if it is known, can't.
int64_t imageTokens(
    const QCommandLineParser& parser, const std::optional<vision::VisionConfig>& vision);

/// Adds --draft-model and --ngram-draft, which choose a way of speculation. The answers stay the
/// same.
void addDraftOptions(QCommandLineParser& parser);

/// Adds --endpoint and --api-key-file, which let another machine answer.
void addProviderOptions(QCommandLineParser& parser);

/// A model on another machine.
struct RemoteChoice {
    QString address, model;
    QByteArray key; ///< empty: none
};

/// The one that --model names at the remote server that --endpoint names; without --model the only
/// one there. Asks the remote server then, and notes that it was contacted. Throws UsageError or
/// Error.
RemoteChoice remoteChoice(const QCommandLineParser& parser);

/// An engine of remoteChoice(), which is not loaded yet.
std::unique_ptr<runtime::AnswerEngine> remoteEngine(
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host);

/// Adds --apart, which keeps a command from using a program that runs.
void addApartOption(QCommandLineParser& parser);

/// The engine of the program that this user runs, if that has the model of these options in memory, so
/// that it is there once; not loaded yet. Null: the model is to be loaded here, because --apart says so,
/// because no program runs, or for a reason that is printed.
std::unique_ptr<runtime::AnswerEngine> joinedEngine(const QCommandLineParser& parser,
    const runtime::AnswerSettings& settings, std::shared_ptr<runtime::EngineHost> host);

} // namespace app
