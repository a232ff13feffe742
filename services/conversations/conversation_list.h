#pragma once

#include "services/conversations/conversation.h"

#include <QAbstractListModel>

namespace services {

/// The conversations, newest first. Owns them. A conversation becomes a row with its first message,
/// so that opening a new chat leaves nothing behind.
class ConversationList : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { WritingRole = Qt::UserRole + 1 }; ///< bool: an answer is being written

    using QAbstractListModel::QAbstractListModel;

    /// A new conversation without messages, owned by the list; the one handed out before if it is
    /// still without.
    Conversation* newConversation();

    Conversation* conversation(int row) const { return m_rows[row]; }
    int rowOf(const Conversation* conversation) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    void insert(Conversation* conversation);
    void tellChanged(const Conversation* conversation);

    QList<Conversation*> m_rows;
    Conversation* m_empty = nullptr; // handed out, not yet a row
};

} // namespace services
