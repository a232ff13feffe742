#include "services/system/local_message.h"

#include "services/json_document.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QLocalSocket>
#include <QtEndian>

#include <algorithm>

namespace services::local_message {

namespace {

int left(const QElapsedTimer& clock, int timeoutMs)
{
    return int(std::max<qint64>(0, timeoutMs - clock.elapsed()));
}

} // namespace

QByteArray messageOf(const QJsonObject& object)
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
