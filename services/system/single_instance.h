#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;
class QLocalSocket;

class QLocalSocket;

/// Messages between programs of one user, over a local socket: a length of four bytes, big endian, and
/// a JSON object of so many bytes.

namespace services::local_message {

inline constexpr qint64 lengthBytes = 4;
inline constexpr qint64 mostBytes = 1 << 20; ///< of the object; a longer one is not read

QByteArray encode(const QJsonObject& object);

enum class Arrival { NotYet, Whole, Wrong };

/// Takes the message that has come, if it is whole. Never waits. Wrong: it is too long or no object.
Arrival take(QLocalSocket& socket, QJsonObject& message);

/// Writes all of it. False: the other side did not take it within so many milliseconds.
bool write(QLocalSocket& socket, const QByteArray& bytes, int timeoutMs);

/// Waits for a message, for so many milliseconds. False: none came, or a wrong one.
bool await(QLocalSocket& socket, QJsonObject& message, int timeoutMs);

} // namespace services::local_message

namespace services {

/// What one start of the program hands over to the instance that is already running.
struct StartRequest {
    QStringList files; ///< absolute paths of files to open
    /// "new-chat", "captions" or "capture-AREA" (see CaptureArea); empty: only show the window.
    QString action;
    QString activationToken; ///< from the desktop; it allows the window to come to the front
};

/// Makes sure that a user runs the program once. The first start listens on a socket that only this
/// user can open; each further start hands its request over and ends.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    enum class Role {
        First, ///< this one listens now
        HandedOver, ///< another instance has taken the request: nothing is left to do
        NotAnswered, ///< another instance exists but does not answer
        Alone, ///< the socket cannot be made: the program runs, but others cannot find it
    };

    static constexpr qint64 maxMessageBytes = local_message::mostBytes;
    static constexpr int maxClients = 16; ///< at the same time; further ones are rejected

    /// The socket of the first instance. `folder` is the runtime folder, see paths.h.
    static QString socketIn(const QString& folder);

    explicit SingleInstance(const QString& folder, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Hands over as many files as fit into a message. Waits at most `timeoutMs` for the answer of
    /// another instance. Takes over a socket that a killed program has left.
    Role start(const StartRequest& request, int timeoutMs = 5000);

signals:
    void requested(const services::StartRequest& request);

    /// Another program of the user wants something: `request` has a field "want". The receiver takes
    /// over the client, by its parent; otherwise it is sent away.
    void wanted(const QJsonObject& request, QLocalSocket* client);

private:
    void handOver(const QJsonObject& request, QLocalSocket* client);
    bool listen();
    void acceptClient();
    void read(QLocalSocket* client);

    const QString m_folder;
    const QString m_socket; // its path
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace services
