#include "services/system/single_instance.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QLockFile>
#include <QTimer>
#include <QtEndian>

#include <algorithm>
#include <optional>

namespace services {

namespace {

// A message is a length of four bytes, big endian, and a JSON object of so many bytes:
//   {"files": ["/home/…"], "action": "new-chat", "token": "…"}
// The answer is one byte.
constexpr qint64 lengthBytes = 4;
constexpr char taken = 'y';
constexpr int clientPatience = 5000; // milliseconds for a whole message
constexpr qsizetype maxTokenCharacters = 1000;

QByteArray toMessage(const StartRequest& request)
{
    const QJsonObject object{{"files", QJsonArray::fromStringList(request.files)},
        {"action", request.action}, {"token", request.activationToken}};
    const QByteArray json = QJsonDocument(object).toJson(QJsonDocument::Compact);
    QByteArray length(lengthBytes, '\0');
    qToBigEndian(quint32(json.size()), length.data());
    return length + json;
}

// Of a request that is too long, as many files as a message holds.
QByteArray fittingMessage(StartRequest request)
{
    QByteArray message = toMessage(request);
    const qsizetype asked = request.files.size();
    while (message.size() > lengthBytes + SingleInstance::maxMessageBytes
        && !request.files.isEmpty()) {
        const qsizetype files = request.files.size();
        const qsizetype share = files * SingleInstance::maxMessageBytes / message.size();
        request.files = request.files.mid(0, std::min(share, files - 1));
        message = toMessage(request);
    }
    if (request.files.size() < asked)
        qWarning("Only the first %d files could be handed over", int(request.files.size()));
    return message;
}

// Nothing unless it is what toMessage makes: whoever can open the socket could write anything.
std::optional<StartRequest> requestFrom(const QByteArray& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return std::nullopt;
    StartRequest request;
    const QJsonArray files = document["files"].toArray();
    for (const auto file : files) {
        const QString path = file.toString();
        if (!QDir::isAbsolutePath(path) || path.contains(QChar::Null))
            return std::nullopt;
        request.files << path;
    }
    request.action = document["action"].toString();
    request.activationToken = document["token"].toString();
    if (request.activationToken.size() > maxTokenCharacters)
        return std::nullopt;
    return request;
}

bool writeAll(QLocalSocket& socket, const QByteArray& bytes, int timeoutMs)
{
    QElapsedTimer clock;
    clock.start();
    socket.write(bytes);
    while (socket.bytesToWrite() > 0)
        if (!socket.waitForBytesWritten(int(std::max<qint64>(0, timeoutMs - clock.elapsed()))))
            return false;
    return true;
}

} // namespace

SingleInstance::SingleInstance(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_socket(folder + QStringLiteral("/vignette.socket"))
    , m_server(std::make_unique<QLocalServer>())
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::acceptClient);
}

SingleInstance::~SingleInstance() = default;

SingleInstance::Role SingleInstance::start(const StartRequest& request, int timeoutMs)
{
    const QByteArray message = fittingMessage(request);
    QLockFile lock(m_folder + QStringLiteral("/vignette.lock")); // of two starts at one moment
    if (m_folder.isEmpty())
        return Role::Alone;
    if (!lock.tryLock(timeoutMs) && lock.error() == QLockFile::LockFailedError)
        return Role::NotAnswered; // the other start has not come to an end

    QLocalSocket socket;
    socket.connectToServer(m_socket);
    if (!socket.waitForConnected(timeoutMs)) {
        // Somebody listens but is too busy; Qt does not always call it an error.
        if (socket.error() == QLocalSocket::SocketTimeoutError
            || socket.state() == QLocalSocket::ConnectingState)
            return Role::NotAnswered;
        return listen() ? Role::First : Role::Alone;
    }
    const bool answered = writeAll(socket, message, timeoutMs)
        && (socket.bytesAvailable() > 0 || socket.waitForReadyRead(timeoutMs))
        && socket.read(1) == QByteArray(1, taken);
    return answered ? Role::HandedOver : Role::NotAnswered;
}

bool SingleInstance::listen()
{
    QLocalServer::removeServer(m_socket); // nobody listens on it: it was left by a killed program
    return m_server->listen(m_socket);
}

void SingleInstance::acceptClient()
{
    while (QLocalSocket* client = m_server->nextPendingConnection()) {
        connect(client, &QLocalSocket::disconnected, client, &QObject::deleteLater);
        if (m_server->findChildren<QLocalSocket*>().size() > maxClients) {
            client->abort();
            client->deleteLater();
            continue;
        }
        client->setReadBufferSize(lengthBytes + maxMessageBytes);
        connect(client, &QLocalSocket::readyRead, this, [this, client] { read(client); });
        QTimer::singleShot(clientPatience, client, &QLocalSocket::abort);
        read(client);
    }
}

void SingleInstance::read(QLocalSocket* client)
{
    if (client->bytesAvailable() < lengthBytes)
        return;
    const qint64 length = qFromBigEndian<quint32>(client->peek(lengthBytes).constData());
    if (length > maxMessageBytes)
        return client->abort();
    if (client->bytesAvailable() < lengthBytes + length)
        return;
    const auto request = requestFrom(client->read(lengthBytes + length).mid(lengthBytes));
    client->disconnect(this);
    if (!request)
        return client->abort();
    client->write(&taken, 1);
    client->disconnectFromServer();
    emit requested(*request);
}

} // namespace services
