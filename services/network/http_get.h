#pragma once

#include "services/network/retries.h"

#include <QByteArray>
#include <QNetworkReply>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <optional>

namespace services {

class Network;

/// How long the header Retry-After asks to wait: it holds seconds, or a date. Nothing if it holds
/// neither.
std::optional<std::chrono::milliseconds> retryAfter(const QByteArray& header);

/// A question to another machine.
struct HttpQuestion {
    QUrl url;
    /// A secret for the host of `url` and no other. It is sent by https only, or within this
    /// computer.
    QByteArray token = {};
    QString subject = {}; ///< see HttpFailure
    qint64 first = 0; ///< the first byte that is wanted
    qint64 last = -1; ///< the last one; −1: that of the file
};

/// What comes before the bytes of an answer.
struct HttpHead {
    bool isPart = false; ///< the answer is the requested part, not the whole file
    qint64 first = 0; ///< the offset of its first byte
    qint64 length = -1; ///< how many bytes come; −1: not known
    qint64 total = -1; ///< the size of the whole file; −1: not known
    QByteArray etag; ///< changes when the file does; empty: not known
    QByteArray nextPage; ///< the address in Link: <…>; rel="next"
};

/// Fetches bytes by GET, follows redirects and watches that something comes. It asks for a part of
/// a file if `first` or `last` is set. Belongs to the thread of its Network; all signals come from
/// the event loop, and none after ended(), failed() or stop(). The receiver of a signal may stop it
/// and delete it later, but not at once.
class HttpGet : public QObject {
    Q_OBJECT

public:
    /// Begins at once. The network must exist as long as signals are wanted.
    HttpGet(Network& network, const HttpQuestion& question, const NetworkTimes& times,
        QObject* parent = nullptr);
    ~HttpGet() override;

    void stop(); ///< gives up

    const HttpQuestion& question() const { return m_question; }

signals:
    void begun(const services::HttpHead& head);
    void arrived(const QByteArray& bytes); ///< those after the ones that arrived before
    void ended(); ///< all bytes of the answer have arrived
    void failed(const services::HttpFailure& failure);

private:
    void ask(const QUrl& url);
    void readHead();
    void read();
    void finish();
    void follow(const QUrl& url);
    void fail(HttpFailure::Kind kind, const QString& details = {});
    bool isFirstHost() const;
    bool mayShowToken() const;

    Network& m_network;
    HttpQuestion m_question;
    QUrl m_url; // that is asked now
    QPointer<QNetworkReply> m_reply; // the network's, which may be destroyed first
    QTimer m_silence;
    std::optional<HttpHead> m_head;
    qint64 m_arrived = 0; // bytes
    int m_redirects = 0;
};

} // namespace services
