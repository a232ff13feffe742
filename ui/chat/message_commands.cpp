#include "ui/chat/message_commands.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/prompt_box.h"

#include <QApplication>
#include <QClipboard>

namespace ui {

using services::Author;
using services::Conversation;
using services::Message;
using services::MessageId;
using services::noMessage;

MessageCommands::MessageCommands(
    ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer, QObject* parent)
    : QObject(parent)
    , m_chat(chat)
    , m_prompt(prompt)
    , m_writer(writer)
{
    connect(&chat, &ChatView::editRequested, this, &MessageCommands::edit);
    connect(&chat, &ChatView::againRequested, this, &MessageCommands::answerAgain);
    connect(&chat, &ChatView::continueRequested, this, &MessageCommands::continueAnswer);
    connect(&chat, &ChatView::versionRequested, this, &MessageCommands::showVersion);
    connect(&prompt, &PromptBox::edited, this, &MessageCommands::sendEdited);
    connect(&prompt, &PromptBox::editLastRequested, this, &MessageCommands::editLast);
}

void MessageCommands::setConversation(Conversation* conversation)
{
    m_conversation = conversation;
}

void MessageCommands::edit(MessageId question)
{
    const Message& message = m_conversation->messageById(question);
    m_edited = question;
    m_prompt.beginEdit(message.text, message.pictures);
}

void MessageCommands::sendEdited(const QString& text, const QList<services::Picture>& pictures)
{
    m_conversation->branchOff(m_edited);
    m_conversation->appendUserMessage(text, pictures);
    m_writer.answer(*m_conversation);
}

void MessageCommands::answerAgain(MessageId answer)
{
    m_writer.answerAgain(*m_conversation, answer);
}

void MessageCommands::continueAnswer(MessageId answer)
{
    m_writer.continueAnswer(*m_conversation, answer);
    m_chat.scrollToEnd();
}

void MessageCommands::showVersion(MessageId message, int step)
{
    const QList<MessageId> versions = m_conversation->versions(message);
    const qsizetype wanted = versions.indexOf(message) + step;
    if (wanted >= 0 && wanted < versions.size())
        m_conversation->showMessage(versions[wanted]);
}

void MessageCommands::editLast()
{
    const MessageId last = lastOf(Author::User);
    if (last != noMessage)
        edit(last);
}

void MessageCommands::answerLastAgain()
{
    const MessageId last = lastOf(Author::Assistant);
    if (last != noMessage && !m_conversation->messageById(last).isOpen())
        answerAgain(last);
}

void MessageCommands::walkLastVersions(int step)
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row) {
        const MessageId message = m_conversation->message(row).id;
        if (m_conversation->versions(message).size() > 1)
            return showVersion(message, step);
    }
}

void MessageCommands::copyLastAnswer()
{
    const MessageId last = lastOf(Author::Assistant);
    if (last != noMessage)
        QApplication::clipboard()->setText(m_conversation->messageById(last).text);
}

MessageId MessageCommands::lastOf(Author author) const
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row)
        if (m_conversation->message(row).author == author)
            return m_conversation->message(row).id;
    return noMessage;
}

} // namespace ui
