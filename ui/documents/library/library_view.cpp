#include "ui/documents/library/library_view.h"

#include "services/documents/library/library_index.h"
#include "ui/documents/library/library_model.h"
#include "ui/links/open_link.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <set>
#include <utility>

namespace ui {

using State = services::LibraryFile::State;

namespace {

constexpr int radius = 6; // pixels

const char* iconNameOf(const QModelIndex& index, State state)
{
    if (state == State::Failed)
        return "warning";
    return index.data(LibraryModel::FolderRole).toBool() ? "folder" : "document";
}

void drawLine(QPainter& painter, const QStyleOptionViewItem& option, const QRect& rect,
    const QString& text, Qt::TextElideMode elide)
{
    const QFontMetrics metrics(painter.font());
    painter.drawText(rect,
        int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine),
        metrics.elidedText(text, elide, rect.width()));
}

} // namespace

QSize LibraryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Metrics space = metrics(option.widget);
    const int lines = QFontMetrics(option.font).lineSpacing()
        + QFontMetrics(smallFont(option.font)).lineSpacing();
    return {120, lines + 2 * space.small};
}

void LibraryDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const Metrics space = metrics(option.widget);
    const auto state = State(index.data(LibraryModel::StateRole).toInt());
    const bool isFailed = state == State::Failed;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color.hover);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), radius, radius);
    }

    const QRect cell = option.rect.adjusted(space.small, space.small, -space.small, -space.small);
    const QRect symbol(
        cell.left(), cell.top() + (cell.height() - space.icon) / 2, space.icon, space.icon);
    ui::icon(QLatin1String(iconNameOf(index, state)), isFailed ? color.error : color.mutedText)
        .paint(painter, QStyle::visualRect(option.direction, cell, symbol));

    QFont font = option.font;
    font.setBold(index.data(LibraryModel::CollectionRole).toBool());
    const int line = QFontMetrics(font).lineSpacing();
    const QRect text = QStyle::visualRect(
        option.direction, cell, cell.adjusted(space.icon + space.medium, 0, 0, 0));
    painter->setFont(font);
    painter->setPen(color.text);
    drawLine(*painter, option, {text.left(), text.top(), text.width(), line},
        index.data().toString(), Qt::ElideMiddle);
    painter->setFont(smallFont(option.font));
    painter->setPen(isFailed ? color.error : color.mutedText);
    drawLine(*painter, option, {text.left(), text.top() + line, text.width(), text.height() - line},
        index.data(LibraryModel::DetailRole).toString(), Qt::ElideRight);

    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(color.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), radius, radius);
    }
    painter->restore();
}

namespace {

int count(const services::LibraryCounts& counts, State state)
{
    switch (state) {
    case State::Waiting:
        return counts.waiting;
    case State::Read:
        return counts.read;
    case State::Failed:
        return counts.failed;
    }
    return 0;
}

} // namespace

void LibraryFilter::setState(std::optional<State> state)
{
    m_state = state;
    invalidateFilter();
}

bool LibraryFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!m_state)
        return true;
    const auto* model = static_cast<const LibraryModel*>(sourceModel());
    const QModelIndex index = model->index(row, 0, parent);
    if (const services::LibraryFile* file = model->file(index))
        return file->state == *m_state;
    return count(*model->counts(index), *m_state) > 0;
}

using services::LibraryFile;

namespace {

constexpr int indent = 20; // pixels

} // namespace

LibraryView::LibraryView(const services::DocumentLibrary& library, QWidget* parent)
    : QTreeView(parent)
    , m_model(library)
{
    m_filter.setSourceModel(&m_model);
    setModel(&m_filter);
    setItemDelegate(new LibraryDelegate(this));
    setAccessibleName(tr("Documents"));
    setAccessibleDescription(tr("Press Enter to open a file, Delete to remove a collection."));
    header()->hide();
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    setUniformRowHeights(true); // thousands of rows are measured by the first
    setIndentation(indent);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setTabKeyNavigation(false); // Tab continues to the next control
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(this, &QTreeView::doubleClicked, this, &LibraryView::open);
    connect(
        selectionModel(), &QItemSelectionModel::selectionChanged, this, &LibraryView::shownChanged);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_filter, change, this, &LibraryView::shownChanged);
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, &LibraryView::expandOnly);
    expandOnly();
}

// Expands a folder only if it is alone: the user sees several folders before their contents.
void LibraryView::expandOnly()
{
    if (m_filter.rowCount() == 1)
        expand(m_filter.index(0, 0));
    if (!currentIndex().isValid() && m_filter.rowCount() > 0)
        selectionModel()->setCurrentIndex(
            m_filter.index(0, 0), QItemSelectionModel::NoUpdate); // where the keyboard begins
}

