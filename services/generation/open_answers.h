#pragma once

#include "services/generation/answer_request.h"

#include <QHash>
#include <QMutex>

#include <stop_token>

namespace services {

/// The answers that were asked for and have not ended: from any thread, the wish to end them, which
/// the engine looks for between two layers.
class OpenAnswers {
public:
    std::stop_token open(AnswerId id);

    void stop(AnswerId id); ///< answers that are not open are left alone
    /// Stops all that are open. To those who asked that is a failure, and `sentence` says why.
    void stopAll(const QString& sentence);

    /// Forgets an answer that has ended. Returns the sentence if stopAll ended it.
    QString close(AnswerId id);

private:
    struct Answer {
        std::stop_source stop;
        QString failure;
    };

    QMutex m_mutex;
    QHash<AnswerId, Answer> m_answers;
};

} // namespace services
