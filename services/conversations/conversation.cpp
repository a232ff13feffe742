#include "services/conversations/conversation.h"

#include "kernels/error.h"

#include <QDateTime>
#include <QUuid>

#include <algorithm>

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

Conversation::Conversation(QObject* parent)
    : QObject(parent)
{
    m_record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_record.created = m_record.changed = QDateTime::currentMSecsSinceEpoch();
}

Conversation::Conversation(const ConversationRecord& record, QObject* parent)
    : QObject(parent)
    , m_record(record)
    , m_isLoaded(false)
{
}

ConversationRecord Conversation::record() const
{
    ConversationRecord record = m_record;
    record.title = title();
    if (!m_branch.isEmpty())
        record.leaf = m_branch.last();
    return record;
}

// The disk may have been written by anyone: what does not make a tree is left out.
void Conversation::restore(const QList<Message>& messages)
{
    if (m_isLoaded)
        return;
    for (const Message& message : messages)
        if (message.id == m_messages.size() && message.parent < message.id
            && message.parent >= noMessage)
            m_messages << message;
    for (const Message& message : m_messages)
        m_following[message.parent] << message.id;
    m_isLoaded = true;
    const bool hasLeaf = m_record.leaf >= 0 && m_record.leaf < m_messages.size();
    setBranch(hasLeaf ? m_record.leaf : m_messages.size() - 1);
    emit branchChanged();
    emit loaded();
}

QString Conversation::title() const
{
    if (m_record.isRenamed || !m_isLoaded)
        return m_record.title;
    return firstWordsOfAll();
}

void Conversation::rename(const QString& title)
{
    m_record.title = title.simplified();
    m_record.isRenamed = !m_record.title.isEmpty();
    emit titleChanged();
    emit recordChanged();
}

void Conversation::setPinned(bool pinned)
{
    if (pinned == m_record.isPinned)
        return;
    m_record.isPinned = pinned;
    emit recordChanged();
}

void Conversation::setDraft(const QString& text)
{
    if (text == m_record.draft)
        return;
    m_record.draft = text;
    emit draftChanged();
}

QString Conversation::firstWordsOfAll() const
{
    if (m_branch.isEmpty())
        return tr("New chat");
    const Message& first = message(0);
    if (!first.text.trimmed().isEmpty())
        return firstWords(first.text);
    if (rowCount() > 1 && message(1).state == Message::State::Complete
        && !message(1).text.trimmed().isEmpty())
        return firstWords(message(1).text);
    const QString name = first.pictures.isEmpty() ? QString() : first.pictures.first().name;
    return name.isEmpty() ? tr("A picture") : firstWords(name);
}

MessageId Conversation::append(Message message)
{
    CHECK(m_isLoaded);
    message.id = m_messages.size();
    message.parent = m_branch.isEmpty() ? noMessage : m_branch.last();
    m_messages.append(message);
    m_following[message.parent] << message.id;
    m_branch.append(message.id);
    m_record.changed = QDateTime::currentMSecsSinceEpoch();
    emit messageTouched(message.id);
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
    if (rowCount() == 1)
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

void Conversation::reopenAnswer(MessageId answer)
{
    if (openAnswer(answer))
        return;
    m_messages[answer].state = Message::State::Waiting;
    m_messages[answer].error.clear();
    tellChanged(answer);
    if (++m_openAnswers == 1)
        emit writingChanged(true);
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
        const qint64 before = message->statistics.tokens; // of an answer that was reopened
        message->statistics = statistics;
        message->statistics.tokens += before;
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
    if (rowOf(answer.id) == 1)
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
    emit messageTouched(id);
    const int row = rowOf(id);
    if (row >= 0)
        emit messageChanged(row);
}

void Conversation::setBranch(MessageId leaf)
{
    m_branch.clear();
    for (MessageId id = leaf; id != noMessage; id = m_messages[id].parent)
        m_branch.append(id);
    std::ranges::reverse(m_branch);
}

void Conversation::showBranch(MessageId leaf)
{
    setBranch(leaf);
    emit branchChanged();
    emit titleChanged();
    emit recordChanged();
}

void Conversation::showMessage(MessageId id)
{
    if (id < 0 || id >= m_messages.size() || rowOf(id) >= 0)
        return;
    MessageId leaf = id;
    for (auto next = m_following.find(leaf); next != m_following.end();
         next = m_following.find(leaf))
        leaf = next->last();
    showBranch(leaf);
}

void Conversation::branchOff(MessageId id)
{
    setBranch(m_messages[id].parent);
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
