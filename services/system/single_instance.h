#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;
class QLocalSocket;

namespace services {

/// What one start of the program hands over to another that runs already.
struct StartRequest {
    QStringList files; ///< absolute paths, to be opened
    QString action; ///< "new-chat", "captions"; empty: only show the window
    QString activationToken; ///< from the desktop, lets the window come to the front
};

/// Sees to it that a user runs the program once: the first start listens on a socket that only
/// this user can open, each further one hands its request over and ends.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    enum class Role {
        First, ///< listens now
        HandedOver, ///< another one has taken the request: nothing is left to do
        NotAnswered, ///< another one is there but does not answer
        Alone, ///< the socket cannot be made: the program runs, but cannot be found by others
    };

    static constexpr qint64 maxMessageBytes = 1 << 20; ///< a longer message is not read
    static constexpr int maxClients = 16; ///< at the same time; more are sent away

    /// `folder`: the runtime folder.
    explicit SingleInstance(const QString& folder, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// Hands over no more files than a message holds. Waits for an answer of another start for at
    /// most `timeoutMs`. A socket that a killed program has left is taken over.
    Role start(const StartRequest& request, int timeoutMs = 5000);

signals:
    void requested(const services::StartRequest& request);

private:
    bool listen();
    void acceptClient();
    void read(QLocalSocket* client);

    const QString m_folder;
    const QString m_socket; // its path
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace services
