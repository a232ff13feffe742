#pragma once

#include "services/network/network.h"
#include "services/network/retries.h"

#include <QByteArray>
#include <QList>
#include <QNetworkReply>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <optional>
#include <utility>

namespace services {

/// How long is waited for remote servers. Tests wait less.
struct RemoteTimes {
    using Milliseconds = std::chrono::milliseconds;

    Milliseconds question{20'000}; ///< for the whole answer to a small question
    Milliseconds firstWord{1'800'000}; ///< long prompts are read for minutes
    Milliseconds silence{120'000}; ///< between two words
    /// The times between tries, as long as nothing has arrived.
    NetworkTimes retries{
        .first = Milliseconds(500), .longest = Milliseconds(8'000), .maxFailures = 4};
    int maxPutOff = 10; ///< times that a server says that it is too busy
};

/// Why a question to a remote server has no answer, or only a part of one.
struct RemoteFailure {
    HttpFailure http; ///< `subject` is the requested object: "“qwen3”", or empty
    QString said; ///< what the server says about it, see serverWords(); may be empty
    QString leadsTo; ///< the machine that it leads to instead; empty: none
    bool hadWords = false; ///< a part of the answer has come

    bool isTooBusy() const { return http.status == 429 || http.status == 503; }

    /// It was not reached: whatever is asked next will not be answered either.
    bool isAway() const
    {
        return !hadWords
            && (http.kind == HttpFailure::Kind::Lost || http.kind == HttpFailure::Kind::NotFound
                || http.kind == HttpFailure::Kind::Unsafe);
    }
};

/// What has happened and what can be done, in one or two sentences.
QString toMessage(const RemoteFailure& failure);

/// What a server says about an error, out of the JSON in the forms that servers have, in one line of at
/// most 300 characters. Empty if it says nothing that can be shown.
QString serverWords(const QByteArray& body);

/// Some words of a server, made fit to be shown: one line, not too long.
QString shownWords(const QString& words);

/// What a remote server is asked.
struct RemoteQuestion {
    QUrl url;
    std::optional<QByteArray> body = {}; ///< JSON, sent by POST; nothing: GET
    QByteArray key = {}; ///< empty: none
    QString subject = {}; ///< see HttpFailure
    std::chrono::milliseconds patience{20'000}; ///< see RemoteCall::expectWithin
    qint64 maxBytes = 16 << 20; ///< of the answer
    QList<std::pair<QByteArray, QByteArray>> headers = {}; ///< more of them: names and values
};

/// One question to a remote server and its answer, as it comes. Follows no redirect, so that
/// nothing is sent where the user did not send it. Belongs to the thread of its Network; all
/// signals come from the event loop, and none after ended(), failed() or stop(). The receiver of a
/// signal may stop it and delete it later, but not at once.
class RemoteCall : public QObject {
    Q_OBJECT

public:
    /// Begins at once. The network must exist as long as signals are wanted.
    RemoteCall(Network& network, const RemoteQuestion& question, QObject* parent = nullptr);
    ~RemoteCall() override; ///< stops

    void stop(); ///< gives up and closes the connection, by which the server stops, too

    /// It fails if the answer has not ended so long after the last call of this. At first the
    /// question's patience is meant.
    void expectWithin(std::chrono::milliseconds time);

    /// What the server has answered by, without parameters: "text/event-stream".
    const QByteArray& type() const { return m_type; }

    /// A header of the answer, from begun() until it has ended; empty: there is none.
    QByteArray header(const char* name) const;

signals:
    void begun(); ///< type() is known, and the status is one of success
    void arrived(const QByteArray& bytes); ///< those after the ones that arrived before
    void ended(); ///< all bytes have arrived
    void failed(const services::RemoteFailure& failure);

private:
    void read();
    void finish();
    void fail(HttpFailure::Kind kind, const QString& details = {});
    RemoteFailure failure(HttpFailure::Kind kind, const QString& details) const;
    int status() const;
    bool isSuccess() const;

    const RemoteQuestion m_question;
    QPointer<QNetworkReply> m_reply; // the network's, which may be destroyed first
    QTimer m_patience;
    QByteArray m_type;
    QByteArray m_rejection; // what comes with a status of failure, cut
    qint64 m_bytes = 0;
    bool m_hasBegun = false;
};

} // namespace services
