#include "services/generation/model_state.h"

#include "services/models/model_description.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace services {

namespace {

// The context of what is translated here.
struct WaitTexts {
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
        return WaitTexts::tr("Waiting for the memory that another model gives back");
    case AnswerWait::For::Model:
        return (isKnown
                ? WaitTexts::tr("Loading the model: %1 %, about %Ln second(s) left", nullptr, n)
                : WaitTexts::tr("Loading the model: %1 %"))
            .arg(wait.done);
    case AnswerWait::For::Pictures:
        return (isKnown
                ? WaitTexts::tr("Looking at picture %1 of %2, about %Ln second(s) left", nullptr, n)
                : WaitTexts::tr("Looking at picture %1 of %2"))
            .arg(wait.done + 1)
            .arg(wait.total);
    case AnswerWait::For::Room:
        return (isKnown
                ? WaitTexts::tr(
                    "Waiting for room in the context: other answers (%1) go first, for at "
                    "most about %Ln second(s)",
                    nullptr, n)
                : WaitTexts::tr("Waiting for room in the context: other answers (%1) go first"))
            .arg(wait.total);
    case AnswerWait::For::Server:
        return WaitTexts::tr("Waiting for the server's first word");
    case AnswerWait::For::Turn:
        return WaitTexts::tr("Waiting for the server: other answers (%1) go first").arg(wait.total);
    case AnswerWait::For::Connection:
        return isKnown ? WaitTexts::tr(
                   "The server does not answer; it is asked again in %Ln second(s)", nullptr, n)
                       : WaitTexts::tr("The server does not answer; it is asked again");
    case AnswerWait::For::Prompt:
        break;
    }
    return (isKnown
            ? WaitTexts::tr("Reading: %1 of %2 tokens, about %Ln second(s) left", nullptr, n)
            : WaitTexts::tr("Reading: %1 of %2 tokens"))
        .arg(number(wait.done), number(wait.total));
}

namespace {

using runtime::LoadNote;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelState)
};

QString sentenceOf(const LoadNote& note)
{
    const QString name = QString::fromStdString(note.name);
    QString reason = QString::fromStdString(note.reason);
    switch (note.about) {
    case LoadNote::About::DeviceFails:
        reason.chop(reason.endsWith(u'.') ? 1 : 0); // some are whole sentences
        return Texts::tr("%1 is not used: %2.").arg(name, reason);
    case LoadNote::About::DeviceIsMissing:
        return Texts::tr("%1 is not used: this machine does not have it.").arg(name);
    case LoadNote::About::TemplateIsMissing:
        return Texts::tr("It has no chat template of its own and is asked in the format of %1.")
            .arg(name);
    case LoadNote::About::DraftFails:
        break;
    }
    return reason;
}

// "CPU, AVX2, 2 threads" as it is said to users.
QString deviceText(const std::string& device)
{
    static const QRegularExpression threads(QStringLiteral("\\b(\\d+) threads?\\b"));
    QString text = QString::fromStdString(device);
    const QRegularExpressionMatch found = threads.match(text);
    if (found.hasMatch())
        text.replace(found.capturedStart(), found.capturedLength(),
            Texts::tr("%Ln thread(s)", nullptr, found.captured(1).toInt()));
    return text;
}

ModelSummary summaryOf(const runtime::ModelSummary& model)
{
    ModelSummary summary;
    summary.name = model.isBuiltIn ? starterName() : QString::fromStdString(model.name);
    summary.device = deviceText(model.device);
    for (const LoadNote& note : model.notes)
        summary.notes << sentenceOf(note);
    summary.canSee = model.canSee;
    summary.isStarter = model.isBuiltIn;
    summary.contextTokens = model.contextTokens;
    summary.answersAtOnce = model.answersAtOnce;
    summary.draft = QString::fromStdString(model.draft);
    summary.vision = model.vision;
    return summary;
}

} // namespace

ModelState modelStateOf(const runtime::ModelState& state)
{
    return {.stage = state.stage,
        .share = state.share,
        .summary = summaryOf(state.summary),
        .sentence = state.waitsForMemory ? sentenceOf(AnswerWait{.what = AnswerWait::For::Memory})
                                         : QString::fromStdString(state.sentence)};
}

} // namespace services
