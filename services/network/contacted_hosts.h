#pragma once

#include "base/serial_worker.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

namespace services {

/// A machine that the program has contacted.
struct ContactedHost {
    QString name; ///< "huggingface.co"
    QDateTime last; ///< to the minute
};

/// Remembers which machines were contacted, and when last. Kept in a file that the window and the
/// command line share; written in the background. Belongs to one thread.
class ContactedHosts : public QObject {
    Q_OBJECT

public:
    explicit ContactedHosts(const QString& path, QObject* parent = nullptr);

    /// Those in the file and those since; the latest first. Reads the file.
    QList<ContactedHost> hosts() const;

public slots:
    void add(const QString& host);

signals:
    void changed();

private:
    const QString m_path;
    QHash<QString, QDateTime> m_hosts; // of this run
    base::SerialWorker m_thread; // one, so that the latest state is written last
};

} // namespace services
