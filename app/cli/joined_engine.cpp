#include "app/cli/joined_engine.h"

#include "app/cli/output.h"
#include "services/remote/chat_request.h"
#include "services/remote/remote_engine.h"
#include "services/serving/join_program.h"
#include "services/system/paths.h"

namespace app {

namespace {

// They say how a model is loaded, which has been done already; and --heal, for which there is no field.
constexpr const char* optionsApart[] = {"heal", "mmproj", "lora", "device", "device-memory",
    "threads", "cache-type", "context", "exact", "layout-cache", "draft-model", "ngram-draft"};

// What is asked for and only a model that is loaded for it can do; empty: nothing.
QString whatNeedsItsOwn(const QCommandLineParser& parser, const runtime::AnswerSettings& settings)
{
    const QStringList given = parser.optionNames();
    for (const char* option : optionsApart)
        if (given.contains(QLatin1String(option)))
            return QStringLiteral("--") + QLatin1String(option);
    const QStringList missing
        = services::settingsThatLack(settings, services::serverKind("vignette"));
    return missing.join(QStringLiteral(", "));
}

void tellApart(const QString& why)
{
    printError("The model is loaded here: the program that runs " + why.toStdString() + ".");
}

std::unique_ptr<runtime::AnswerEngine> engineOf(const services::JoinedModel& joined,
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host)
{
    services::RemoteEngineOptions options;
    options.endPoint.address = joined.address;
    if (parser.optionNames().contains(QStringLiteral("jobs")))
        options.endPoint.atOnce = parser.value("jobs").toInt();
    options.model = joined.model;
    // The connection lives with the engine, and the end point with the connection.
    options.key = [key = joined.key, held = joined.connection](const auto& done) {
        done({key, {}});
    };
    options.thread = std::make_shared<services::RemoteThread>();
    return std::make_unique<services::RemoteEngine>(std::move(options), std::move(host));
}

} // namespace

void addApartOption(QCommandLineParser& parser)
{
    parser.addOption({"apart",
        "Load the model here, even if the window's program runs and has it in memory; without the "
        "option, that one answers."});
}

std::unique_ptr<runtime::AnswerEngine> joinedEngine(const QCommandLineParser& parser,
    const runtime::AnswerSettings& settings, std::shared_ptr<runtime::EngineHost> host)
{
    if (parser.isSet("apart"))
        return nullptr;
    const auto answer
        = services::joinProgram(services::paths::runtimeFolder(), parser.value("model"));
    if (!answer)
        return nullptr;
    const QString needed = whatNeedsItsOwn(parser, settings);
    if (!answer->joined)
        tellApart(answer->refusal);
    else if (!needed.isEmpty())
        tellApart(QStringLiteral("cannot be asked for this: ") + needed);
    else
        return engineOf(*answer->joined, parser, std::move(host));
    return nullptr;
}

} // namespace app
