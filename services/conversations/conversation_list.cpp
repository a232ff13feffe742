#include "services/conversations/conversation_list.h"

namespace services {

Conversation* ConversationList::newConversation()
{
    if (m_empty)
        return m_empty;
    auto* conversation = new Conversation(this);
    connect(conversation, &Conversation::rowAppended, this, [this, conversation](int row) {
        if (row == 0 && rowOf(conversation) < 0)
            insert(conversation);
    });
    connect(conversation, &Conversation::titleChanged, this,
        [this, conversation] { tellChanged(conversation); });
    connect(conversation, &Conversation::writingChanged, this,
        [this, conversation] { tellChanged(conversation); });
    m_empty = conversation;
    return conversation;
}

void ConversationList::insert(Conversation* conversation)
{
    beginInsertRows({}, 0, 0);
    m_rows.prepend(conversation);
    if (m_empty == conversation)
        m_empty = nullptr;
    endInsertRows();
}

int ConversationList::rowOf(const Conversation* conversation) const
{
    for (int row = 0; row < m_rows.size(); ++row)
        if (m_rows[row] == conversation)
            return row;
    return -1;
}

void ConversationList::tellChanged(const Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row >= 0)
        emit dataChanged(index(row), index(row));
}

int ConversationList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ConversationList::data(const QModelIndex& index, int role) const
{
    const Conversation* conversation = m_rows.value(index.row());
    if (!conversation)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return conversation->title();
    case Qt::AccessibleTextRole:
        return conversation->isWriting() ? tr("%1, writing").arg(conversation->title())
                                         : conversation->title();
    case WritingRole:
        return conversation->isWriting();
    default:
        return {};
    }
}

} // namespace services
