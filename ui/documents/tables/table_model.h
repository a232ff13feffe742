#pragma once

#include "services/conversations/message.h"
#include "services/documents/answers/document_table.h"
#include "services/documents/tables/table_run.h"

#include <QAbstractTableModel>
#include <QList>
#include <QPointer>
#include <QStyledItemDelegate>
#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ui {

class IconButton;

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

    /// The source of a cell's value, for the file's own cell the file; nullopt: no passage has it.
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

/// A value as the user says it: yes and no, everything else as it is there.
QString formatValue(const services::FileCell& cell);

/// Draws the cells of a TableModel: those whose passage is known as what leads there.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
};

/// The columns of a table: a name and a kind each. One that has no name yet does not count.
class ColumnEditor : public QWidget {
    Q_OBJECT

public:
    explicit ColumnEditor(QWidget* parent = nullptr);

    QList<services::TableColumn> columns() const;
    void setColumns(const QList<services::TableColumn>& columns);

    /// Says why there can be no table of them; empty: there can.
    QString problem() const;

signals:
    void changed();

private:
    struct Row {
        QWidget* widget;
        QLineEdit* name;
        QComboBox* kind;
        IconButton* remove;
    };

    Row& addRow(const services::TableColumn& column);
    void removeRow(const QWidget* widget);
    void number();

    QVBoxLayout* m_layout;
    QPushButton* m_add;
    QList<Row> m_rows;
};

} // namespace ui
