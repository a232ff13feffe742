#include "services/generation/answer_wait.h"

#include <QCoreApplication>
#include <QLocale>

namespace services {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::AnswerWait)
};

QString number(qint64 value)
{
    return QLocale().toString(value);
}

} // namespace

QString sentenceOf(const AnswerWait& wait)
{
    const auto n = int(wait.secondsLeft);
    const bool isKnown = n > 0;
    switch (wait.what) {
    case AnswerWait::For::Memory:
        return Texts::tr("Waiting for the memory that another model gives back");
    case AnswerWait::For::Model:
        return (isKnown ? Texts::tr("Loading the model: %1 %, about %Ln second(s) left", nullptr, n)
                        : Texts::tr("Loading the model: %1 %"))
            .arg(wait.done);
    case AnswerWait::For::Pictures:
        return (isKnown
                ? Texts::tr("Looking at picture %1 of %2, about %Ln second(s) left", nullptr, n)
                : Texts::tr("Looking at picture %1 of %2"))
            .arg(wait.done + 1)
            .arg(wait.total);
    case AnswerWait::For::Room:
        return (isKnown
                ? Texts::tr("Waiting for room in the context: other answers (%1) go first, for at "
                            "most about %Ln second(s)",
                    nullptr, n)
                : Texts::tr("Waiting for room in the context: other answers (%1) go first"))
            .arg(wait.total);
    case AnswerWait::For::Server:
        return Texts::tr("Waiting for the server's first word");
    case AnswerWait::For::Turn:
        return Texts::tr("Waiting for the server: other answers (%1) go first").arg(wait.total);
    case AnswerWait::For::Connection:
        return isKnown ? Texts::tr(
                   "The server does not answer; it is asked again in %Ln second(s)", nullptr, n)
                       : Texts::tr("The server does not answer; it is asked again");
    case AnswerWait::For::Prompt:
        break;
    }
    return (isKnown ? Texts::tr("Reading: %1 of %2 tokens, about %Ln second(s) left", nullptr, n)
                    : Texts::tr("Reading: %1 of %2 tokens"))
        .arg(number(wait.done), number(wait.total));
}

} // namespace services
