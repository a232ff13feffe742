#include "ui/captions/caption_table.h"

#include "ui/captions/caption_delegate.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/quiet_header.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace ui {

CaptionTable::CaptionTable(QWidget* parent)
    : QTableView(parent)
{
    setHorizontalHeader(new QuietHeader(this));
    m_filter.setSourceModel(&m_model);
    setModel(&m_filter);
    setItemDelegate(new CaptionDelegate(m_thumbnails, this));
    setAccessibleName(tr("Pictures and captions"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false); // Tab goes on to the next control
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(80);
    horizontalHeader()->setSectionResizeMode(
        CaptionTableModel::CaptionColumn, QHeaderView::Stretch);

    connect(&m_thumbnails, &CaptionThumbnails::loaded, viewport(), qOverload<>(&QWidget::update));
    connect(this, &QTableView::doubleClicked, this, &CaptionTable::open);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &CaptionTable::shownChanged);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_filter, change, this, &CaptionTable::shownChanged);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &CaptionTable::shownChanged);
    applyMetrics();
}

void CaptionTable::setRun(services::CaptionRun* run)
{
    m_filter.setEdited(-1);
    m_model.setRun(run);
    if (m_filter.rowCount() > 0)
        setCurrentIndex(m_filter.index(0, CaptionTableModel::CaptionColumn));
    clearSelection();
}

QList<qsizetype> CaptionTable::selectedRows() const
{
    QList<qsizetype> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows << m_filter.mapToSource(index).row();
    std::sort(rows.begin(), rows.end());
    return rows;
}

void CaptionTable::open(const QModelIndex& index)
{
    if (index.column() == CaptionTableModel::FileColumn)
        showPicture(index);
}

void CaptionTable::showPicture(const QModelIndex& index)
{
    if (index.isValid())
        emit pictureOpened(index.data(CaptionTableModel::PathRole).toString());
}

void CaptionTable::editCaption(const QModelIndex& index)
{
    if (index.isValid())
        edit(index.siblingAtColumn(CaptionTableModel::CaptionColumn));
}

void CaptionTable::copyCaptions() const
{
    QStringList captions;
    for (const QModelIndex& index :
        selectionModel()->selectedRows(CaptionTableModel::CaptionColumn))
        captions << index.data(Qt::EditRole).toString();
    QApplication::clipboard()->setText(captions.join(u'\n'));
}

// A row that is being edited stays, also where its new state is not among those shown.
bool CaptionTable::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event)
{
    const bool isEdited = QTableView::edit(index, trigger, event);
    if (isEdited && state() == EditingState)
        m_filter.setEdited(m_filter.mapToSource(index).row());
    return isEdited;
}

void CaptionTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    if (state() != EditingState)
        m_filter.setEdited(-1);
}

void CaptionTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->matches(QKeySequence::Copy))
        copyCaptions();
    else if ((isEnter || event->key() == Qt::Key_F2) && currentIndex().isValid())
        editCaption(currentIndex());
    else if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier
        && currentIndex().isValid())
        showPicture(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

void CaptionTable::contextMenuEvent(QContextMenuEvent* event)
{
    const QPersistentModelIndex current = currentIndex(); // rows may come and go below the menu
    if (!current.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Edit the caption"), this, [this, current] { editCaption(current); });
    menu->addAction(tr("Copy the captions"), this, &CaptionTable::copyCaptions);
    menu->addAction(tr("Describe again"), this, [this] { emit runAgainRequested(selectedRows()); });
    menu->addAction(tr("Show the picture"), this, [this, current] { showPicture(current); });
    const bool byKeys = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(
        byKeys ? viewport()->mapToGlobal(visualRect(current).center()) : event->globalPos());
}

void CaptionTable::applyMetrics()
{
    verticalHeader()->setDefaultSectionSize(CaptionDelegate::rowHeight(this));
    const Metrics space = metrics(this);
    const QFontMetrics font(this->font());
    setColumnWidth(CaptionTableModel::StateColumn,
        font.horizontalAdvance(stateName(services::CaptionRow::State::Running)) + space.icon
            + 4 * space.small);
}

void CaptionTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    setColumnWidth(CaptionTableModel::FileColumn, qBound(150, viewport()->width() * 3 / 10, 320));
}

void CaptionTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applyMetrics();
}

} // namespace ui
