#include "services/system/single_instance.h"

#include "services/json_document.h"

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

namespace services::local_message {

namespace {

int left(const QElapsedTimer& clock, int timeoutMs)
{
    return int(std::max<qint64>(0, timeoutMs - clock.elapsed()));
}

} // namespace

QByteArray encode(const QJsonObject& object)
{
    const QByteArray json = QJsonDocument(object).toJson(QJsonDocument::Compact);
    QByteArray length(lengthBytes, '\0');
    qToBigEndian(quint32(json.size()), length.data());
    return length + json;
}

Arrival take(QLocalSocket& socket, QJsonObject& message)
{
    if (socket.bytesAvailable() < lengthBytes)
        return Arrival::NotYet;
    const qint64 length = qFromBigEndian<quint32>(socket.peek(lengthBytes).constData());
    if (length > mostBytes)
        return Arrival::Wrong;
    if (socket.bytesAvailable() < lengthBytes + length)
        return Arrival::NotYet;
    const QByteArray json = socket.read(lengthBytes + length).mid(lengthBytes);
    const QJsonDocument document = parseJsonDocument(json);
    message = document.object();
    return document.isObject() ? Arrival::Whole : Arrival::Wrong;
}

bool write(QLocalSocket& socket, const QByteArray& bytes, int timeoutMs)
{
    QElapsedTimer clock;
    clock.start();
    socket.write(bytes);
    while (socket.bytesToWrite() > 0)
        if (!socket.waitForBytesWritten(left(clock, timeoutMs)))
            return false;
    return true;
}

bool await(QLocalSocket& socket, QJsonObject& message, int timeoutMs)
{
    QElapsedTimer clock;
    clock.start();
    Arrival arrival = take(socket, message);
    while (arrival == Arrival::NotYet && socket.waitForReadyRead(left(clock, timeoutMs)))
        arrival = take(socket, message);
    return arrival == Arrival::Whole;
}

} // namespace services::local_message

namespace services {

namespace {

// A start sends {"files": ["/home/…"], "action": "new-chat", "token": "…"} and is answered by a byte;
// what has a field "want" is for others to answer.
constexpr char taken = 'y';
constexpr int clientPatience = 5000; // milliseconds for a whole message
constexpr qsizetype maxTokenCharacters = 1000;

QByteArray toMessage(const StartRequest& request)
{
    return local_message::encode({{"files", QJsonArray::fromStringList(request.files)},
        {"action", request.action}, {"token", request.activationToken}});
}

// Reduces a request that is too long to as many files as fit into a message.
QByteArray fittingMessage(StartRequest request)
{
    QByteArray message = toMessage(request);
    const qsizetype asked = request.files.size();
    while (message.size() > local_message::lengthBytes + SingleInstance::maxMessageBytes
        && !request.files.isEmpty()) {
        const qsizetype files = request.files.size();
        const qsizetype share = files * SingleInstance::maxMessageBytes / message.size();
        request.files = request.files.mid(0, std::min(share, files - 1));
        message = toMessage(request);
    }
    if (request.files.size() < asked)
        qWarning("Only the first %d files were opened", int(request.files.size()));
    return message;
}

// Nothing unless it is what toMessage makes: whoever can open the socket could write anything.
std::optional<StartRequest> requestFrom(const QJsonObject& message)
{
    StartRequest request;
    const QJsonArray files = message["files"].toArray();
    for (const auto file : files) {
        const QString path = file.toString();
        if (!QDir::isAbsolutePath(path) || path.contains(QChar::Null))
            return std::nullopt;
        request.files << path;
    }
    request.action = message["action"].toString();
    request.activationToken = message["token"].toString();
    if (request.activationToken.size() > maxTokenCharacters)
        return std::nullopt;
    return request;
}

} // namespace

QString SingleInstance::socketIn(const QString& folder)
{
    return folder + QStringLiteral("/vignette.socket");
}

SingleInstance::SingleInstance(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_socket(socketIn(folder))
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
    const bool answered = local_message::write(socket, message, timeoutMs)
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
        client->setReadBufferSize(local_message::lengthBytes + maxMessageBytes);
        connect(client, &QLocalSocket::readyRead, this, [this, client] { read(client); });
        auto* patience = new QTimer(client);
        connect(patience, &QTimer::timeout, client, &QLocalSocket::abort);
        patience->start(clientPatience);
        read(client);
    }
}

void SingleInstance::read(QLocalSocket* client)
{
    QJsonObject message;
    const auto arrival = local_message::take(*client, message);
    if (arrival == local_message::Arrival::NotYet)
        return;
    client->disconnect(this);
    if (arrival == local_message::Arrival::Wrong)
        return client->abort();
    if (message.contains("want"))
        return handOver(message, client);
    const auto request = requestFrom(message);
    if (!request)
        return client->abort();
    client->write(&taken, 1);
    client->disconnectFromServer();
    emit requested(*request);
}

void SingleInstance::handOver(const QJsonObject& request, QLocalSocket* client)
{
    delete client->findChild<QTimer*>(); // whoever takes it has a patience of its own
    emit wanted(request, client);
    if (client->parent() == m_server.get())
        client->abort(); // nobody has
}

} // namespace services
