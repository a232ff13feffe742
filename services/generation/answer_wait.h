#pragma once

#include <QMetaType>
#include <QString>

namespace services {

/// Why an answer has no words yet. A value.
struct AnswerWait {
    enum class For {
        Memory, ///< that another model gives back
        Model, ///< done of total per cent are loaded
        Pictures, ///< its own and those that were sent before: done of total were looked at
        Room, ///< in the cache; total answers that have it go on
        Prompt, ///< done of total tokens were read
    };

    For what = For::Prompt;
    qint64 done = 0, total = 0;
    qint64 secondsLeft = 0; ///< roughly; 0: cannot be said
};

/// What is left of work of which so much is done, in seconds; 0 while it is too early to say.
qint64 secondsLeft(double done, double total, double secondsSoFar);

/// In the language of the window.
QString sentenceOf(const AnswerWait& wait);

} // namespace services

Q_DECLARE_METATYPE(services::AnswerWait)
