#include "ui/chat/message_commands.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/conversations/thinking.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/documents/answers/citations.h"
#include "services/settings/settings_table.h"
#include "ui/chat/chat_selection.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/links/open_link.h"
#include "ui/speech/read_aloud.h"

#include <QApplication>
#include <QClipboard>
#include <QPointer>

#include <algorithm>
#include <array>

namespace ui {

using services::Author;
using services::Conversation;
using services::Message;
using services::MessageId;
using services::noMessage;

MessageCommands::MessageCommands(ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer,
    services::Settings& settings, QObject* parent)
    : QObject(parent)
    , m_chat(chat)
    , m_prompt(prompt)
    , m_writer(writer)
    , m_settings(settings)
    , m_aloud(new ReadAloud(makeSpeechEngine, this))
{
    connect(m_aloud, &ReadAloud::changed, this, [this] { m_chat.setSpoken(m_aloud->message()); });
    connect(m_aloud, &ReadAloud::failed, this, &MessageCommands::readingFailed);
    connect(&chat, &ChatView::requested, this, &MessageCommands::perform);
    connect(&prompt, &PromptBox::edited, this, &MessageCommands::sendEdited);
    connect(&prompt, &PromptBox::editEnded, &chat, [&chat] { chat.setEdited(noMessage); });
    connect(&prompt, &PromptBox::editLastRequested, this, &MessageCommands::editLast);
}

void MessageCommands::setConversation(Conversation* conversation)
{
    m_aloud->stop();
    m_conversation = conversation;
}

void MessageCommands::perform(MessageId message, const MessageAction& action)
{
    std::visit([this, message](const auto& each) { handle(message, each); }, action);
}

void MessageCommands::handle(MessageId message, MessageCommand command)
{
    const auto copy = [](const QString& text) { QApplication::clipboard()->setText(text); };
    switch (command) {
    case MessageCommand::Edit:
        return edit(message);
    case MessageCommand::Regenerate:
        return m_writer.answerAgain(*m_conversation, message);
    case MessageCommand::RegenerateWithSameSeed:
        return m_writer.answerAlike(*m_conversation, message);
    case MessageCommand::GenerateAlternatives:
        return generateAlternatives(message);
    case MessageCommand::Continue:
        return continueAnswer(message);
    case MessageCommand::CopyMarkdown:
        return copy(messageMarkdown(m_conversation->messageById(message)));
    case MessageCommand::CopyPlainText:
        return copy(messagePlainText(m_conversation->messageById(message)));
    case MessageCommand::CopyDetails:
        return copy(errorDetails(m_conversation->messageById(message)));
    case MessageCommand::UseCpu:
        emit cpuRequested();
        return m_writer.answerAgain(*m_conversation, message);
    case MessageCommand::Compare:
        return emit compareRequested(message);
    case MessageCommand::FindModel:
        return emit modelRequested();
    case MessageCommand::AwaitPhotoModel:
        return emit photoModelAwaited(message);
    case MessageCommand::UseBetterModel:
        return emit betterAnswerRequested(message);
    case MessageCommand::ShowBoxes:
        return emit boxesRequested(message);
    case MessageCommand::CheckPlaces:
    case MessageCommand::StopChecking:
        return; // the message's view does that
    case MessageCommand::CheckReply:
        return emit checkRequested(message);
    case MessageCommand::ExportEvidence:
        return emit evidenceRequested(message);
    case MessageCommand::ReadAloud:
        return readAloud(message);
    case MessageCommand::Print:
        return emit outputRequested(message, OutputKind::Print);
    case MessageCommand::SavePdf:
        return emit outputRequested(message, OutputKind::Pdf);
    case MessageCommand::ShareHtml:
        return emit outputRequested(message, OutputKind::Html);
    case MessageCommand::Fork:
        return emit forkRequested(message);
    case MessageCommand::Remove:
        return remove(message);
    }
}

void MessageCommands::readAloud(MessageId answer)
{
    if (m_aloud->message() == answer)
        return m_aloud->stop();
    // The rates are in the order of the choices of the setting.
    constexpr std::array rates = {-0.4, 0.0, 0.35, 0.7};
    const qsizetype choice = services::settings::readingSpeed.choices.indexOf(
        m_settings.get(services::settings::readingSpeed));
    m_aloud->read(answer, m_conversation->messageById(answer).text,
        rates[size_t(std::max<qsizetype>(0, choice)) % rates.size()]);
}

bool MessageCommands::stopReading()
{
    const bool isReading = m_aloud->message() != noMessage;
    m_aloud->stop();
    return isReading;
}

void MessageCommands::edit(MessageId id)
{
    const Message& message = m_conversation->messageById(id);
    if (message.isOpen())
        return;
    m_edited = id;
    const bool isAnswer = message.author == Author::Assistant;
    m_prompt.beginEdit({message.text, message.pictures, message.attachments, message.awaited},
        isAnswer ? PromptBox::Editing::Answer : PromptBox::Editing::Question);
    m_chat.setEdited(id);
}

// An edited question is asked again, an edited answer is as it was written.
void MessageCommands::sendEdited(const services::Draft& message)
{
    if (m_conversation->messageById(m_edited).author == Author::Assistant) {
        m_conversation->appendVersion(m_edited, message.text);
        return;
    }
    m_conversation->branchOff(m_edited);
    m_conversation->appendUserMessage(message);
    m_writer.answer(*m_conversation);
}

void MessageCommands::generateAlternatives(MessageId answer)
{
    const QList<MessageId> answers
        = m_writer.answerSeveral(*m_conversation, answer, severalAnswers);
    if (!answers.isEmpty())
        emit compareRequested(answers.first());
}

void MessageCommands::continueAnswer(MessageId answer)
{
    m_writer.continueAnswer(*m_conversation, answer);
    m_chat.scrollToEnd();
}

// An answer that is being written has to end, because nobody will see it; and an edited message
// would come back in another version.
void MessageCommands::remove(MessageId message)
{
    m_writer.stopFrom(*m_conversation, message);
    m_conversation->removeMessage(message);
    const bool isEdited = m_prompt.isEditing(PromptBox::Editing::Question)
        || m_prompt.isEditing(PromptBox::Editing::Answer);
    if (isEdited && m_conversation->messageById(m_edited).isRemoved())
        m_prompt.leaveEdit();
    const QPointer conversation(m_conversation);
    m_chat.offerUndo(
        tr("Messages deleted"),
        [conversation, message] {
            if (conversation)
                conversation->putBackMessage(message);
        },
        [conversation, message] {
            if (conversation)
                conversation->forgetMessage(message);
        });
}

void MessageCommands::handle(MessageId message, const ShowVersion& version)
{
    const QList<MessageId> versions = m_conversation->tree().versions(message);
    const qsizetype wanted = versions.indexOf(message) + version.step;
    if (wanted >= 0 && wanted < versions.size())
        m_conversation->showMessage(versions[wanted]);
}

void MessageCommands::handle(MessageId message, const OpenImage& image)
{
    emit imageRequested(message, image);
}

void MessageCommands::handle(MessageId, const OpenPlace& place)
{
    emit placeRequested(place);
}

namespace {

QStringList statementsCiting(const Message& answer, int number)
{
    QStringList statements;
    for (const std::string& statement : services::statementsCiting(
             services::splitThinking(answer.text).answer.toStdString(), number))
        statements << QString::fromStdString(statement);
    return statements;
}

} // namespace

void MessageCommands::handle(MessageId message, const OpenSource& source)
{
    const Message& answer = m_conversation->messageById(message);
    if (source.index >= 0 && source.index < answer.sources.size())
        emit sourceRequested(answer.sources[source.index],
            QDateTime::fromMSecsSinceEpoch(answer.created),
            statementsCiting(answer, source.index + 1));
}

void MessageCommands::handle(MessageId message, const OpenDocument& document)
{
    const Message& question = m_conversation->messageById(message);
    if (document.index < 0 || document.index >= question.attachments.size())
        return;
    const services::TextAttachment& attachment = question.attachments[document.index];
    services::Source source;
    source.title = attachment.name;
    source.address = attachment.path;
    emit sourceRequested(source, QDateTime::fromMSecsSinceEpoch(question.created), {});
}

void MessageCommands::handle(MessageId, const FollowLink& link)
{
    openLink(link.address, m_conversation,
        services::effectiveSystemPrompt(*m_conversation, m_settings), &m_prompt);
}

void MessageCommands::handle(MessageId message, const DecideToolCall& call)
{
    m_writer.decide(*m_conversation, message, call.use, call.decision);
}

void MessageCommands::editLast()
{
    const MessageId last = lastBy(Author::User);
    if (last != noMessage)
        edit(last);
}

void MessageCommands::regenerateLast()
{
    const MessageId last = lastEndedAnswer();
    if (last != noMessage)
        perform(last, MessageCommand::Regenerate);
}

void MessageCommands::generateLastAlternatives()
{
    const MessageId last = lastEndedAnswer();
    if (last != noMessage)
        generateAlternatives(last);
}

void MessageCommands::continueLast()
{
    const MessageId last = lastEndedAnswer();
    if (last != noMessage && m_conversation->rowOf(last) == m_conversation->rowCount() - 1)
        continueAnswer(last);
}

void MessageCommands::showLastVersion(int step)
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row) {
        const MessageId message = m_conversation->message(row).id;
        if (m_conversation->tree().versions(message).size() > 1)
            return handle(message, ShowVersion{step});
    }
}

