#pragma once

#include "services/network/http_failure.h"

namespace services {

/// Why a question to an end point has no answer, or only a part of one.
struct RemoteFailure {
    HttpFailure http; ///< `subject` is what was asked for: "“qwen3”", or empty
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
QString sentenceOf(const RemoteFailure& failure);

/// What a server says about an error, out of the JSON in the forms that servers have, in one line of at
/// most 300 characters. Empty if it says nothing that can be shown.
QString serverWords(const QByteArray& body);

/// Some words of a server, made fit to be shown: one line, not too long.
QString shownWords(const QString& words);

} // namespace services
