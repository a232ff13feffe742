#include "services/conversations/conversation_list.h"

#include <algorithm>

namespace services {

namespace {

bool comesBefore(const Conversation* left, const Conversation* right)
{
    const ConversationRecord& a = left->storedRecord();
    const ConversationRecord& b = right->storedRecord();
    return a.isPinned != b.isPinned ? a.isPinned : a.changed > b.changed;
}

} // namespace

ConversationList::ConversationList(ConversationStore* store, QObject* parent)
    : QAbstractListModel(parent)
    , m_store(store)
{
    if (!store)
        return;
    m_saver = std::make_unique<ConversationSaver>(*store);
    store->loadConversations(
        this, [this](const QList<ConversationRecord>& records) { restore(records); });
}

ConversationList::~ConversationList() = default;

// A message may have been sent before the disk answered: those rows stay where they belong.
void ConversationList::restore(const QList<ConversationRecord>& records)
{
    beginResetModel();
    for (const ConversationRecord& record : records) {
        if (record.leaf == noMessage) {
            takeDraft(record);
            continue;
        }
        auto* conversation = new Conversation(record, this);
        watch(conversation);
        m_rows << conversation;
    }
    std::ranges::stable_sort(m_rows, comesBefore);
    endResetModel();
    emit restored();
}

// A new chat that was never sent: only its draft was kept, and is now that of this new chat.
void ConversationList::takeDraft(const ConversationRecord& record)
{
    Conversation* conversation = newConversation();
    if (!conversation->draft().isEmpty())
        return; // something was written meanwhile; the old draft waits for the next start
    conversation->setDraft(record.draft);
    m_store->setDeleted(record.id, true);
}

Conversation* ConversationList::find(const QString& id) const
{
    const auto found = std::ranges::find_if(
        m_rows, [&id](const Conversation* conversation) { return conversation->id() == id; });
    return found == m_rows.end() ? nullptr : *found;
}

Conversation* ConversationList::newConversation()
{
    if (m_empty)
        return m_empty;
    m_empty = new Conversation(this);
    watch(m_empty);
    return m_empty;
}

void ConversationList::watch(Conversation* conversation)
{
    connect(conversation, &Conversation::rowAppended, this, [this, conversation] {
        if (conversation == m_empty)
            insert(conversation);
        else
            reposition(conversation);
    });
    connect(conversation, &Conversation::recordChanged, this,
        [this, conversation] { reposition(conversation); });
    connect(conversation, &Conversation::titleChanged, this,
        [this, conversation] { tellChanged(conversation); });
    connect(conversation, &Conversation::writingChanged, this,
        [this, conversation] { tellChanged(conversation); });
    if (m_saver)
        m_saver->watch(conversation);
}

void ConversationList::load(Conversation* conversation)
{
    if (conversation->isLoaded() || !m_store)
        return;
    m_store->loadMessages(conversation->id(), conversation,
        [conversation](const QList<Message>& messages) { conversation->restore(messages); });
}

void ConversationList::remove(Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
    if (m_store)
        m_store->setDeleted(conversation->id(), true);
}

void ConversationList::putBack(Conversation* conversation)
{
    if (rowOf(conversation) >= 0)
        return;
    insert(conversation);
    if (m_store)
        m_store->setDeleted(conversation->id(), false);
}

void ConversationList::insert(Conversation* conversation)
{
    const int row = placeFor(conversation);
    beginInsertRows({}, row, row);
    m_rows.insert(row, conversation);
    if (m_empty == conversation)
        m_empty = nullptr;
    endInsertRows();
}

void ConversationList::reposition(Conversation* conversation)
{
    const int row = rowOf(conversation);
    if (row < 0)
        return;
    const int place = placeFor(conversation);
    if (place != row) {
        // Qt counts the place to move to with the row still in the list.
        beginMoveRows({}, row, row, {}, place > row ? place + 1 : place);
        m_rows.move(row, place);
        endMoveRows();
    }
    tellChanged(conversation);
}

// Its row among the others.
int ConversationList::placeFor(const Conversation* conversation) const
{
    return int(std::ranges::count_if(m_rows, [conversation](const Conversation* other) {
        return other != conversation && comesBefore(other, conversation);
    }));
}

int ConversationList::rowOf(const Conversation* conversation) const
{
    return int(m_rows.indexOf(const_cast<Conversation*>(conversation)));
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
    case Qt::EditRole:
    case Qt::ToolTipRole:
        return conversation->title();
    case Qt::AccessibleTextRole:
        return conversation->isWriting() ? tr("%1, writing").arg(conversation->title())
                                         : conversation->title();
    case WritingRole:
        return conversation->isWriting();
    case PinnedRole:
        return conversation->isPinned();
    case ConversationRole:
        return QVariant::fromValue(m_rows[index.row()]);
    default:
        return {};
    }
}

bool ConversationList::setData(const QModelIndex& index, const QVariant& title, int role)
{
    Conversation* conversation = m_rows.value(index.row());
    if (!conversation || role != Qt::EditRole)
        return false;
    if (title.toString() != conversation->title())
        conversation->rename(title.toString());
    return true;
}

Qt::ItemFlags ConversationList::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace services
