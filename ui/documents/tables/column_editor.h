#pragma once

#include "services/documents/answers/table_schema.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ui {

class IconButton;

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
