#include "services/conversations/message_tree.h"

#include <QCoreApplication>

#include <algorithm>

namespace services {

namespace {

constexpr MessageId mostMissing = 1000; // a file that lacks more is damaged

} // namespace

void MessageTree::restore(const QList<Message>& messages)
{
    m_messages.clear();
    m_following.clear();
    m_branch.clear();
    MessageId mayBeMissing = mostMissing;
    for (const Message& message : messages) {
        const MessageId next = m_messages.size();
        const bool fits = message.id >= next && message.id - next <= mayBeMissing
            && message.parent < message.id && message.parent >= noMessage;
        if (!fits)
            continue;
        mayBeMissing -= message.id - next;
        while (message.id > m_messages.size())
            append(placeholder(m_messages.size()));
        append(message);
    }
}

// One that could not be written to the disk, while later ones could: they keep their ids.
Message MessageTree::placeholder(MessageId missing) const
{
    Message message;
    message.id = missing;
    message.parent = missing - 1;
    const bool isAnswer = missing > 0 && m_messages.last().author == Author::User;
    message.author = isAnswer ? Author::Assistant : Author::User;
    message.text
        = QCoreApplication::translate("services::MessageTree", "This message couldn't be saved.");
    return message;
}

void MessageTree::append(const Message& message)
{
    m_messages << message;
    m_following[message.parent] << message.id;
}

MessageId MessageTree::add(Message message, MessageId parent)
{
    message.id = m_messages.size();
    message.parent = parent;
    append(message);
    return message.id;
}

void MessageTree::setBranch(MessageId leaf)
{
    m_branch.clear();
    for (MessageId id = leaf; id != noMessage; id = m_messages[id].parent)
        m_branch.append(id);
    std::ranges::reverse(m_branch);
}

QList<MessageId> MessageTree::following(MessageId id) const
{
    QList<MessageId> ids = m_following.value(id);
    ids.removeIf([this](MessageId each) { return m_messages[each].isRemoved(); });
    return ids;
}

MessageId MessageTree::newestLeaf(MessageId from) const
{
    MessageId leaf = from;
    for (auto next = following(leaf); !next.isEmpty(); next = following(leaf))
        leaf = next.last();
    return leaf;
}

// A message has a greater id than the one it follows.
bool MessageTree::isFrom(MessageId first, MessageId id) const
{
    while (id > first)
        id = m_messages[id].parent;
    return id == first;
}

QList<MessageId> MessageTree::versions(MessageId id) const
{
    return following(m_messages[id].parent);
}

QList<Message> MessageTree::messagesUntil(MessageId last) const
{
    QList<Message> messages;
    for (MessageId id = last; id != noMessage; id = m_messages[id].parent)
        messages.append(m_messages[id]);
    std::ranges::reverse(messages);
    return messages;
}

QList<MessageId> MessageTree::remove(MessageId id)
{
    QList<MessageId> removed;
    for (MessageId each = id; each < m_messages.size(); ++each) {
        Message& message = m_messages[each];
        const bool goes = each == id
            || (contains(message.parent) && m_messages[message.parent].removedWith == id);
        if (!goes || message.isRemoved())
            continue;
        message.removedWith = id;
        removed << each;
    }
    return removed;
}

QList<MessageId> MessageTree::putBack(MessageId id)
{
    QList<MessageId> back;
    for (Message& message : m_messages) {
        if (message.removedWith != id)
            continue;
        message.removedWith = noMessage;
        back << message.id;
    }
    return back;
}

// Their places stay, for the ids of others count on them.
void MessageTree::forget(MessageId id)
{
    for (Message& message : m_messages) {
        if (message.removedWith != id)
            continue;
        Message empty;
        empty.id = message.id;
        empty.parent = message.parent;
        empty.author = message.author;
        empty.created = message.created;
        empty.removedWith = id;
        message = empty;
    }
}

MessageId MessageTree::leafBeside(MessageId removed) const
{
    const QList<MessageId> others = versions(removed);
    if (others.isEmpty())
        return m_messages[removed].parent;
    const auto after = std::ranges::upper_bound(others, removed);
    return newestLeaf(after == others.end() ? others.last() : *after);
}

} // namespace services
