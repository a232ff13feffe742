#include "ui/documents/tables/table_model.h"

#include "services/text.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::FileCell;
using services::FileRow;
using services::TableRun;

namespace {

QString noteOf(const FileRow& row)
{
    if (!row.error.empty())
        return QString::fromStdString(row.error);
    if (!row.isComplete)
        return TableModel::tr("The answer was truncated");
    return row.isWhole ? QString() : TableModel::tr("Too long: based on selected passages");
}

QString formatLocation(const services::Source& source)
{
    return source.page > 0
        ? TableModel::tr("From page %1: %2").arg(QLocale().toString(source.page), source.passage)
        : TableModel::tr("From: %1").arg(source.passage);
}

} // namespace

QString formatValue(const FileCell& cell)
{
    if (cell.value == "true")
        return TableModel::tr("Yes");
    if (cell.value == "false")
        return TableModel::tr("No");
    return QString::fromStdString(cell.text());
}

void TableModel::setRun(TableRun* run)
{
    beginResetModel();
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    endResetModel();
    if (!run)
        return;
    connect(run, &TableRun::rowsAboutToBeAdded, this,
        [this](qsizetype first, qsizetype last) { beginInsertRows({}, int(first), int(last)); });
    connect(run, &TableRun::rowsAdded, this, [this] { endInsertRows(); });
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_run ? 0 : int(m_run->rows().size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_run ? 0 : int(m_run->columns().size()) + 2;
}

const FileCell* TableModel::cellAt(const QModelIndex& index) const
{
    const FileRow& row = m_run->rows()[index.row()];
    const int cell = index.column() - 1;
    return cell < 0 || cell >= int(row.cells.size()) ? nullptr : &row.cells[size_t(cell)];
}

std::optional<services::Source> TableModel::sourceOf(const QModelIndex& index) const
{
    if (!index.isValid() || !m_run)
        return std::nullopt;
    const QString& file = m_run->rows()[index.row()].file;
    if (index.column() == 0)
        return ui::sourceOf(file);
    const FileCell* cell = cellAt(index);
    if (!cell || !cell->source)
        return std::nullopt;
    return ui::sourceOf(file, {}, *cell->source);
}

QString TableModel::textAt(const QModelIndex& index) const
{
    const FileRow& row = m_run->rows()[index.row()];
    if (index.column() == 0)
        return QFileInfo(row.file).fileName();
    if (index.column() == columnCount() - 1)
        return noteOf(row);
    const FileCell* cell = cellAt(index);
    return cell ? formatValue(*cell) : QString();
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_run)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index).simplified();
    case Qt::AccessibleTextRole:
        return textAt(index);
    case SourceRole:
        return index.column() > 0 && sourceOf(index).has_value();
    case ErrorRole:
        return index.column() == columnCount() - 1 && !m_run->rows()[index.row()].error.empty();
    case Qt::AccessibleDescriptionRole:
    case Qt::ToolTipRole: {
        const auto source = index.column() > 0 ? sourceOf(index) : std::nullopt;
        const QString text = source ? formatLocation(*source)
            : index.column() == 0   ? m_run->rows()[index.row()].file
                                    : textAt(index);
        return role == Qt::ToolTipRole ? QVariant(services::plainToolTipInLines(text))
                                       : QVariant(text);
    }
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || role != Qt::DisplayRole || !m_run)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (section == 0)
        return tr("File");
    return section <= int(m_run->columns().size()) ? m_run->columns()[section - 1] : tr("Note");
}

namespace {

constexpr int radius = 6; // pixels

QColor inkOf(const QModelIndex& index, const Colors& color)
{
    if (index.data(TableModel::ErrorRole).toBool())
        return color.error;
    return index.data(TableModel::SourceRole).toBool() ? color.accent : color.text;
}

} // namespace

void TableDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const int margin = metrics(option.widget).small;
    const bool isSelected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // values run in their own direction
    painter->fillRect(option.rect, isSelected ? color.hover : color.window);
    painter->fillRect(
        QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), color.border);
    const QRect text = option.rect.adjusted(margin, 0, -margin, -1);
    painter->setFont(option.font);
    painter->setPen(inkOf(index, color));
    painter->drawText(text,
        int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine),
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(color.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -3), radius, radius);
    }
    painter->restore();
}

