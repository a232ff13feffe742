#pragma once

#include "services/conversations/source.h"
#include "services/documents/tables/table_run.h"

#include <QAbstractTableModel>
#include <QPointer>

#include <optional>

namespace ui {

/// The rows of a table that is being made: the file, its values, and what is to be known of the row.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SourceRole = Qt::UserRole + 1, ///< bool: it is a value and leads to its passage
        ErrorRole, ///< bool: it says why there is no row
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRun(services::TableRun* run); ///< null: there are no rows

    /// Where the value of a cell is from, of the file's own cell the file; nothing: no passage has it.
    std::optional<services::Source> sourceOf(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const services::FileCell* cellAt(const QModelIndex& index) const;
    QString textAt(const QModelIndex& index) const;

    QPointer<services::TableRun> m_run;
};

} // namespace ui
