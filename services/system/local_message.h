#pragma once

#include <QByteArray>
#include <QJsonObject>

class QLocalSocket;

/// Messages between programs of one user, over a local socket: a length of four bytes, big endian, and
/// a JSON object of so many bytes.
namespace services::local_message {

inline constexpr qint64 lengthBytes = 4;
inline constexpr qint64 mostBytes = 1 << 20; ///< of the object; a longer one is not read

QByteArray messageOf(const QJsonObject& object);

enum class Arrival { NotYet, Whole, Wrong };

/// Takes the message that has come, if it is whole. Never waits. Wrong: it is too long or no object.
Arrival take(QLocalSocket& socket, QJsonObject& message);

/// Writes all of it. False: the other side did not take it within so many milliseconds.
bool write(QLocalSocket& socket, const QByteArray& bytes, int timeoutMs);

/// Waits for a message, for so many milliseconds. False: none came, or a wrong one.
bool await(QLocalSocket& socket, QJsonObject& message, int timeoutMs);

} // namespace services::local_message