using services::TableColumn;
using Kind = TableColumn::Kind;

namespace {

constexpr qsizetype maxColumns = 40; // more make answers that no model writes to their end

} // namespace

ColumnEditor::ColumnEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_add(new QPushButton(tr("Add column"), this))
{
    m_layout->setContentsMargins({});
    m_layout->setSpacing(metrics(this).small);
    m_layout->addWidget(m_add, 0, Qt::AlignLeading);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow({}).name->setFocus(Qt::OtherFocusReason);
        emit changed();
    });
    addRow({});
}

ColumnEditor::Row& ColumnEditor::addRow(const TableColumn& column)
{
    auto* widget = new QWidget(this);
    Row row{widget, new QLineEdit(column.name, widget), new QComboBox(widget),
        new IconButton(
            QStringLiteral("close"), tr("Remove column"), IconButton::Look::Quiet, widget)};
    row.kind->addItem(tr("Text"), int(Kind::Text));
    row.kind->addItem(tr("Number"), int(Kind::Number));
    row.kind->addItem(tr("Date"), int(Kind::Date));
    row.kind->addItem(tr("Yes/no"), int(Kind::YesNo));
    row.kind->setCurrentIndex(row.kind->findData(int(column.kind)));
    row.name->setPlaceholderText(tr("For example: total amount in euros"));
    connect(row.name, &QLineEdit::textChanged, this, &ColumnEditor::changed);
    connect(row.kind, &QComboBox::currentIndexChanged, this, &ColumnEditor::changed);
    connect(row.remove, &IconButton::clicked, this, [this, widget] { removeRow(widget); });

    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).small);
    layout->addWidget(row.name, 1);
    layout->addWidget(row.kind);
    layout->addWidget(row.remove);
    m_layout->insertWidget(int(m_rows.size()), widget);
    m_rows << row;
    number();
    return m_rows.last();
}

void ColumnEditor::removeRow(const QWidget* widget)
{
    const auto found = std::ranges::find(m_rows, widget, &Row::widget);
    const auto position = found - m_rows.begin();
    found->widget->hide();
    found->widget->deleteLater();
    m_rows.erase(found);
    number();
    m_rows[std::min<qsizetype>(position, m_rows.size() - 1)].name->setFocus(Qt::OtherFocusReason);
    emit changed();
}

// What screen readers call them; the only one stays.
void ColumnEditor::number()
{
    for (qsizetype index = 0; index < m_rows.size(); ++index) {
        const Row& row = m_rows[index];
        row.name->setAccessibleName(tr("Name of column %1").arg(index + 1));
        row.kind->setAccessibleName(tr("Type of column %1").arg(index + 1));
        row.remove->setAccessibleName(tr("Remove column %1").arg(index + 1));
        row.remove->setEnabled(m_rows.size() > 1);
    }
    m_add->setEnabled(m_rows.size() < maxColumns);
    setFocusProxy(m_rows.first().name);
}

void ColumnEditor::setColumns(const QList<TableColumn>& columns)
{
    for (const Row& row : std::as_const(m_rows))
        delete row.widget;
    m_rows.clear();
    for (const TableColumn& column : columns)
        addRow(column);
    if (m_rows.isEmpty())
        addRow({});
    emit changed();
}

QList<TableColumn> ColumnEditor::columns() const
{
    QList<TableColumn> columns;
    for (const Row& row : m_rows)
        if (const QString name = row.name->text().simplified(); !name.isEmpty())
            columns << TableColumn{name, Kind(row.kind->currentData().toInt())};
    return columns;
}

QString ColumnEditor::problem() const
{
    QSet<QString> names;
    for (const TableColumn& column : columns()) {
        if (names.contains(column.name))
            return tr("Two columns are named “%1”.").arg(column.name);
        names.insert(column.name);
    }
    return names.isEmpty() ? tr("Add at least one column.") : QString();
}

} // namespace ui
