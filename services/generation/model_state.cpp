#include "services/generation/model_state.h"

#include "services/generation/answer_wait.h"
#include "services/models/model_description.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace services {

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
