#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/downloads/download_queue.h"
#include "services/downloads/file_download.h"
#include "services/downloads/model_downloads.h"
#include "services/downloads/partial_file.h"
#include "services/hub/model_inquiry.h"
#include "services/hub/token_keeper.h"
#include "services/models/load_settings.h"
#include "services/network/network.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"
#include "services/text.h"

#include <QEventLoop>
#include <QFileInfo>

namespace app {

using services::Download;
using services::reject;

services::HubAccess hubAccess()
{
    services::Settings settings(services::paths::settingsFile());
    services::TokenKeeper tokens(settings);
    services::Outcome<services::HubAccess> told;
    QEventLoop loop;
    tokens.ask(&loop, [&](const services::Outcome<services::HubAccess>& outcome) {
        told = outcome;
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    if (!told.value)
        reject(told.error);
    if (told.value->token.isEmpty() && !tokens.problem().isEmpty())
        printError(tokens.message().toStdString());
    return *told.value;
}

namespace {

services::ModelOffer offerFor(services::HubClient& hub, const services::ModelRequest& request)
{
    services::ModelInquiry inquiry(hub, request, {services::freeMemory(), forecastHere});
    QEventLoop loop;
    services::ModelOffer found;
    QString problem;
    QObject::connect(
        &inquiry, &services::ModelInquiry::found, &loop, [&](const services::ModelOffer& offer) {
            found = offer;
            loop.quit();
        });
    QObject::connect(&inquiry, &services::ModelInquiry::failed, &loop, [&](const QString& message) {
        problem = message;
        loop.exit(1);
    });
    if (loop.exec() != 0)
        reject(problem);
    return found;
}

void describe(const services::ModelOffer& offer)
{
    printError(offer.model.name + ", " + sizeText(offer.bytes())
        + (offer.license.isEmpty() ? std::string() : ", license " + offer.license.toStdString())
        + (offer.model.canSee() ? ", vision" : "") + ", needs " + sizeText(offer.neededMemory)
        + " of memory");
    for (const QString& remark : offer.remarks)
        printError(remark.toStdString());
    if (const auto forecast = forecastHere(offer.model))
        printError(services::forecastText(*forecast).toStdString());
}

void requireRoom(const QList<services::DownloadOrder>& orders)
{
    qint64 bytes = 0;
    for (const services::DownloadOrder& order : orders)
        bytes += services::PartialFile::roomFor(order);
    const QString problem
        = services::spaceProblem(QFileInfo(orders.first().path).absolutePath(), bytes);
    if (!problem.isEmpty())
        reject(problem);
}

std::string progressText(const Download& download)
{
    std::string text = sizeText(download.done) + " of " + sizeText(download.order.bytes);
    if (download.bytesPerSecond > 0)
        text += ", " + sizeText(qint64(download.bytesPerSecond)) + "/s, "
            + std::to_string(download.secondsLeft()) + " s left";
    return text;
}

void fetch(const services::DownloadOrder& order, services::ContactedHosts& hosts)
{
    const std::string name = QFileInfo(order.path).fileName().toStdString();
    ProgressBar bar(name);
    services::DownloadQueue queue;
    QEventLoop loop;
    QString problem;
    QObject::connect(&queue, &services::DownloadQueue::changed, &loop, [&](int id) {
        const Download& download = *queue.find(id);
        bar.show(double(download.done) / double(order.bytes), progressText(download));
        problem = download.sentence;
        if (download.phase == Download::Phase::Done || download.phase == Download::Phase::Failed)
            loop.quit();
    });
    QObject::connect(
        &queue, &services::DownloadQueue::contacted, &hosts, &services::ContactedHosts::add);
    queue.add(order);
    loop.exec();
    if (!problem.isEmpty())
        reject(problem);
}

} // namespace

int getModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Downloads a GGUF model with its vision encoder, or a model that is a folder with "
        "safetensors "
        "files, and prints its path. Unsupported models are rejected before the download. To "
        "resume an interrupted download, run the same command "
        "again. HF_ENDPOINT sets another hub than huggingface.co, HF_TOKEN the access token.");
    parser.addPositionalArgument("OWNER/NAME[:QUANT]",
        "a repository or its URL; without QUANT (such as Q4_K_M), the best fit for this computer");
    parse(parser, "vignette-cli models get", arguments);
    const QString text = parser.positionalArguments().value(0);
    const auto request = services::parseModelRequest(text);
    if (!request || parser.positionalArguments().size() != 1)
        throw UsageError(
            "vignette-cli models get takes one OWNER/NAME[:QUANT] or the URL of a repository");

    services::HubClient hub(hubAccess());
    services::ContactedHosts hosts(services::paths::contactFile());
    QObject::connect(&hub, &services::HubClient::contacted, &hosts, &services::ContactedHosts::add);
    const services::ModelOffer offer = offerFor(hub, *request);
    describe(offer);
    const QString folder = services::paths::modelFolder();
    const auto orders = services::ordersFor(offer, hub.access(), folder);
    requireRoom(orders);
    for (const services::DownloadOrder& order : orders)
        fetch(order, hosts);
    printText(services::targetPath(offer, folder).toStdString() + "\n");
    return 0;
}

} // namespace app
