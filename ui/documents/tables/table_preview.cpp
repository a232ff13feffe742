#include "ui/documents/tables/table_preview.h"

#include "services/documents/tables/table_run.h"
#include "services/text.h"
#include "ui/documents/tables/table_model.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::TableRun;

namespace {

constexpr int previewWidth = 130; // pixels

QStandardItem* plainItem(const QString& text)
{
    auto* item = new QStandardItem(text.simplified());
    item->setEditable(false);
    item->setToolTip(services::plainToolTipInLines(text));
    return item;
}

} // namespace

TablePreview::TablePreview(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableView(this))
    , m_fill(new QPushButton(this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_announcer(new Announcer(this))
{
    m_table->setModel(&m_rows);
    m_table->setHorizontalHeader(new QuietHeader(m_table));
    m_table->setAccessibleName(tr("Preview"));
    m_table->setItemDelegate(new TableDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->setTabKeyNavigation(false); // Tab continues to the next control
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setDefaultSectionSize(previewWidth);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_fill, &QPushButton::clicked, this, &TablePreview::act);

    const Metrics space = metrics(this);
    auto* below = new QHBoxLayout;
    below->setSpacing(space.medium);
    below->addWidget(m_fill);
    below->addWidget(m_state, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(space.small);
    layout->addWidget(new TextLabel(TextRole::Strong, tr("Preview"), this));
    layout->addWidget(m_table);
    layout->addLayout(below);
    layout->addStretch(1);
}

TablePreview::~TablePreview() = default;

void TablePreview::setShape(const QStringList& files, const QStringList& columns, bool canFill)
{
    m_run.reset();
    m_wasRunning = false;
    m_rows.clear();
    m_rows.setHorizontalHeaderLabels(QStringList(TableModel::tr("File")) + columns);
    for (const QString& file : files)
        m_rows.appendRow(plainItem(QFileInfo(file).fileName()));
    const int height = m_table->horizontalHeader()->sizeHint().height()
        + maxRows * m_table->verticalHeader()->defaultSectionSize();
    m_table->setFixedHeight(height + m_table->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    m_fill->setText(tr("Fill in %Ln row(s)", nullptr, int(files.size())));
    m_fill->setEnabled(canFill);
    m_state->clear();
}

void TablePreview::setRun(std::unique_ptr<TableRun> run)
{
    m_run = std::move(run);
    for (int row = 0; row < m_rows.rowCount(); ++row)
        for (int column = 1; column < m_rows.columnCount(); ++column)
            delete m_rows.takeItem(row, column); // of the run before
    connect(m_run.get(), &TableRun::changed, this, &TablePreview::showRun);
    connect(m_run.get(), &TableRun::rowsAdded, this, &TablePreview::showRun);
    showRun();
}

bool TablePreview::isRunning() const
{
    return m_run && m_run->isRunning();
}

void TablePreview::act()
{
    if (isRunning())
        m_run->stop();
    else
        emit requested();
}

void TablePreview::showRun()
{
    const auto& rows = m_run->rows();
    for (int row = 0; row < std::min(int(rows.size()), m_rows.rowCount()); ++row) {
        for (int cell = 0; cell < int(rows[row].cells.size()); ++cell)
            m_rows.setItem(row, cell + 1, plainItem(formatValue(rows[row].cells[size_t(cell)])));
        if (rows[row].error.empty())
            continue;
        QStandardItem* error = plainItem(QString::fromStdString(rows[row].error));
        error->setData(true, TableModel::ErrorRole);
        m_rows.setItem(row, 1, error);
    }
    const bool wasRunning = std::exchange(m_wasRunning, isRunning());
    m_fill->setText(
        isRunning() ? tr("Stop") : tr("Fill in %Ln row(s)", nullptr, m_rows.rowCount()));
    const bool hasFailed = m_run->state() == TableRun::State::Failed;
    m_state->setRole(hasFailed ? TextRole::Error : TextRole::Small);
    m_state->setText(m_run->state() == TableRun::State::Loading ? tr("Loading model…")
            : isRunning() ? tr("%1 of %2 rows").arg(m_run->done()).arg(m_run->total())
                          : m_run->message());
    if (wasRunning && hasFailed)
        m_announcer->say(m_state->text());
    else if (wasRunning && m_run->state() == TableRun::State::Done)
        m_announcer->say(tr("The preview is filled in."));
}

} // namespace ui