void MessageCommands::compareLast()
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row) {
        const Message& message = m_conversation->message(row);
        if (message.author == Author::Assistant
            && m_conversation->tree().versions(message.id).size() > 1)
            return emit compareRequested(message.id);
    }
}

void MessageCommands::copyLastAnswer()
{
    const MessageId last = lastBy(Author::Assistant);
    if (last != noMessage)
        perform(last, MessageCommand::CopyMarkdown);
}

void MessageCommands::readLastAloud()
{
    if (stopReading())
        return;
    const MessageId last = lastEndedAnswer();
    if (last != noMessage)
        readAloud(last);
}

void MessageCommands::copyConversation()
{
    const services::ExportedConversation copied = services::exportedConversation(
        m_conversation->record(), m_conversation->tree().messages());
    QApplication::clipboard()->setText(QString::fromUtf8(services::toMarkdown(copied, {})));
}

void MessageCommands::copyLastCode()
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row) {
        const QString code = lastCodeBlock(m_conversation->message(row));
        if (!code.isEmpty())
            return QApplication::clipboard()->setText(code);
    }
}

void MessageCommands::removeLast()
{
    if (m_conversation->rowCount() > 0)
        remove(m_conversation->message(m_conversation->rowCount() - 1).id);
}

MessageId MessageCommands::lastBy(Author author) const
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row)
        if (m_conversation->message(row).author == author)
            return m_conversation->message(row).id;
    return noMessage;
}

MessageId MessageCommands::lastEndedAnswer() const
{
    const MessageId last = lastBy(Author::Assistant);
    return last != noMessage && !m_conversation->messageById(last).isOpen() ? last : noMessage;
}

} // namespace ui
