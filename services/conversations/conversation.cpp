#include "services/conversations/conversation.h"

#include "kernels/error.h"

namespace services {

namespace {

constexpr int titleCharacters = 48;

QString firstWords(const QString& text)
{
    const QString line = text.left(4 * titleCharacters).simplified();
    if (line.size() <= titleCharacters)
        return line;
    const qsizetype space = line.lastIndexOf(u' ', titleCharacters);
    return line.left(space > titleCharacters / 2 ? space : titleCharacters) + u'…';
}

} // namespace

QString Conversation::title() const
{
    if (m_messages.isEmpty())
        return tr("New chat");
    const Message& first = m_messages.first();
    if (!first.text.trimmed().isEmpty())
        return firstWords(first.text);
    if (m_messages.size() > 1 && m_messages[1].state == Message::State::Complete
        && !m_messages[1].text.trimmed().isEmpty())
        return firstWords(m_messages[1].text);
    const QString name = first.pictures.isEmpty() ? QString() : first.pictures.first().name;
    return name.isEmpty() ? tr("A picture") : firstWords(name);
}

MessageId Conversation::append(Message message)
{
    message.id = m_messages.size();
    message.parent = m_branch.isEmpty() ? noMessage : m_branch.last();
    m_messages.append(message);
    m_branch.append(message.id);
    emit rowAppended(rowCount() - 1);
    return message.id;
}

MessageId Conversation::appendUserMessage(const QString& text, const QList<Picture>& pictures)
{
    Message message;
    message.author = Author::User;
    message.text = text;
    message.pictures = pictures;
    const MessageId id = append(message);
    if (id == 0)
        emit titleChanged();
    return id;
}

MessageId Conversation::appendAnswer()
{
    Message message;
    message.author = Author::Assistant;
    message.state = Message::State::Waiting;
    const MessageId id = append(message);
    if (++m_openAnswers == 1)
        emit writingChanged(true);
    return id;
}

void Conversation::appendText(MessageId answer, const QString& text)
{
    if (Message* message = openAnswer(answer)) {
        message->text += text;
        message->state = Message::State::Writing;
        tellChanged(answer);
    }
}

void Conversation::finishAnswer(MessageId answer, const AnswerStatistics& statistics)
{
    if (Message* message = openAnswer(answer)) {
        message->statistics = statistics;
        close(*message, Message::State::Complete);
    }
}

void Conversation::failAnswer(MessageId answer, const QString& sentence)
{
    if (Message* message = openAnswer(answer)) {
        message->error = sentence;
        close(*message, Message::State::Failed);
    }
}

void Conversation::close(Message& answer, Message::State state)
{
    answer.state = state;
    tellChanged(answer.id);
    if (answer.id == 1)
        emit titleChanged();
    if (--m_openAnswers == 0)
        emit writingChanged(false);
}

Message* Conversation::openAnswer(MessageId id)
{
    CHECK(id >= 0 && id < m_messages.size());
    Message& message = m_messages[id];
    return message.isOpen() ? &message : nullptr;
}

void Conversation::tellChanged(MessageId id)
{
    const auto row = m_branch.lastIndexOf(id);
    if (row >= 0)
        emit messageChanged(int(row));
}

void Conversation::showBranch(MessageId leaf)
{
    QList<MessageId> branch;
    for (MessageId id = leaf; id != noMessage; id = m_messages[id].parent)
        branch.prepend(id);
    m_branch = branch;
    emit branchChanged();
}

QList<Message> Conversation::messagesUntil(MessageId last) const
{
    QList<Message> messages;
    for (MessageId id = last; id != noMessage; id = m_messages[id].parent)
        messages.prepend(m_messages[id]);
    return messages;
}

} // namespace services
