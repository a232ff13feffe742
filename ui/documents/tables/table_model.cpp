#include "ui/documents/tables/table_model.h"

#include "services/plain_tool_tip.h"
#include "ui/documents/passages/passage_source.h"

#include <QFileInfo>
#include <QLocale>

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
        return TableModel::tr("The answer was cut off");
    return row.isWhole ? QString() : TableModel::tr("Too long: some passages were read");
}

// Yes and no as the user says them; everything else as it stands there.
QString valueOf(const FileCell& cell)
{
    if (cell.value == "true")
        return TableModel::tr("Yes");
    if (cell.value == "false")
        return TableModel::tr("No");
    return QString::fromStdString(cell.text());
}

QString placeOf(const services::Source& source)
{
    return source.page > 0
        ? TableModel::tr("From page %1: %2").arg(QLocale().toString(source.page), source.passage)
        : TableModel::tr("From: %1").arg(source.passage);
}

} // namespace

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
    return cell ? valueOf(*cell) : QString();
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
        const QString text = source ? placeOf(*source)
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

} // namespace ui
