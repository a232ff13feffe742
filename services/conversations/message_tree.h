#pragma once

#include "services/conversations/message.h"

#include <QHash>
#include <QList>

namespace services {

/// Messages that follow one another in branches, of which one is the current branch. The ids are
/// those of messages in the tree unless a function says otherwise.
class MessageTree {
public:
    /// Sets the messages, which are sorted by id. A few missing ones are replaced by messages that
    /// say so. Messages that do not fit into a tree are left out, because anyone may have written
    /// the file.
    void restore(const QList<Message>& messages);

    const QList<Message>& messages() const { return m_messages; } ///< indexed by id
    bool contains(MessageId id) const { return id >= 0 && id < m_messages.size(); }
    const Message& operator[](MessageId id) const { return m_messages[id]; }
    /// Everything may be changed but id and parent.
    Message& edit(MessageId id) { return m_messages[id]; }

    /// Adds a message after `parent` (noMessage: as a first one) and returns its id. Does not
    /// change the current branch.
    MessageId add(Message message, MessageId parent);

    const QList<MessageId>& branch() const { return m_branch; }
    /// The index in the current branch; −1 if it is not in it.
    int rowOf(MessageId id) const { return int(m_branch.lastIndexOf(id)); }
    MessageId leaf() const { return m_branch.isEmpty() ? noMessage : m_branch.last(); }
    void setBranch(MessageId leaf); ///< by its last message; noMessage: an empty branch
    /// Appends a message that follows the last one of the current branch.
    void extendBranch(MessageId id) { m_branch.append(id); }

    /// The leaf that is reached from a message by always following the message that was added last.
    MessageId newestLeaf(MessageId from) const;

    /// True if `id` is `first` or follows it, directly or indirectly.
    bool isFrom(MessageId first, MessageId id) const;

    /// The messages with the same parent that were not removed, sorted by id.
    QList<MessageId> versions(MessageId id) const;

    QList<Message> messagesUntil(MessageId last) const; ///< from the first message on

    /// Marks a message and all that follow it as removed. Returns those that were not removed
    /// before.
    QList<MessageId> remove(MessageId id);
    QList<MessageId> putBack(MessageId id); ///< undoes remove(), with all messages that it removed
    void forget(MessageId id); ///< drops the contents of all messages that remove() removed

    /// The leaf of the branch to show in place of a removed message: that of another version or, if
    /// there is none, the message before it.
    MessageId leafBeside(MessageId removed) const;

private:
    Message placeholder(MessageId missing) const;
    void append(const Message& message);
    /// Messages directly after it that were not removed.
    QList<MessageId> following(MessageId id) const;

    QList<Message> m_messages;
    QHash<MessageId, QList<MessageId>> m_following; // directly, in the order of their ids
    QList<MessageId> m_branch;
};

} // namespace services
