#include "services/generation/model_state.h"

#include "services/generation/answer_wait.h"

#include <QCoreApplication>

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
    const QString reason = QString::fromStdString(note.reason);
    switch (note.about) {
    case LoadNote::About::DeviceFails:
        return Texts::tr("%1 is not used: %2.").arg(name, reason);
    case LoadNote::About::DeviceIsMissing:
        return Texts::tr("%1 is not used: this machine does not have it.").arg(name);
    case LoadNote::About::DraftFails:
        break;
    }
    return reason;
}

ModelSummary summaryOf(const runtime::ModelSummary& model)
{
    ModelSummary summary;
    summary.name = QString::fromStdString(model.name);
    summary.device = QString::fromStdString(model.device);
    for (const LoadNote& note : model.notes)
        summary.notes << sentenceOf(note);
    summary.canSee = model.canSee;
    summary.isStarter = model.isBuiltIn;
    summary.contextTokens = model.contextTokens;
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
