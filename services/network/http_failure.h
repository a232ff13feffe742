#pragma once

#include <QByteArray>
#include <QNetworkReply>
#include <QString>

#include <chrono>
#include <optional>

namespace services {

/// Why a question to another machine has no answer.
struct HttpFailure {
    enum class Kind {
        Lost, ///< there was no connection, or it ended early
        Silent, ///< nothing came for too long
        NotFound, ///< no machine of this name is known
        Unsafe, ///< its certificate is not right, or it leads from https to http
        Refused, ///< it answered with `status`
        Strange, ///< its answer makes no sense
    };

    Kind kind = Kind::Lost;
    QString subject; ///< what was asked for, as users know it: "OWNER/NAME"
    QString host; ///< that did not answer
    bool isFirstHost = true; ///< it is the one that was asked, not one that it led to
    bool hadToken = false; ///< it was shown one
    int status = 0; ///< of HTTP
    QByteArray code; ///< X-Error-Code, as hubs of models send it: "GatedRepo"
    std::optional<std::chrono::milliseconds> wait; ///< it asks to be left alone for so long
    QString details; ///< what the system says about it; may be empty
};

/// Lost, unless the name or the certificate is wrong.
HttpFailure::Kind kindOf(QNetworkReply::NetworkError error);

/// What has happened and what can be done, in one or two sentences.
QString sentenceOf(const HttpFailure& failure);

} // namespace services
