#include "ui/captions/caption_table.h"

#include "services/background.h"
#include "services/pictures/picture.h"
#include "services/text.h"
#include "ui/captions/caption_delegate.h"
#include "ui/pictures/picture_facts.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/scroll_column.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace ui {

namespace {

using Facts = QList<services::PictureFact>;

Facts shownFacts(const services::CaptionRow& row)
{
    return row.state == services::CaptionRow::State::Failed ? Facts() : row.facts.value_or(Facts());
}

} // namespace

void CaptionFilter::setWords(const QString& words)
{
    m_words = words.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void CaptionFilter::setState(std::optional<services::CaptionRow::State> state)
{
    m_state = state;
    invalidateFilter();
}

void CaptionFilter::setMissingFacts(bool isRequired)
{
    m_missingFacts = isRequired;
    invalidateFilter();
}

void CaptionFilter::setEdited(int row)
{
    if (row == m_edited)
        return;
    m_edited = row;
    invalidateFilter();
}

bool CaptionFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (row == m_edited)
        return true; // else its editor would go with it
    const auto* table = static_cast<const CaptionTableModel*>(sourceModel());
    const services::CaptionRow& caption = table->run()->row(row);
    if (m_state && caption.state != *m_state)
        return false;
    if (m_missingFacts
        && std::ranges::all_of(shownFacts(caption), &services::PictureFact::isSupported))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return caption.file.contains(word, Qt::CaseInsensitive)
            || caption.caption.contains(word, Qt::CaseInsensitive);
    });
}

namespace {

constexpr int minRows = 3; // that there is room for
constexpr qsizetype atOnce = 2;
constexpr qsizetype maxWanted = 48; // more than are ever in sight

QImage readThumbnail(const QString& file)
{
    const QImage preview = services::decodePictureFile(file).preview;
    return preview.scaled(CaptionThumbnails::side, CaptionThumbnails::side, Qt::KeepAspectRatio,
        Qt::SmoothTransformation);
}

} // namespace

QImage CaptionThumbnails::thumbnail(const QString& file)
{
    const auto found = m_images.constFind(file);
    if (found != m_images.constEnd())
        return *found;
    if (!m_loading.contains(file)) {
        m_wanted.removeOne(file);
        m_wanted << file;
        if (m_wanted.size() > maxWanted)
            m_wanted.removeFirst();
        loadNext();
    }
    return {};
}

void CaptionThumbnails::loadNext()
{
    while (m_loading.size() < atOnce && !m_wanted.isEmpty()) {
        const QString file = m_wanted.takeLast();
        m_loading.insert(file);
        services::runInBackground<QImage>(
            this, [file] { return readThumbnail(file); },
            [this, file](const services::Outcome<QImage>& outcome) {
                m_loading.remove(file);
                keep(file, outcome.value.value_or(QImage()));
                emit loaded();
                loadNext();
            });
    }
}

void CaptionThumbnails::keep(const QString& file, const QImage& image)
{
    m_images.insert(file, image);
    m_order << file;
    if (m_order.size() > kept)
        m_images.remove(m_order.takeFirst());
}

using services::CaptionRow;
using services::CaptionRun;

QString stateName(CaptionRow::State state)
{
    const auto translated = [](const char* text) {
        return QCoreApplication::translate("ui::CaptionTableModel", text);
    };
    switch (state) {
    case CaptionRow::State::Waiting:
        return translated(QT_TRANSLATE_NOOP("ui::CaptionTableModel", "Waiting"));
    case CaptionRow::State::Running:
        return translated(QT_TRANSLATE_NOOP("ui::CaptionTableModel", "Describing"));
    case CaptionRow::State::Done:
        return translated(QT_TRANSLATE_NOOP("ui::CaptionTableModel", "Done"));
    case CaptionRow::State::Failed:
        return translated(QT_TRANSLATE_NOOP("ui::CaptionTableModel", "Failed"));
    case CaptionRow::State::Edited:
        return translated(QT_TRANSLATE_NOOP("ui::CaptionTableModel", "Edited"));
    }
    return {};
}

namespace {

constexpr int maxFactsInMenu = 12;

QString describeAll(const Facts& facts)
{
    QStringList sentences;
    for (const services::PictureFact& fact : facts)
        sentences << describe(fact, 1);
    return sentences.join(QStringLiteral(". "));
}

} // namespace

void CaptionTableModel::setRun(CaptionRun* run)
{
    beginResetModel();
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    endResetModel();
    if (!run)
        return;
    connect(run, &CaptionRun::rowsAboutToBeAdded, this,
        [this](qsizetype first, qsizetype last) { beginInsertRows({}, int(first), int(last)); });
    connect(run, &CaptionRun::rowsAdded, this, [this] { endInsertRows(); });
    connect(run, &CaptionRun::rowChanged, this, [this](qsizetype row) {
        emit dataChanged(index(int(row), 0), index(int(row), columns - 1));
    });
}

int CaptionTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_run ? 0 : int(m_run->size());
}

int CaptionTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant CaptionTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_run)
        return {};
    const CaptionRow& row = m_run->row(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (index.column() == FileColumn)
            return QFileInfo(row.file).fileName();
        if (index.column() == StateColumn)
            return stateName(row.state);
        return row.state == CaptionRow::State::Failed ? row.error : row.caption;
    case Qt::EditRole:
        return index.column() == CaptionColumn ? row.caption : QVariant();
    case Qt::ToolTipRole:
        if (index.column() == FileColumn)
            return services::plainToolTipInLines(row.file);
        return services::plainToolTipInLines(
            row.state == CaptionRow::State::Failed ? row.error : row.caption);
    case StateRole:
        return int(row.state);
    case PathRole:
        return row.file;
    case FactsRole:
        return index.column() == CaptionColumn ? QVariant::fromValue(shownFacts(row)) : QVariant();
    case Qt::AccessibleDescriptionRole:
        return index.column() == CaptionColumn ? describeAll(shownFacts(row)) : QVariant();
    default:
        return {};
    }
}

bool CaptionTableModel::setData(const QModelIndex& index, const QVariant& text, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    m_run->setCaption(index.row(), text.toString().trimmed());
    return true;
}

Qt::ItemFlags CaptionTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.isValid() && index.column() == CaptionColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant CaptionTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case FileColumn:
        return tr("Picture");
    case CaptionColumn:
        return tr("Caption");
    default:
        return tr("Status");
    }
}

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
    setMouseTracking(true);
    setTabKeyNavigation(false); // Tab continues to the next control
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

void CaptionTable::showPicture(const QModelIndex& index, const QRectF& place)
{
    if (index.isValid())
        emit pictureOpened(index.data(CaptionTableModel::PathRole).toString(), place);
}

int CaptionTable::factAt(const QPoint& position) const
{
    const QModelIndex index = indexAt(position);
    if (!index.isValid() || state() == EditingState)
        return -1;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    return CaptionDelegate::factAt(position, option, index);
}

// What stands nowhere has no place to be shown.
void CaptionTable::showFact(const QModelIndex& index, int number, const QPoint& position)
{
    const Facts facts = index.data(CaptionTableModel::FactsRole).value<Facts>();
    if (number < 0 || number >= facts.size()) // the caption has changed
        return;
    const services::PictureFact& fact = facts[number];
    if (!fact.place.isNull())
        return showPicture(index, fact.place);
    QToolTip::showText(position, services::plainToolTip(describe(fact, 1)), this);
}

void CaptionTable::mouseMoveEvent(QMouseEvent* event)
{
    viewport()->setCursor(factAt(event->pos()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QTableView::mouseMoveEvent(event);
}

void CaptionTable::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const bool isClick = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    if (const int fact = factAt(event->pos()); isClick && fact >= 0)
        showFact(indexAt(event->pos()), fact, event->globalPosition().toPoint());
}

// By keyboard, too, each fact leads to its place.
void CaptionTable::addFacts(QMenu& menu, const QPersistentModelIndex& index)
{
    const QModelIndex caption
        = QModelIndex(index).siblingAtColumn(CaptionTableModel::CaptionColumn);
    const Facts facts = caption.data(CaptionTableModel::FactsRole).value<Facts>();
    if (facts.isEmpty())
        return;
    menu.addSeparator();
    for (int number = 0; number < std::min<int>(int(facts.size()), maxFactsInMenu); ++number) {
        QAction* action
            = menu.addAction(describe(facts[number], 1).replace(u'&', QStringLiteral("&&")), this,
                [this, index, place = facts[number].place] { showPicture(index, place); });
        action->setEnabled(!facts[number].place.isNull());
    }
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
    menu->addAction(tr("Edit caption"), this, [this, current] { editCaption(current); });
    menu->addAction(tr("Copy captions"), this, &CaptionTable::copyCaptions);
    menu->addAction(tr("Describe again"), this, [this] { emit runAgainRequested(selectedRows()); });
    menu->addAction(tr("Show picture"), this, [this, current] { showPicture(current); });
    addFacts(*menu, current);
    const bool byKeys = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(
        byKeys ? viewport()->mapToGlobal(visualRect(current).center()) : event->globalPos());
}

void CaptionTable::applyMetrics()
{
    const int rowHeight = CaptionDelegate::rowHeight(this);
    verticalHeader()->setDefaultSectionSize(rowHeight);
    setMinimumHeight(horizontalHeader()->sizeHint().height() + minRows * rowHeight);
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
