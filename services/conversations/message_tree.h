#pragma once

#include "services/conversations/message.h"

#include <QHash>
#include <QList>

namespace services {

/// Messages that follow one another in branches, one of which is the current one. A value. Ids are
/// those of its messages unless something else is said.
class MessageTree {
public:
    /// Takes messages by id. A few that are missing are replaced by ones that say so. What does not
    /// make a tree is left out, for the disk may have been written by anyone.
    void restore(const QList<Message>& messages);

    const QList<Message>& messages() const { return m_messages; } ///< by id
    bool contains(MessageId id) const { return id >= 0 && id < m_messages.size(); }
    const Message& operator[](MessageId id) const { return m_messages[id]; }
    Message& edit(MessageId id) { return m_messages[id]; } ///< all but id and parent

    /// Gives the message an id and lets it follow `parent`, noMessage for a first one. The branch
    /// stays as it is.
    MessageId add(Message message, MessageId parent);

    const QList<MessageId>& branch() const { return m_branch; }
    int rowOf(MessageId id) const { return int(m_branch.lastIndexOf(id)); } ///< −1: not in it
    MessageId leaf() const { return m_branch.isEmpty() ? noMessage : m_branch.last(); }
    void setBranch(MessageId leaf); ///< noMessage: none
    void extendBranch(MessageId id) { m_branch.append(id); } ///< by one that follows its leaf

    /// From a message on always what was added last.
    MessageId newestLeaf(MessageId from) const;

    /// Whether `id` is that message or comes after it, directly or not.
    bool isFrom(MessageId first, MessageId id) const;

    /// Those that follow the same message and were not removed, in the order of their ids.
    QList<MessageId> versions(MessageId id) const;

    QList<Message> messagesUntil(MessageId last) const; ///< from the first

    /// Marks a message and all that follow it as removed. Returns those that were not before.
    QList<MessageId> remove(MessageId id);
    QList<MessageId> putBack(MessageId id); ///< what was removed with it

    /// The leaf to show in place of a removed message: of another version of it, or what it
    /// follows.
    MessageId leafBeside(MessageId removed) const;

private:
    Message inPlaceOf(MessageId missing) const;
    void append(const Message& message);
    QList<MessageId> following(MessageId id) const; ///< directly, those not removed

    QList<Message> m_messages;
    QHash<MessageId, QList<MessageId>> m_following; // directly, in the order of their ids
    QList<MessageId> m_branch;
};

} // namespace services
