#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "app/end_signals.h"
#include "runtime/answers/encoder_engine.h"
#include "services/documents/answers/citations.h"
#include "services/documents/library/document_questions.h"
#include "services/generation/answer_settings.h"
#include "services/network/network.h"
#include "services/network/public_downloads.h"
#include "services/server/server.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"

#include <QCoreApplication>

#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <span>

namespace app {

namespace {

using services::server::FixedModels;
using services::server::ServedModel;
using services::server::Server;
using services::server::ServerOptions;

/// Keeps warnings until the line with the address is printed, which comes first.
class LateWarnings {
public:
    void add(const std::string& message)
    {
        const std::lock_guard lock(m_mutex);
        if (m_isOpen)
            printError(message);
        else
            m_kept.push_back(message);
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        for (const std::string& message : m_kept)
            printError(message);
    }

private:
    std::mutex m_mutex; // guards what follows
    bool m_isOpen = false;
    std::vector<std::string> m_kept;
};

void addServeOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        withDefault("host",
            "Listen address; an API key is required if other computers can reach it.", "HOST",
            "127.0.0.1"),
        withDefault("port", "Port; 0: automatic.", "PORT", "8080"),
        {"api-key-file", "File of API keys, one per line; clients must send one of them.", "FILE"},
        {"allow-host", "A host name that clients use for this computer; repeatable.", "NAME"},
        {"allow-origin", "An allowed web origin, such as https://chat.example; repeatable.",
            "ORIGIN"},
        {"allow-image-urls",
            "A host, such as images.example or images.example:8080, from which the images of "
            "http and https URLs are downloaded; repeatable.",
            "HOST"},
        {"documents",
            "Let clients search the indexed documents and get answers with sources from them."},
        {"reranker",
            "With --documents: a reranker that reads the best passages and puts them in order.",
            "MODEL"},
        {"embedding",
            "An embedding model to serve, also used to search documents: a sentence-transformers "
            "folder, a GGUF file, or the name of a downloaded model.",
            "MODEL"},
        withDefault("keep-alive",
            "Seconds of silence after which a stream sends a comment; 0: never.", "SECONDS", "10"),
        withDefault("parallel", "Max parallel requests; others are queued.", "N", "64"),
    });
}

ServerOptions serverOptions(const QCommandLineParser& parser)
{
    ServerOptions options;
    options.host = parser.value("host").toStdString();
    options.port = int(integerOption(parser, "port", 0, 65535));
    options.parallel = int(integerOption(parser, "parallel", 1, 256));
    options.keepAlive = std::chrono::seconds(integerOption(parser, "keep-alive", 0, 3600));
    options.access.hosts = optionValues(parser, "allow-host");
    options.access.origins = optionValues(parser, "allow-origin");
    if (parser.isSet("api-key-file"))
        options.access.keys
            = services::server::readKeys(parser.value("api-key-file").toStdString());
    return options;
}

// The answer settings that the user saved in the window for `model`.
runtime::AnswerSettings savedAnswerSettings(const QString& model)
{
    const services::Settings settings(services::paths::settingsFile());
    return services::servedAnswerSettings(
        settings, runtime::ModelId::fromText(model.toStdString()));
}

ServedModel served(
    std::shared_ptr<runtime::AnswerEngine> engine, const runtime::AnswerSettings& usual)
{
    const std::string name = engine->describe().summary.name;
    return {name, std::move(engine), usual, std::time(nullptr)};
}

ServedModel servedModel(
    const QCommandLineParser& parser, const std::shared_ptr<LateWarnings>& warnings)
{
    const QString model = parser.value("model");
    if (runtime::isEncoderModel(model.toStdU16String()))
        return served(std::make_shared<runtime::EncoderEngine>(model.toStdU16String()), {});
    const auto warn = [warnings](const std::string& message) { warnings->add(message); };
    return served(loadLocalEngine(parser, Drafts::AsOptionsSay, warn), savedAnswerSettings(model));
}

} // namespace

namespace {

/// The documents of a store, for one client at a time.
class StoredDocuments {
public:
    explicit StoredDocuments(const QCommandLineParser& parser)
        : m_questions(storeLocation(parser))
    {
        const auto store = openExistingStore(parser); // throws if it isn't there
        auto encoder = loadEncoder(parser);
        if (encoder)
            requireVectors(*store, *encoder);
        m_questions.setEncoder(std::move(encoder));
        m_questions.setThreshold(answerThreshold(parser));
        m_questions.setReranker(loadReranker(parser));
    }

    services::Found find(const QString& question, int count, const std::function<bool()>& isGone)
    {
        const std::lock_guard lock(m_mutex);
        return m_questions.find(question, count, {}, isGone);
    }

private:
    std::mutex m_mutex; // guards what follows
    services::DocumentQuestions m_questions;
};

/// An answer checker, for one answer at a time.
class SharedChecker {
public:
    explicit SharedChecker(std::unique_ptr<services::StatementChecker> checker)
        : m_checker(std::move(checker))
    {
    }

    std::vector<services::Citation> check(
        const std::string& answer, std::span<const std::string> passages)
    {
        const std::lock_guard lock(m_mutex);
        return services::citationsIn(answer, passages, m_checker.get());
    }

private:
    std::mutex m_mutex; // guards what follows
    std::unique_ptr<services::StatementChecker> m_checker;
};

} // namespace

int runServe(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Runs an OpenAI-compatible HTTP server: chat, completions, "
                                     "embeddings. Stop it with SIGTERM.");
    addModelOptions(parser);
    addDraftOptions(parser);
    addServeOptions(parser);
    addCheckerOption(parser);
    addStoreOption(parser);
    addThresholdOption(parser);
    parse(parser, "vignette-cli serve", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli serve takes options only");
    ServerOptions options = serverOptions(parser);
    services::ContactedHosts contacted(services::paths::contactFile());
    const services::PublicDownloads downloads(optionValues(parser, "allow-image-urls"));
    QObject::connect(&downloads, &services::PublicDownloads::contacted, &contacted,
        &services::ContactedHosts::add);
    if (parser.isSet("allow-image-urls"))
        options.downloadImage = std::bind_front(&services::PublicDownloads::get, &downloads);

    if (parser.isSet("documents"))
        options.findDocuments
            = std::bind_front(&StoredDocuments::find, std::make_shared<StoredDocuments>(parser));
    for (const char* option : {"checker", "reranker", "threshold"})
        if (parser.isSet(option) && !parser.isSet("documents"))
            throw UsageError("--" + std::string(option) + " needs --documents");
    if (parser.isSet("checker"))
        options.checkAnswer = std::bind_front(
            &SharedChecker::check, std::make_shared<SharedChecker>(loadChecker(parser)));
    const auto warnings = std::make_shared<LateWarnings>();
    std::vector<ServedModel> models{servedModel(parser, warnings)};
    if (parser.isSet("embedding"))
        models.push_back(served(
            std::make_shared<runtime::EncoderEngine>(embeddingModel(parser).toStdU16String()), {}));
    Server server(options, std::make_shared<FixedModels>(std::move(models)));
    const EndSignals endSignals;
    server.start();
    printText("Listening on " + server.address() + "\n");
    warnings->open();
    QCoreApplication::exec();
    server.stop();
    return 0;
}

} // namespace app
