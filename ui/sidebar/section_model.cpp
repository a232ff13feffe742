#include "ui/sidebar/section_model.h"

#include "services/conversations/conversation_list.h"

#include <QDateTime>
#include <QLocale>
#include <QMimeData>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int recentDays = 7;

} // namespace

DateSections::DateSections(const QDateTime& now)
    : m_today(now.date())
{
}

// Dates are worked out once for a section: that is slow among thousands.
bool DateSections::moveTo(qint64 time)
{
    if (!m_name.isEmpty() && time >= m_begin)
        return false;
    enterSection(QDateTime::fromMSecsSinceEpoch(time).date());
    return true;
}

void DateSections::enterSection(const QDate& date)
{
    if (date >= m_today)
        return enter(m_today, tr("Today"));
    if (date == m_today.addDays(-1))
        return enter(date, tr("Yesterday"));
    if (date >= m_today.addDays(-recentDays))
        return enter(m_today.addDays(-recentDays), tr("Last 7 days"));
    const QString month = QLocale().standaloneMonthName(date.month());
    enter(QDate(date.year(), date.month(), 1),
        date.year() == m_today.year()
            ? month
            : tr("%1 %2", "a month and its year").arg(month).arg(date.year()));
}

void DateSections::enter(const QDate& first, const QString& name)
{
    m_begin = first.startOfDay().toMSecsSinceEpoch();
    m_name = name;
}

using services::Conversation;
using services::ConversationList;

namespace {

const QString dragType = QStringLiteral("application/x-vignette-conversation");

constexpr int importPause = 100; // milliseconds

bool isOfDates(const Conversation* conversation)
{
    return !conversation->isTemporary() && !conversation->storedRecord().isPinned
        && conversation->storedRecord().folder.isEmpty();
}

} // namespace

bool SectionModel::Row::isSameAs(const Row& other) const
{
    return conversation == other.conversation && name == other.name && isFolder == other.isFolder
        && isInFolder == other.isInFolder;
}

SectionModel::SectionModel(ConversationList& conversations, QObject* parent)
    : QAbstractListModel(parent)
    , m_conversations(conversations)
{
    connect(&conversations, &QAbstractItemModel::rowsInserted, this, &SectionModel::onInserted);
    connect(&conversations, &QAbstractItemModel::rowsRemoved, this, &SectionModel::rebuild);
    connect(&conversations, &QAbstractItemModel::rowsMoved, this, &SectionModel::rebuildSoon);
    connect(&conversations, &QAbstractItemModel::modelReset, this, &SectionModel::rebuild);
    connect(&conversations.folders(), &services::ConversationFolders::changed, this,
        &SectionModel::rebuildSoon);
    connect(&conversations, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& at) {
        rebuildSoon(); // it may have been pinned or moved
        const int row = rowOf(m_conversations.conversation(at.row()));
        if (row >= 0)
            emit dataChanged(index(row), index(row));
    });
    for (QTimer* pause : {&m_pause, &m_importPause}) {
        pause->setSingleShot(true);
        connect(pause, &QTimer::timeout, this, [this] {
            if (m_isStale)
                rebuild();
        });
    }
    m_importPause.setInterval(importPause);
    m_midnight.setSingleShot(true);
    connect(&m_midnight, &QTimer::timeout, this, &SectionModel::rebuild);
    rebuild();
}

// One that comes is shown at once. Thousands that are imported come one by one, each in a turn of
// its own: they are shown together, now and then.
void SectionModel::onInserted()
{
    if (m_importPause.isActive()) {
        m_isStale = true;
        return;
    }
    m_importPause.start();
    rebuildSoon();
}

// A change is shown at once, and more of them in the same turn once more, together.
void SectionModel::rebuildSoon()
{
    if (m_pause.isActive()) {
        m_isStale = true;
        return;
    }
    rebuild();
    m_pause.start(0);
}

void SectionModel::rebuild()
{
    m_isStale = false;
    replace(sections());
    const QDateTime now = QDateTime::currentDateTime();
    m_midnight.start(int(now.msecsTo(now.date().addDays(1).startOfDay())) + 1000);
}

// Rows are announced as removed or inserted only where something differs.
void SectionModel::replace(const QList<Row>& rows)
{
    const auto isSame = [](const Row& left, const Row& right) { return left.isSameAs(right); };
    const auto [oldBegin, newBegin]
        = std::mismatch(m_rows.cbegin(), m_rows.cend(), rows.cbegin(), rows.cend(), isSame);
    const auto [oldEnd, newEnd]
        = std::mismatch(m_rows.crbegin(), std::make_reverse_iterator(oldBegin), rows.crbegin(),
            std::make_reverse_iterator(newBegin), isSame);
    const int first = int(oldBegin - m_rows.cbegin());
    const int removed = int(oldEnd.base() - oldBegin);
    const int added = int(newEnd.base() - newBegin);
    if (removed > 0) {
        beginRemoveRows({}, first, first + removed - 1);
        m_rows.remove(first, removed);
        endRemoveRows();
    }
    if (added > 0)
        beginInsertRows({}, first, first + added - 1);
    m_rows = rows; // names of folders may show something else, too
    if (added > 0)
        endInsertRows();
    for (int row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].isFolder)
            emit dataChanged(index(row), index(row));
}

QList<SectionModel::Row> SectionModel::sections() const
{
    QList<Row> rows;
    const auto addAll = [&](const QString& name, auto&& isIn) {
        const qsizetype before = rows.size();
        for (int row = 0; row < m_conversations.rowCount(); ++row)
            if (isIn(m_conversations.conversation(row)))
                rows << Row{m_conversations.conversation(row)};
        if (rows.size() > before)
            rows.insert(before, Row{nullptr, name});
    };
    addAll(tr("Temporary"), [](const Conversation* each) { return each->isTemporary(); });
    addAll(tr("Pinned"), [](const Conversation* each) {
        return each->storedRecord().isPinned && !each->isTemporary();
    });
    return rows + folderRows() + dateRows();
}

