#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QString>

#include <memory>

namespace tests {

/// Runs remote/made_up_server.py, which tells what can be said to it, until it is destroyed. Fails the
/// program if that does not start or does not answer.
class MadeUpServer {
public:
    MadeUpServer();
    ~MadeUpServer();

    QString address() const { return QStringLiteral("http://127.0.0.1:%1/v1").arg(m_port); }

    void pullThePlug(); ///< it is killed, with all that it sends
    void plugIn(); ///< it is there again, at the same address and without faults

    void setModels(const QJsonArray& models) { tell({{"models", models}}); }
    void setFaults(const QJsonObject& faults) { tell({{"faults", faults}}); }

    struct Log {
        QList<QJsonObject> requests;
        int most = 0; ///< that were answered at the same time
        int gone = 0; ///< so many have not waited for the end of their answer

        QList<QJsonObject> questions() const; ///< those for an answer
    };
    Log log(); ///< what happened since the last call

private:
    QJsonObject tell(const QJsonObject& command);
    QByteArray line();

    std::unique_ptr<QProcess> m_process;
    int m_port = 0;
};

} // namespace tests