void LibraryView::showRoot(const QString& root)
{
    const QModelIndex index = m_filter.mapFromSource(m_model.indexOf(root));
    if (!index.isValid())
        return;
    expand(index);
    setCurrentIndex(index);
    scrollTo(index, QAbstractItemView::PositionAtTop);
}

// Each once, in the order of the rows. Others' paths are nothing to read from here.
QList<const LibraryFile*> LibraryView::selected() const
{
    std::set<std::pair<int, int>> places; // of a root, and of a file below it
    for (const QModelIndex& each : selectionModel()->selectedRows()) {
        const QModelIndex index = m_filter.mapToSource(each);
        if (index.parent().isValid())
            places.emplace(index.parent().row(), index.row());
        else if (m_model.rowCount(index) == 0)
            places.emplace(index.row(), -1);
        for (int row = 0; row < m_model.rowCount(index); ++row)
            places.emplace(index.row(), row);
    }
    QList<const LibraryFile*> files;
    for (const auto& [root, row] : places) {
        const QModelIndex above = m_model.index(root, 0);
        if (!above.data(LibraryModel::OwnRole).toBool())
            continue;
        if (const LibraryFile* file = m_model.file(row < 0 ? above : m_model.index(row, 0, above)))
            files << file;
    }
    return files;
}

QStringList LibraryView::selectedFiles() const
{
    QStringList paths;
    for (const LibraryFile* file : selected())
        paths << file->path;
    return paths;
}

QStringList LibraryView::selectedFailures() const
{
    QStringList paths;
    for (const LibraryFile* file : selected())
        if (file->state == LibraryFile::State::Failed)
            paths << file->path;
    return paths;
}

QStringList LibraryView::selectedRoots() const
{
    return selectedRoots(true);
}

QStringList LibraryView::selectedRootsOfOthers() const
{
    return selectedRoots(false);
}

QStringList LibraryView::selectedRoots(bool areOwn) const
{
    QStringList roots;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        if (index.data(LibraryModel::CollectionRole).toBool()
            && index.data(LibraryModel::OwnRole).toBool() == areOwn)
            roots << index.data(LibraryModel::PathRole).toString();
    return roots;
}

void LibraryView::open(const QModelIndex& index)
{
    if (index.isValid() && m_model.file(m_filter.mapToSource(index)))
        emit fileOpened(index.data(LibraryModel::PathRole).toString());
}

void LibraryView::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QModelIndex current = currentIndex();
    if (isEnter && m_filter.hasChildren(current))
        setExpanded(current, !isExpanded(current));
    else if (isEnter)
        open(current);
    else if (event->key() == Qt::Key_Delete)
        removeSelected();
    else
        QTreeView::keyPressEvent(event);
}

// Removes the selected roots, or the one that has the keyboard focus.
void LibraryView::removeSelected()
{
    QStringList roots = selectedRoots();
    if (roots.isEmpty() && currentIndex().data(LibraryModel::OwnRole).toBool())
        roots << currentIndex().data(LibraryModel::PathRole).toString();
    if (!roots.isEmpty())
        emit removeRequested(roots);
}

void LibraryView::contextMenuEvent(QContextMenuEvent* event)
{
    const QPersistentModelIndex current = currentIndex(); // rows may come and go below the menu
    if (!current.isValid())
        return;
    const QString path = current.data(LibraryModel::PathRole).toString();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_model.file(m_filter.mapToSource(current)))
        menu->addAction(tr("Open"), this, [this, current] { open(current); });
    menu->addAction(tr("Show in folder"), this, [this, path] {
        const QFileInfo file(path);
        openFolder(file.isDir() ? path : file.absolutePath(), this);
    });
    QAction* retry
        = menu->addAction(tr("Retry"), this, [this] { emit retryRequested(selectedFailures()); });
    retry->setEnabled(!selectedFailures().isEmpty());
    menu->addAction(
        tr("Extract data to table"), this, [this] { emit tableRequested(selectedFiles()); });
    QAction* add = menu->addAction(
        tr("Add on this computer…"), this, [this] { emit addRequested(selectedRootsOfOthers()); });
    add->setVisible(!selectedRootsOfOthers().isEmpty());
    QAction* remove = menu->addAction(
        tr("Remove from library"), this, [this] { emit removeRequested(selectedRoots()); });
    remove->setEnabled(!selectedRoots().isEmpty());
    const bool byKeys = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(
        byKeys ? viewport()->mapToGlobal(visualRect(current).center()) : event->globalPos());
}

void LibraryView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        scheduleDelayedItemsLayout();
}

} // namespace ui
