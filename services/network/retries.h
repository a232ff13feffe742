#pragma once

#include <QByteArray>
#include <QNetworkReply>
#include <QString>

#include <chrono>
#include <optional>

namespace services {

/// How long is waited for other machines. Tests wait less.
struct NetworkTimes {
    using Milliseconds = std::chrono::milliseconds;

    Milliseconds silence{20'000}; ///< after which a connection counts as lost
    Milliseconds afterProgress{500}; ///< before the next try, if the last one brought something
    Milliseconds first{1'000}; ///< if it brought nothing; each further wait is twice as long …
    Milliseconds longest{30'000}; ///< … up to this
    Milliseconds longestAsked{600'000}; ///< who is asked to wait longer gives up
    int maxFailures = 6; ///< tries in a row that bring nothing
};

/// Why a question to another machine has no answer.
struct HttpFailure {
    enum class Kind {
        Lost, ///< there was no connection, or it ended early
        Silent, ///< nothing came for too long
        NotFound, ///< no machine of this name is known
        Unsafe, ///< its certificate is not right, or it leads from https to http
        Rejected, ///< it answered with `status`
        Strange, ///< its answer makes no sense
    };

    Kind kind = Kind::Lost;
    QString subject; ///< the requested object, as users know it: "OWNER/NAME"
    QString host; ///< that did not answer
    bool isFirstHost = true; ///< it is the one that was asked, not one that it led to
    bool hadToken = false; ///< it was shown one
    int status = 0; ///< of HTTP
    QByteArray code; ///< X-Error-Code, as hubs of models send it: "GatedRepo"
    std::optional<std::chrono::milliseconds> wait; ///< it asks to be left alone for so long
    QString details; ///< what the system says about it; may be empty
};

/// Lost, unless the name or the certificate is wrong.
HttpFailure::Kind failureKind(QNetworkReply::NetworkError error);

/// What has happened and what can be done, in one or two sentences.
QString toMessage(const HttpFailure& failure);

/// Decides whether and when a question is asked again.
class Retries {
public:
    explicit Retries(const NetworkTimes& times)
        : m_times(times)
    {
    }

    /// Something came: whatever went wrong before is forgiven.
    void succeed();

    /// How long to wait before the next try; nullopt if it would be useless, or there were enough.
    std::optional<std::chrono::milliseconds> waitAfter(const HttpFailure& failure);

private:
    bool mayPass(const HttpFailure& failure) const;

    NetworkTimes m_times;
    int m_failures = 0; // tries in a row
    bool m_hasProgressed = false; // since the last failure
    bool m_hasEverProgressed = false;
};

} // namespace services
