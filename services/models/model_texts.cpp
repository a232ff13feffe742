#include "services/models/model_texts.h"

#include "engine/models/families/families.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace services {

namespace {

using runtime::LoadNote;

// The contexts of what is translated here.
struct DescriptionTexts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelDescription)
};
struct WaitTexts {
    Q_DECLARE_TR_FUNCTIONS(services::AnswerWait)
};
struct StateTexts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelState)
};

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString toMessage(const LoadNote& note)
{
    const QString name = QString::fromStdString(note.name);
    QString reason = QString::fromStdString(note.reason);
    switch (note.about) {
    case LoadNote::About::DeviceFails:
        reason.chop(reason.endsWith(u'.') ? 1 : 0); // some are whole sentences
        return StateTexts::tr("%1 isn't used: %2.").arg(name, reason);
    case LoadNote::About::DeviceIsMissing:
        return StateTexts::tr("%1 isn't used: this computer doesn't have it.").arg(name);
    case LoadNote::About::TemplateFails:
        reason.chop(reason.endsWith(u'.') ? 1 : 0);
        return StateTexts::tr("The model can't chat: %1.").arg(reason);
    case LoadNote::About::TemplateIsMissing:
        return StateTexts::tr("The model has no chat template of its own; the %1 format is used.")
            .arg(name);
    case LoadNote::About::DraftFails:
        break;
    }
    return reason;
}

} // namespace

ModelFacts describeModel(const ModelId& id, const QString& projector)
{
    ModelFacts model;
    if (!id.isRemote()) {
        model = runtime::readModelFacts(id.path(), projector.toStdString());
        if (id.isBuiltIn())
            model.name = starterName().toStdString();
    } else {
        model.name = id.name();
    }
    model.id = id;
    return model;
}

bool isEmbedding(const ModelFacts& model)
{
    return model.embeds;
}

bool isReranker(const ModelFacts& model)
{
    return model.ranks;
}

bool isAnswerChecker(const ModelFacts& model)
{
    return model.checksStatements;
}

QString starterName()
{
    return DescriptionTexts::tr("Built-in model");
}

QString problemMessage(const ModelFacts& facts)
{
    switch (facts.problem) {
    case ModelFacts::Problem::None:
        return {};
    case ModelFacts::Problem::IsMissing:
        return DescriptionTexts::tr("The model's files are missing.");
    case ModelFacts::Problem::IsVisionPart:
        return DescriptionTexts::tr(
            "This is only the vision encoder of a model. Add its language model; the "
            "encoder is found automatically in the same folder.");
    case ModelFacts::Problem::UnknownFamily:
        if (facts.isEncoder && !facts.embeds)
            return DescriptionTexts::tr(
                "This model scores texts, as rerankers and classifiers do. It doesn't write "
                "answers.");
        if (facts.isEncoder)
            return DescriptionTexts::tr(
                "This is an embedding model. It doesn't write answers; it searches "
                "your documents by meaning.");
        return DescriptionTexts::tr(
            "Models of the “%1” architecture aren't supported by this version. Supported: %2.")
            .arg(QString::fromStdString(facts.family),
                QString::fromStdString(engine::knownFamilies()));
    case ModelFacts::Problem::NoVocabulary:
        return DescriptionTexts::tr(
            "The file contains no vocabulary, so the model can't read text.");
    case ModelFacts::Problem::NoTokenizer:
        return DescriptionTexts::tr(
            "The folder contains neither tokenizer.json nor tokenizer.model, so the "
            "model can't read text.");
    case ModelFacts::Problem::IsIncomplete:
        return DescriptionTexts::tr("The file is incomplete. Download it again.");
    case ModelFacts::Problem::OutOfMemory:
        return DescriptionTexts::tr("Not enough memory to read this file.");
    case ModelFacts::Problem::Other:
        break;
    }
    return QString::fromStdString(facts.sentence);
}

namespace {

constexpr int64_t longWait = 3; // seconds after which the time is shown

QString withServerMessage(const QString& message, const AnswerWait& wait)
{
    return wait.said.empty()
        ? message
        : WaitTexts::tr("%1 Server message: “%2”").arg(message, QString::fromStdString(wait.said));
}

} // namespace

QString toMessage(const AnswerWait& wait)
{
    const auto n = int(wait.secondsLeft);
    const bool isKnown = n > 0;
    const QString server
        = wait.server.empty() ? WaitTexts::tr("the server") : QString::fromStdString(wait.server);
    switch (wait.what) {
    case AnswerWait::For::Memory:
        return WaitTexts::tr("Waiting for another model to free memory");
    case AnswerWait::For::Model:
        return (isKnown ? WaitTexts::tr("Loading model: %1 %, about %Ln second(s) left", nullptr, n)
                        : WaitTexts::tr("Loading model: %1 %"))
            .arg(wait.done);
    case AnswerWait::For::Pictures:
        return (isKnown
                ? WaitTexts::tr("Processing picture %1 of %2, about %Ln second(s) left", nullptr, n)
                : WaitTexts::tr("Processing picture %1 of %2"))
            .arg(wait.done + 1)
            .arg(wait.total);
    case AnswerWait::For::Room:
        return (isKnown
                ? WaitTexts::tr("Queued: other answers first (%1), up to %Ln second(s)", nullptr, n)
                : WaitTexts::tr("Queued: other answers first (%1)"))
            .arg(wait.total);
    case AnswerWait::For::Server:
        return wait.done < longWait
            ? WaitTexts::tr("Waiting for %1").arg(server)
            : WaitTexts::tr("Waiting for %1 for %Ln second(s)", nullptr, int(wait.done))
                  .arg(server);
    case AnswerWait::For::Turn:
        return WaitTexts::tr("Waiting for %1: other requests first (%2)")
            .arg(server, number(wait.total));
    case AnswerWait::For::Busy:
        return withServerMessage(
            WaitTexts::tr("%1 is busy. Retrying in %Ln second(s) (attempt %2 of %3).", nullptr, n)
                .arg(server, number(wait.done), number(wait.total)),
            wait);
    case AnswerWait::For::Connection:
        return withServerMessage(
            WaitTexts::tr(
                "No answer from %1. Retrying in %Ln second(s) (attempt %2 of %3).", nullptr, n)
                .arg(server, number(wait.done), number(wait.total)),
            wait);
    case AnswerWait::For::Prompt:
        break;
    }
    return (isKnown
            ? WaitTexts::tr("Reading prompt: %1 of %2 tokens, about %Ln second(s) left", nullptr, n)
            : WaitTexts::tr("Reading prompt: %1 of %2 tokens"))
        .arg(number(wait.done), number(wait.total));
}

QString stateMessage(const ModelState& state)
{
    return state.waitsForMemory ? toMessage(AnswerWait{.what = AnswerWait::For::Memory})
                                : QString::fromStdString(state.message);
}

QString shownName(const ModelSummary& model)
{
    return model.isBuiltIn ? starterName() : QString::fromStdString(model.name);
}

QString shownDevice(const ModelSummary& model)
{
    static const QRegularExpression threads(QStringLiteral("\\b(\\d+) threads?\\b"));
    QString text = QString::fromStdString(model.device);
    const QRegularExpressionMatch found = threads.match(text);
    if (found.hasMatch())
        text.replace(found.capturedStart(), found.capturedLength(),
            StateTexts::tr("%Ln thread(s)", nullptr, found.captured(1).toInt()));
    return text;
}

QStringList noteMessages(const ModelSummary& model)
{
    QStringList messages;
    for (const LoadNote& note : model.notes)
        messages << toMessage(note);
    return messages;
}

} // namespace services
