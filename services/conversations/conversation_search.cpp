#include "services/conversations/conversation_search.h"

#include "services/conversations/conversation_list.h"

#include <algorithm>

namespace services {

namespace {

constexpr int typingPause = 120; // milliseconds
constexpr int comparedCharacters = 20; // of a name, which may be cut

} // namespace

QString withoutMarks(QString excerpt)
{
    return excerpt.remove(QChar(2)).remove(QChar(3));
}

ConversationSearch::ConversationSearch(
    ConversationList& conversations, ConversationStore* store, QObject* parent)
    : QAbstractListModel(parent)
    , m_conversations(conversations)
    , m_store(store)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(typingPause);
    connect(&m_timer, &QTimer::timeout, this, &ConversationSearch::findMessages);
    connect(&conversations, &QAbstractItemModel::rowsRemoved, this,
        &ConversationSearch::leaveOutDeleted);
    connect(&conversations, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_rows.isEmpty())
            emit dataChanged(index(0), index(rowCount() - 1));
    });
}

void ConversationSearch::setText(const QString& text)
{
    if (text.simplified() == m_text)
        return;
    m_text = text.simplified();
    findNames();
    m_timer.start();
}

void ConversationSearch::setFilter(const SearchFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    findNames();
    m_timer.start();
}

void ConversationSearch::findNames()
{
    const bool looksAtNames = !m_text.isEmpty() && m_filter == SearchFilter();
    beginResetModel();
    m_rows.clear();
    for (int row = 0; row < m_conversations.rowCount() && looksAtNames; ++row) {
        Conversation* conversation = m_conversations.conversation(row);
        if (conversation->title().contains(m_text, Qt::CaseInsensitive))
            m_rows << Row{conversation, noMessage, {}};
    }
    endResetModel();
}

void ConversationSearch::findMessages()
{
    if (m_text.isEmpty() || !m_store) {
        emit finished();
        return;
    }
    m_store->search(
        m_text, m_filter, maxHits, this,
        [this, text = m_text, filter = m_filter](const QList<SearchHit>& hits) {
            if (text != m_text || filter != m_filter)
                return; // more was typed meanwhile
            addHits(hits);
            emit finished();
        },
        [this] { emit finished(); });
}

void ConversationSearch::addHits(const QList<SearchHit>& hits)
{
    QList<Row> rows;
    for (const SearchHit& hit : hits) {
        Conversation* conversation = m_conversations.find(hit.conversation);
        const QString excerpt = hit.excerpt.simplified();
        if (conversation && !saysNameAgain(conversation, excerpt))
            rows << Row{conversation, hit.message, excerpt};
    }
    if (rows.isEmpty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(rows.size()) - 1);
    m_rows << rows;
    endInsertRows();
}

// The name is mostly the beginning of a message: one row for both is enough.
bool ConversationSearch::saysNameAgain(
    const Conversation* conversation, const QString& excerpt) const
{
    if (!withoutMarks(excerpt).startsWith(conversation->title().left(comparedCharacters)))
        return false;
    return std::ranges::any_of(m_rows, [conversation](const Row& row) {
        return row.conversation == conversation && row.message == noMessage;
    });
}

void ConversationSearch::leaveOutDeleted()
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (m_rows[row].conversation && m_conversations.rowOf(m_rows[row].conversation) >= 0)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.removeAt(row);
        endRemoveRows();
    }
}

int ConversationSearch::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ConversationSearch::data(const QModelIndex& index, int role) const
{
    const Row row = m_rows.value(index.row());
    if (!row.conversation)
        return {};
    if (role == MessageRole)
        return row.message;
    if (role == ExcerptRole)
        return row.excerpt;
    const QVariant value = ConversationList::conversationData(row.conversation, role);
    if (role != Qt::AccessibleTextRole || row.excerpt.isEmpty())
        return value;
    return tr("%1: %2", "a conversation, and words from a message in it")
        .arg(value.toString(), withoutMarks(row.excerpt));
}

bool ConversationSearch::setData(const QModelIndex& index, const QVariant& title, int role)
{
    const Row row = m_rows.value(index.row());
    return row.conversation
        && m_conversations.setData(
            m_conversations.index(m_conversations.rowOf(row.conversation)), title, role);
}

Qt::ItemFlags ConversationSearch::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace services
