#include "services/serving/join_program.h"

#include "services/system/local_message.h"
#include "services/system/single_instance.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QLocalSocket>
#include <QUrl>

namespace services {

namespace {

// And nowhere else.
bool isOnThisComputer(const QUrl& address)
{
    return address.scheme() == u"http" && address.host() == u"127.0.0.1"
        && address.userInfo().isEmpty() && address.port() > 0;
}

QJsonObject wishFor(const QString& model)
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
    if (!local_message::write(*socket, local_message::messageOf(wishFor(model)), timeoutMs)
        || !local_message::await(*socket, told, timeoutMs))
        return JoinAnswer{{}, QStringLiteral("does not answer")};
    const JoinedModel joined{told["address"].toString() + QStringLiteral("/v1"),
        told["model"].toString(), told["key"].toString().toLatin1(), socket};
    if (isOnThisComputer(QUrl(joined.address)) && !joined.key.isEmpty())
        return JoinAnswer{joined, {}};
    return JoinAnswer{{}, told["refusal"].toString(QStringLiteral("cannot be joined"))};
}

} // namespace services
