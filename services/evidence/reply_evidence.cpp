#include "services/evidence/reply_evidence.h"

#include "runtime/models/model_files.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/models/model_texts.h"

#include <QFileInfo>

namespace services {

namespace {

// What the model read before it wrote the answer.
AnswerRequest requestOf(
    const Conversation& conversation, const Message& answer, const Settings& settings)
{
    QList<Message> messages = conversation.tree().messagesUntil(answer.id);
    messages.last().text.clear(); // its sources are part of the question
    AnswerRequest request = buildAnswerRequest(conversation, messages, settings, answer.model);
    request.use = {};
    request.settings.temperature = float(answer.statistics.temperature);
    request.settings.seed = answer.statistics.seed;
    return request;
}

void addModel(Evidence& evidence, const Message& answer, const ModelPool& models)
{
    const ModelId& model = answer.model;
    const runtime::ModelSummary summary = models.registry().state(model).summary;
    evidence.device = QString::fromStdString(summary.device);
    if (model.isRemote()) {
        evidence.modelName = QString::fromStdString(model.name() + ", " + model.address());
        return;
    }
    evidence.modelPath
        = model.isBuiltIn() ? builtInModelPath() : QString::fromStdString(model.path().string());
    evidence.modelName
        = model.isBuiltIn() ? starterName() : QFileInfo(evidence.modelPath).fileName();
    const bool isExact = models.optionsInUse(model).products == kernels::Products::Exact;
    if (model.isBuiltIn() || isExact) // the built-in one always is
        evidence.options << QStringLiteral("--exact");
    for (const QString& file : modelFilesAt(evidence.modelPath))
        evidence.modelFiles << HashedFile{file};
}

} // namespace

QString builtInModelPath()
{
    return QString::fromStdString(runtime::starterModel().string());
}

Evidence replyEvidence(const Conversation& conversation, MessageId answer, const Settings& settings,
    const ModelPool& models, const AnswerWriter& writer)
{
    const Message& message = conversation.messageById(answer);
    const QString question = message.parent == noMessage
        ? QString()
        : questionText(conversation.messageById(message.parent));
    Evidence evidence = makeEvidence(question, message.text, message.sources);
    const AnswerStatistics& statistics = message.statistics;
    if (statistics.tokens == 0) // the passages are the answer
        return evidence;
    addModel(evidence, message, models);
    AnswerRequest request = requestOf(conversation, message, settings);
    evidence.settings = runtime::completed(request.settings);
    if (request.settings.schema.value_or("").empty())
        request.tools = writer.offeredTools(message);
    const bool isWhole = statistics.givenBytes == 0 && message.toolUses.isEmpty()
        && statistics.end != AnswerStatistics::End::Stopped && message.error.isEmpty();
    if (isWhole && canBeRecorded(request))
        evidence.request = std::move(request);
    return evidence;
}

} // namespace services
