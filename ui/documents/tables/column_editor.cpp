#include "ui/documents/tables/column_editor.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::TableColumn;
using Kind = TableColumn::Kind;

namespace {

constexpr qsizetype mostColumns = 40; // more make answers that no model writes to their end

} // namespace

ColumnEditor::ColumnEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_add(new QPushButton(tr("Add a column"), this))
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
            QStringLiteral("close"), tr("Remove the column"), IconButton::Look::Quiet, widget)};
    row.kind->addItem(tr("Text"), int(Kind::Text));
    row.kind->addItem(tr("Number"), int(Kind::Number));
    row.kind->addItem(tr("Date"), int(Kind::Date));
    row.kind->addItem(tr("Yes or no"), int(Kind::YesNo));
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
    const auto place = found - m_rows.begin();
    found->widget->hide();
    found->widget->deleteLater();
    m_rows.erase(found);
    number();
    m_rows[std::min<qsizetype>(place, m_rows.size() - 1)].name->setFocus(Qt::OtherFocusReason);
    emit changed();
}

// What screen readers call them; the only one stays.
void ColumnEditor::number()
{
    for (qsizetype place = 0; place < m_rows.size(); ++place) {
        const Row& row = m_rows[place];
        row.name->setAccessibleName(tr("Name of column %1").arg(place + 1));
        row.kind->setAccessibleName(tr("Kind of column %1").arg(place + 1));
        row.remove->setAccessibleName(tr("Remove column %1").arg(place + 1));
        row.remove->setEnabled(m_rows.size() > 1);
    }
    m_add->setEnabled(m_rows.size() < mostColumns);
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
            return tr("Two columns are called “%1”.").arg(column.name);
        names.insert(column.name);
    }
    return names.isEmpty() ? tr("Name a column to begin.") : QString();
}

} // namespace ui
