#pragma once

#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QObject>

namespace services {

/// The way to other machines, by the proxy of the system (http_proxy, https_proxy, no_proxy). Keeps
/// no cookies and no copies of answers. Belongs to one thread and contacts nobody by itself.
class Network : public QObject {
    Q_OBJECT

public:
    explicit Network(QObject* parent = nullptr);

    QNetworkReply* get(const QNetworkRequest& request);

signals:
    void contacted(const QString& host); ///< before each request

private:
    QNetworkAccessManager m_manager;
};

} // namespace services
