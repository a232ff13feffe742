#pragma once

#include "base/serial_worker.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QObject>
#include <QPointer>
#include <QString>

namespace services {

/// True if this name or address of a machine is this computer's own.
bool isThisComputer(const QString& host);

/// The way to other machines, usually by the proxy of the system (http_proxy, https_proxy, no_proxy).
/// Keeps no cookies and no copies of answers. Belongs to one thread and contacts nobody by itself.
class Network : public QObject {
    Q_OBJECT

public:
    /// What is asked by the proxy of the system.
    enum class Proxy { ForAll, ForOtherComputers, None };

    explicit Network(QObject* parent = nullptr, Proxy proxy = Proxy::ForAll);

    QNetworkReply* get(const QNetworkRequest& request);
    QNetworkReply* post(const QNetworkRequest& request, const QByteArray& body);
    QNetworkReply* remove(const QNetworkRequest& request); ///< DELETE

signals:
    void contacted(const QString& host); ///< before each request

private:
    QNetworkRequest prepared(const QNetworkRequest& request);

    QNetworkAccessManager m_manager;
};

/// Closes the connection of a question that has not been given up yet; `listener` receives no more
/// events of it.
void hangUp(QPointer<QNetworkReply>& reply, const QObject* listener);

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
