#include "ui/captions/caption_table_model.h"

#include "services/plain_tool_tip.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ui {

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
        return tr("State");
    }
}

} // namespace ui
