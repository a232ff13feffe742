#include "services/conversations/answer_writer.h"

#include "kernels/error.h"

namespace services {

namespace {

constexpr float anotherTemperature = 0.8F;
constexpr float anotherMinP = 0.05F; // keeps out what is far from likely

RequestMessage requestMessage(const Message& message)
{
    RequestMessage request;
    request.role
        = message.author == Author::User ? QStringLiteral("user") : QStringLiteral("assistant");
    request.text = message.text;
    for (const Picture& picture : message.pictures)
        request.pictures << picture.image;
    if (request.text.trimmed().isEmpty() && !request.pictures.isEmpty())
        request.text = AnswerWriter::defaultPrompt();
    return request;
}

// An answer that failed or was stopped before its first word is nothing to the model.
bool isWorthReading(const Message& message)
{
    return message.author == Author::User || !message.text.isEmpty();
}

} // namespace

AnswerWriter::AnswerWriter(GeneratorThread& generator, QObject* parent)
    : QObject(parent)
    , m_generator(generator)
{
    connect(
        &generator, &GeneratorThread::textAdded, this, [this](AnswerId id, const QString& text) {
            const Target target = m_targets.value(id);
            if (target.conversation)
                target.conversation->appendText(target.message, text);
        });
    connect(&generator, &GeneratorThread::answerFinished, this,
        [this](AnswerId id, const AnswerStatistics& statistics) {
            const Target target = m_targets.take(id);
            if (target.conversation)
                target.conversation->finishAnswer(target.message, statistics);
        });
    connect(&generator, &GeneratorThread::answerFailed, this,
        [this](AnswerId id, const QString& sentence) {
            const Target target = m_targets.take(id);
            if (target.conversation)
                target.conversation->failAnswer(target.message, sentence);
        });
}

void AnswerWriter::answer(Conversation& conversation)
{
    CHECK(!conversation.isEmpty());
    submit(conversation, conversation.appendAnswer(), {});
}

void AnswerWriter::answerAgain(Conversation& conversation, MessageId answer)
{
    conversation.branchOff(answer);
    CHECK(!conversation.isEmpty());
    GenerationSettings settings;
    settings.temperature = anotherTemperature;
    settings.minP = anotherMinP;
    submit(conversation, conversation.appendAnswer(), settings);
}

void AnswerWriter::continueAnswer(Conversation& conversation, MessageId answer)
{
    conversation.reopenAnswer(answer);
    submit(conversation, answer, {});
}

// Asks for the answer, or for more of it: the last message that the model reads may be its own.
void AnswerWriter::submit(
    Conversation& conversation, MessageId answer, const GenerationSettings& settings)
{
    AnswerRequest request;
    request.settings = settings;
    for (const Message& message : conversation.messagesUntil(answer))
        if (isWorthReading(message))
            request.messages << requestMessage(message);
    m_targets[m_generator.submit(std::move(request))] = {&conversation, answer};
}

void AnswerWriter::stop(const Conversation& conversation)
{
    for (auto target = m_targets.cbegin(); target != m_targets.cend(); ++target)
        if (target->conversation == &conversation)
            m_generator.stop(target.key());
}

QString AnswerWriter::defaultPrompt()
{
    return QStringLiteral("Describe the image.");
}

} // namespace services
