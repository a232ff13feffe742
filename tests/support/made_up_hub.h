#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QUrl>

namespace tests {

/// Runs hub/made_up_hub.py, which tells what can be said to it, until it is destroyed. Fails the
/// program if that does not start or does not answer.
class MadeUpHub {
public:
    MadeUpHub();
    ~MadeUpHub();

    QUrl address() const; ///< of the hub: what HF_ENDPOINT names
    QUrl contentAddress() const; ///< where it leads to

    /// Puts one repository in place of all. `files` are the contents by path, see made_up_hub.py.
    /// Returns their true sizes and hashes ("size", "sha256") by path.
    QJsonObject offer(const QString& name, const QJsonObject& files, QJsonObject more = {});
    void setFaults(const QJsonObject& faults) { tell({{"faults", faults}}); }

    /// What was asked since the last call.
    QList<QJsonObject> requests();
    QJsonObject tell(const QJsonObject& command);

private:
    QByteArray line();

    QProcess m_process;
    int m_port = 0, m_contentPort = 0;
};

/// A file of random bytes, for MadeUpHub::offer.
QJsonObject randomFile(qint64 size, int seed = 1);

/// A file on the disk.
QJsonObject fileFrom(const QString& path);

/// All files of a folder, by their paths in it.
QJsonObject filesFrom(const QString& folder);

} // namespace tests
