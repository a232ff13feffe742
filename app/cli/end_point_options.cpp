#include "app/cli/end_point_options.h"

#include "app/cli/text_file.h"
#include "services/hub/hub_access.h"
#include "services/network/contacted_hosts.h"
#include "services/refuse.h"
#include "services/remote/end_point_inquiry.h"
#include "services/remote/remote_engine.h"
#include "services/system/paths.h"

#include <QEventLoop>

#include <algorithm>

namespace app {

namespace {

using services::refuse;

// Never an argument, which others on this machine can read.
QByteArray keyOf(const QCommandLineParser& parser)
{
    const QByteArray given = parser.isSet("api-key-file")
        ? QByteArray::fromStdString(readTextFile(parser.value("api-key-file")))
        : qgetenv("VIGNETTE_API_KEY");
    const auto key = services::tokenFrom(given);
    if (!key)
        refuse("The API key holds spaces or other strange characters.");
    return *key;
}

QList<services::OfferedModel> modelsAt(const QString& address, const QByteArray& key)
{
    services::Network network(nullptr, services::Network::ThisComputer::WithoutProxy);
    services::EndPointInquiry inquiry(network, address, key, {}, {});
    QEventLoop loop;
    QList<services::OfferedModel> offered;
    QString problem;
    QObject::connect(&inquiry, &services::EndPointInquiry::found, &loop,
        [&](const QList<services::OfferedModel>& all) {
            offered = all;
            loop.quit();
        });
    QObject::connect(&inquiry, &services::EndPointInquiry::failed, &loop,
        [&](const services::RemoteFailure& failure) {
            problem = sentenceOf(failure);
            loop.quit();
        });
    loop.exec();
    if (!problem.isEmpty())
        refuse(problem);
    return offered;
}

QString onlyModelAt(const QString& address, const QByteArray& key)
{
    const QList<services::OfferedModel> offered = modelsAt(address, key);
    if (offered.size() == 1)
        return offered.first().name;
    QStringList names;
    for (const services::OfferedModel& model :
        offered.first(std::min<qsizetype>(offered.size(), 20)))
        names << model.name;
    refuse(offered.isEmpty()
            ? QStringLiteral("%1 offers no models.").arg(services::hostOf(address))
            : QStringLiteral("%1 offers several models; --model names one of them: %2")
                  .arg(services::hostOf(address), names.join(QStringLiteral(", "))));
}

} // namespace

void addEndPointOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"endpoint",
            "A server that speaks OpenAI's interface, as http://127.0.0.1:8000/v1; --model is the "
            "name "
            "of one of its models.",
            "URL"},
        {"api-key-file", "The key for it; without the option, VIGNETTE_API_KEY of the environment.",
            "FILE"},
    });
}

RemoteChoice remoteChoice(const QCommandLineParser& parser)
{
    RemoteChoice choice;
    choice.address = services::endPointAddress(parser.value("endpoint"));
    choice.key = keyOf(parser);
    services::ContactedHosts(services::paths::contactFile()).add(QUrl(choice.address).host());
    choice.model
        = parser.isSet("model") ? parser.value("model") : onlyModelAt(choice.address, choice.key);
    return choice;
}

std::unique_ptr<runtime::AnswerEngine> remoteEngine(
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host)
{
    const RemoteChoice choice = remoteChoice(parser);
    services::RemoteEngineOptions options;
    options.endPoint.address = choice.address;
    if (parser.optionNames().contains("jobs"))
        options.endPoint.atOnce = parser.value("jobs").toInt();
    options.model = choice.model;
    options.key = [key = choice.key](const auto& done) { done({key, {}}); };
    options.thread = std::make_shared<services::RemoteThread>();
    return std::make_unique<services::RemoteEngine>(std::move(options), std::move(host));
}

} // namespace app