QList<SectionModel::Row> SectionModel::folderRows() const
{
    QHash<QString, QList<Row>> inFolders;
    for (int row = 0; row < m_conversations.rowCount(); ++row) {
        Conversation* conversation = m_conversations.conversation(row);
        if (!conversation->storedRecord().folder.isEmpty() && !conversation->storedRecord().isPinned
            && !conversation->isTemporary())
            inFolders[conversation->storedRecord().folder]
                << Row{conversation, {}, false, false, 0, true};
    }
    QList<Row> rows;
    for (const services::Folder& folder : m_conversations.folders().all()) {
        const QList<Row> inside = inFolders.value(folder.name);
        rows << Row{nullptr, folder.name, true, folder.isCollapsed, int(inside.size())};
        if (!folder.isCollapsed)
            rows << inside;
    }
    return rows;
}

// The list has the newest first, so each section is together.
QList<SectionModel::Row> SectionModel::dateRows() const
{
    QList<Row> rows;
    DateSections dates(QDateTime::currentDateTime());
    for (int row = 0; row < m_conversations.rowCount(); ++row) {
        Conversation* conversation = m_conversations.conversation(row);
        if (!isOfDates(conversation))
            continue;
        if (dates.moveTo(conversation->storedRecord().changed))
            rows << Row{nullptr, dates.name()};
        rows << Row{conversation};
    }
    return rows;
}

int SectionModel::rowOf(const Conversation* conversation) const
{
    if (!conversation)
        return -1;
    const auto found = std::ranges::find(m_rows, conversation, &Row::conversation);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int SectionModel::rowOfFolder(const QString& name) const
{
    const auto found = std::ranges::find_if(
        m_rows, [&name](const Row& row) { return row.isFolder && row.name == name; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

Conversation* SectionModel::neighbor(const Conversation* of, int step) const
{
    const int from = rowOf(of);
    int row = from >= 0 ? from + step : (step > 0 ? 0 : rowCount() - 1);
    for (; row >= 0 && row < rowCount(); row += step)
        if (m_rows[row].conversation)
            return m_rows[row].conversation;
    return nullptr;
}

int SectionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant SectionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row& row = m_rows[index.row()];
    if (!row.conversation)
        return sectionData(row, role);
    if (role == IsSectionRole)
        return false;
    if (role == InFolderRole)
        return row.isInFolder;
    return ConversationList::conversationData(row.conversation, role);
}

QVariant SectionModel::sectionData(const Row& row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return row.name;
    case Qt::AccessibleTextRole:
        if (!row.isFolder)
            return row.name;
        return row.isCollapsed
            ? tr("Folder %1, collapsed, %Ln chats", nullptr, row.count).arg(row.name)
            : tr("Folder %1, %Ln chats", nullptr, row.count).arg(row.name);
    case IsSectionRole:
        return true;
    case FolderRole:
        return row.isFolder ? row.name : QVariant();
    case CollapsedRole:
        return row.isCollapsed;
    case CountRole:
        return row.count;
    default:
        return {};
    }
}

bool SectionModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Row row = m_rows.value(index.row());
    if (role != Qt::EditRole)
        return false;
    if (row.conversation)
        return m_conversations.setData(
            m_conversations.index(m_conversations.rowOf(row.conversation)), value, role);
    return row.isFolder && renameFolder(index.row(), value.toString().simplified());
}

// The row stays, for its name may still be in an editor.
bool SectionModel::renameFolder(int row, const QString& name)
{
    if (name.isEmpty() || m_conversations.folders().contains(name))
        return false;
    const QString before = std::exchange(m_rows[row].name, name);
    m_conversations.folders().rename(before, name);
    return true;
}

Qt::ItemFlags SectionModel::flags(const QModelIndex& index) const
{
    const Row row = m_rows.value(index.row());
    if (row.conversation)
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled
            | Qt::ItemIsDropEnabled;
    if (row.isFolder)
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable
            | Qt::ItemIsDropEnabled;
    return Qt::ItemIsDropEnabled;
}

QStringList SectionModel::mimeTypes() const
{
    return {dragType};
}

QMimeData* SectionModel::mimeData(const QModelIndexList& indexes) const
{
    auto* data = new QMimeData;
    for (const QModelIndex& index : indexes)
        if (const Conversation* conversation = m_rows.value(index.row()).conversation)
            data->setData(dragType, conversation->id().toUtf8());
    return data;
}

Conversation* SectionModel::draggedIn(const QMimeData* data) const
{
    return m_conversations.find(QString::fromUtf8(data->data(dragType)));
}

// The folder that something dropped here goes into; none among the dates.
QString SectionModel::folderAt(const QModelIndex& index) const
{
    const Row row = m_rows.value(index.row());
    if (row.conversation)
        return row.conversation->storedRecord().folder;
    return row.isFolder ? row.name : QString();
}

bool SectionModel::canDropMimeData(
    const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const
{
    const Conversation* conversation = draggedIn(data);
    return conversation && parent.isValid()
        && conversation->storedRecord().folder != folderAt(parent);
}

bool SectionModel::dropMimeData(
    const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent)
{
    if (!canDropMimeData(data, action, row, column, parent))
        return false;
    draggedIn(data)->setFolder(folderAt(parent));
    return true;
}

} // namespace ui
