#include "services/serving/joined_programs.h"

#include "services/generation/model_pool.h"
#include "services/server/server.h"
#include "services/serving/pool_models.h"
#include "services/system/single_instance.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QLocalSocket>
#include <QRandomGenerator>
#include <QUrl>

#include <array>
#include <exception>
#include <optional>

namespace services {

namespace {

// True for addresses on this computer and nowhere else.
bool isOnThisComputer(const QUrl& address)
{
    return address.scheme() == u"http" && address.host() == u"127.0.0.1"
        && address.userInfo().isEmpty() && address.port() > 0;
}

QJsonObject requestFor(const QString& model)
{
    QJsonArray paths{QString()};
    if (!model.isEmpty()) {
        const QFileInfo file(model);
        paths = {QDir::cleanPath(file.absoluteFilePath())};
        if (file.exists())
            paths << file.canonicalFilePath();
    }
    return {{"want", "model"}, {"paths", paths}};
}

} // namespace

std::optional<JoinAnswer> joinProgram(const QString& folder, const QString& model, int timeoutMs)
{
    if (folder.isEmpty())
        return std::nullopt;
    const auto socket = std::make_shared<QLocalSocket>();
    socket->connectToServer(SingleInstance::socketIn(folder));
    if (!socket->waitForConnected(timeoutMs))
        return std::nullopt;
    QJsonObject told;
    if (!local_message::write(*socket, local_message::encode(requestFor(model)), timeoutMs)
        || !local_message::await(*socket, told, timeoutMs))
        return JoinAnswer{{}, QStringLiteral("doesn't respond")};
    const JoinedModel joined{told["address"].toString() + QStringLiteral("/v1"),
        told["model"].toString(), told["key"].toString().toLatin1(), socket};
    if (isOnThisComputer(QUrl(joined.address)) && !joined.key.isEmpty())
        return JoinAnswer{joined, {}};
    return JoinAnswer{{}, told["refusal"].toString(QStringLiteral("can't share its model"))};
}

using server::Server;

namespace {

// 256 bits that nobody can guess, in hexadecimal digits.
QByteArray newKey()
{
    std::array<quint32, 8> bits;
    QRandomGenerator::system()->fillRange(bits.data(), qsizetype(bits.size()));
    return QByteArray(reinterpret_cast<const char*>(bits.data()), sizeof bits).toHex();
}

bool isInMemory(const ModelState& state)
{
    return state.stage == ModelState::Stage::Ready || state.stage == ModelState::Stage::Loading;
}

// The model in memory that has one of these paths. No file is looked at.
std::optional<ModelId> residentAmong(const QJsonArray& paths, const ModelPool& pool)
{
    for (const ModelId& model : pool.registry().resident())
        for (const QJsonValue& path : paths)
            if (QDir::cleanPath(path.toString()) == QDir::cleanPath(toString(model))
                && isInMemory(pool.registry().state(model)))
                return model;
    return std::nullopt;
}

QJsonObject rejection(const QString& why)
{
    return {{"refusal", why}};
}

} // namespace

JoinedPrograms::JoinedPrograms(const ModelPool& pool, const PoolModels& models, QObject* parent)
    : QObject(parent)
    , m_pool(pool)
    , m_models(models)
{
}

JoinedPrograms::~JoinedPrograms()
{
    for (const auto& server : std::as_const(m_servers))
        server->stop(std::chrono::milliseconds(0));
    m_worker.wait();
}

void JoinedPrograms::answer(const QJsonObject& request, QLocalSocket* client)
{
    if (request["want"] != QLatin1String("model"))
        return;
    client->setParent(this);
    const std::optional<ModelId> model = residentAmong(request["paths"].toArray(), m_pool);
    QJsonObject told;
    if (!model)
        told = rejection(QStringLiteral("hasn't loaded this model"));
    else if (count() >= most)
        told = rejection(QStringLiteral("is already used by too many programs"));
    else
        told = open(*model, client);
    connect(client, &QLocalSocket::disconnected, this, [this, client] { close(client); });
    client->write(local_message::encode(told));
    if (!m_servers.contains(client))
        client->disconnectFromServer();
}

QJsonObject JoinedPrograms::open(const ModelId& model, QLocalSocket* client)
try {
    const QByteArray key = newKey();
    const QString id = m_models.findId(model);
    server::ServerOptions options;
    options.access.keys = {key.toStdString()};
    // The window's settings are not used: the other program sends whatever differs from the
    // defaults.
    const server::ServedModel served{
        .id = (id.isEmpty() ? QStringLiteral("model") : id).toStdString(),
        .engine = m_pool.engine(model),
        .isLoadedWhenAsked = true};
    const auto server = std::make_shared<Server>(
        options, std::make_shared<server::FixedModels>(std::vector{served}));
    server->start();
    m_servers[client] = server;
    return {{"address", QString::fromStdString(server->address())},
        {"model", QString::fromStdString(served.id)}, {"key", QString::fromLatin1(key)}};
} catch (const std::exception& error) {
    return rejection(QStringLiteral("can't share its model: ") + QString::fromUtf8(error.what()));
}

// Nobody reads its answers any more.
void JoinedPrograms::close(QLocalSocket* client)
{
    client->deleteLater();
    if (const auto server = m_servers.take(client))
        m_worker.post([server] { server->stop(std::chrono::milliseconds(0)); });
}

} // namespace services
