#include "services/conversations/open_reply.h"

#include "base/error.h"
#include "services/conversations/conversation.h"

#include <utility>

namespace services {

OpenReply::OpenReply(Conversation& conversation, MessageId id)
    : m_conversation(&conversation)
    , m_id(id)
    , m_isOpen(true)
{
}

OpenReply::OpenReply(OpenReply&& other) noexcept
    : m_conversation(other.m_conversation)
    , m_id(other.m_id)
    , m_isOpen(std::exchange(other.m_isOpen, false))
{
}

OpenReply& OpenReply::operator=(OpenReply&& other) noexcept
{
    if (this == &other)
        return *this;
    stop();
    m_conversation = other.m_conversation;
    m_id = other.m_id;
    m_isOpen = std::exchange(other.m_isOpen, false);
    return *this;
}

const Message& OpenReply::message() const
{
    return m_conversation->messageById(m_id);
}

// Null if the message is gone: with its conversation, or because it was removed and forgotten.
Message* OpenReply::edit()
{
    CHECK(m_isOpen);
    if (!m_conversation || !message().isOpen())
        return nullptr;
    return &m_conversation->m_tree.edit(m_id);
}

// Reports a change that is only shown: nothing of it is stored.
void OpenReply::notifyProgress()
{
    const int row = m_conversation->rowOf(m_id);
    if (row >= 0)
        emit m_conversation->messageChanged(row);
}

void OpenReply::setWaitReason(const QString& reason)
{
    Message* message = edit();
    if (!message || message->waitReason == reason)
        return;
    message->waitReason = reason;
    notifyProgress();
}

void OpenReply::setSpeed(double tokensPerSecond)
{
    if (Message* message = edit()) {
        message->statistics.tokensPerSecond = tokensPerSecond;
        notifyProgress();
    }
}

void OpenReply::setSources(const QList<Source>& sources)
{
    if (Message* message = edit()) {
        message->sources = sources;
        m_conversation->notifyChanged(m_id);
    }
}

void OpenReply::setNote(const QString& note)
{
    if (Message* message = edit()) {
        message->note = note;
        m_conversation->notifyChanged(m_id);
    }
}

void OpenReply::append(const QString& text)
{
    if (Message* message = edit()) {
        message->text += text;
        message->state = Message::State::Writing;
        message->waitReason.clear();
        m_conversation->notifyChanged(m_id);
    }
}

// What is written after the calls is a paragraph of its own.
int OpenReply::addToolUses(const QList<ToolUse>& uses)
{
    Message* message = edit();
    if (!message)
        return 0;
    if (!message->text.trimmed().isEmpty() && !message->text.endsWith(u'\n'))
        message->text += QStringLiteral("\n\n");
    const auto first = int(message->toolUses.size());
    const int round = first > 0 ? message->toolUses.last().round + 1 : 1;
    for (ToolUse use : uses) {
        use.round = round;
        use.place = message->text.size();
        message->toolUses << use;
    }
    message->state = Message::State::Waiting;
    m_conversation->notifyChanged(m_id);
    return first;
}

void OpenReply::setToolUse(int index, const ToolUse& use, const QList<Picture>& returned)
{
    Message* message = edit();
    if (!message || message->toolUses.value(index) == use)
        return;
    const qsizetype place = message->toolUses[index].place;
    message->toolUses[index] = use;
    message->toolUses[index].place = place;
    message->toolUses[index].firstPicture = returned.isEmpty() ? 0 : int(message->pictures.size());
    message->toolUses[index].pictures = int(returned.size());
    message->pictures << returned;
    m_conversation->notifyChanged(m_id);
}

void OpenReply::restart()
{
    if (Message* message = edit()) {
        message->text.clear();
        message->toolUses.clear();
        message->pictures.clear();
        message->state = Message::State::Waiting;
        m_conversation->notifyChanged(m_id);
    }
}

void OpenReply::finish(const AnswerStatistics& statistics)
{
    if (Message* message = edit()) {
        const qint64 before = message->statistics.tokens; // of an answer that was reopened
        message->statistics = statistics;
        message->statistics.tokens += before;
    }
    end(Message::State::Complete);
}

void OpenReply::fail(const QString& error)
{
    if (Message* message = edit())
        message->error = error;
    end(Message::State::Failed);
}

void OpenReply::stop()
{
    if (m_isOpen)
        finish({.end = AnswerStatistics::End::Stopped});
}

void OpenReply::end(Message::State state)
{
    m_isOpen = false;
    if (m_conversation)
        m_conversation->endReply(m_id, state);
}

} // namespace services
