#include "ui/documents/tables/table_page.h"

#include "services/background.h"
#include "services/documents/library/document_library.h"
#include "services/documents/tables/table_run.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/text.h"
#include "ui/documents/tables/table_model.h"
#include "ui/documents/tables/table_preview.h"
#include "ui/theme/metrics.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace ui {

using services::Outcome;
using services::TableRun;

namespace {

constexpr qint64 maxSchemaLength = 1 << 20; // bytes
constexpr int columnWidth = 170; // pixels
constexpr int minWidthForTwo = 820; // pixels; a narrower page has the preview below the columns

/// A schema that was read from a file.
struct ReadSchema {
    std::string text;
    QStringList columns;
};

ReadSchema readSchema(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw base::Error(base::ErrorKind::BadFile,
            TablePage::tr("“%1” can't be read: %2.").arg(path, file.errorString()).toStdString());
    ReadSchema read{file.read(maxSchemaLength).toStdString(), {}};
    for (const std::string& column : services::readColumnNames(read.text))
        read.columns << QString::fromStdString(column);
    return read;
}

} // namespace

TablePage::TablePage(services::DocumentLibrary& documents, services::ModelPool& models,
    services::InstalledModels& installed, QWidget* parent)
    : QWidget(parent)
    , m_documents(documents)
    , m_pool(models)
    , m_installed(installed)
    , m_scope(new TextLabel(TextRole::Muted, {}, this))
    , m_columns(new ColumnEditor)
    , m_preview(new TablePreview)
    , m_own(new QWidget)
    , m_ownText(new TextLabel(TextRole::Body))
    , m_models(new QComboBox)
    , m_parts(new QStackedWidget)
    , m_start(new QPushButton)
    , m_export(new QPushButton(tr("Export as CSV…")))
    , m_bar(new QProgressBar)
    , m_state(new TextLabel(TextRole::Muted))
    , m_table(new QTableView)
    , m_announcer(new Announcer(this))
{
    m_table->setModel(&m_model);
    m_table->setHorizontalHeader(new QuietHeader(m_table));
    m_table->setAccessibleName(tr("Table"));
    m_table->setAccessibleDescription(tr("Press Enter to open the passage a value comes from."));
    m_table->setItemDelegate(new TableDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->setTabKeyNavigation(false); // Tab continues to the next control
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setDefaultSectionSize(columnWidth);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::doubleClicked, this, &TablePage::open);
    connect(&installed, &services::InstalledModels::changed, this, &TablePage::fillModels);
    connect(m_columns, &ColumnEditor::changed, this, &TablePage::update);
    connect(m_models, &QComboBox::currentIndexChanged, this, &TablePage::shapePreview);
    connect(m_preview, &TablePreview::requested, this, &TablePage::startPreview);

    const Metrics space = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(space.medium);
    layout->addWidget(makeHeading());
    layout->addWidget(m_scope);
    m_parts->addWidget(makeTask());
    m_parts->addWidget(m_table);
    layout->addWidget(m_parts, 1);
    layout->addWidget(makeProgress()); // what comes last is at the end
    fillModels();
    update();
    setFocusProxy(m_columns);
}

QWidget* TablePage::makeHeading()
{
    auto* back = new IconButton(
        QStringLiteral("previous"), tr("Back to documents"), IconButton::Look::Quiet);
    connect(back, &IconButton::clicked, this, &TablePage::left);
    auto* heading = new QWidget;
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).small);
    layout->addWidget(back);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Extract data to table")), 1);
    return heading;
}

QWidget* TablePage::makeTask()
{
    auto* schema = new QPushButton(tr("Open JSON schema…"));
    schema->setToolTip(services::plainToolTip(tr("Uses the properties of the schema as columns")));
    connect(schema, &QPushButton::clicked, this, &TablePage::chooseSchema);
    auto* edit = new QPushButton(tr("Define columns"));
    connect(edit, &QPushButton::clicked, this, [this] {
        m_schema.clear();
        update();
    });
    m_models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_models->setMinimumContentsLength(12);

    const Metrics space = metrics(this);
    auto* own = new QHBoxLayout(m_own);
    own->setContentsMargins({});
    own->addWidget(m_ownText, 1);
    own->addWidget(edit);
    auto* questions = new QWidget;
    auto* layout = new QVBoxLayout(questions);
    layout->setContentsMargins({});
    layout->setSpacing(space.small);
    layout->addWidget(m_columns);
    layout->addWidget(m_own);
    layout->addWidget(schema, 0, Qt::AlignLeading);
    layout->addSpacing(space.medium);
    layout->addWidget(
        new FormRow(tr("Model"), tr("The model that reads the documents."), m_models));
    layout->addStretch(1);
    auto* content = new QWidget;
    m_halves = new QBoxLayout(QBoxLayout::TopToBottom, content);
    m_halves->setContentsMargins({});
    m_halves->setSpacing(space.large);
    m_halves->addWidget(questions, 1);
    m_halves->addWidget(m_preview, 1);
    auto* task = new QScrollArea;
    task->setFrameShape(QFrame::NoFrame);
    task->setWidgetResizable(true);
    task->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    task->setFocusPolicy(Qt::NoFocus);
    task->setWidget(content);
    task->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return task;
}

QWidget* TablePage::makeProgress()
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Finished rows"));
    connect(m_start, &QPushButton::clicked, this, &TablePage::act);
    connect(m_export, &QPushButton::clicked, this, &TablePage::chooseExport);

    const Metrics space = metrics(this);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(space.tight);
    texts->addWidget(m_state);
    texts->addWidget(m_bar);
    auto* progress = new QWidget;
    auto* layout = new QHBoxLayout(progress);
    layout->setContentsMargins({});
    layout->setSpacing(space.large);
    layout->addLayout(texts, 1);
    layout->addWidget(m_export);
    layout->addWidget(m_start);
    return progress;
}

void TablePage::setFiles(const QStringList& files)
{
    if (m_run && !m_run->isRunning())
        forgetRun();
    m_files = files;
    m_scope->setText(tr("One row for each of %Ln document(s)", nullptr, int(files.size())));
    update();
}

// The one that was chosen stays, and at first it is the one that answers.
void TablePage::fillModels()
{
    const QVariant chosen = m_models->currentData();
    const services::ModelId wanted
        = chosen.isValid() ? chosen.value<services::ModelId>() : m_pool.current();
    const QSignalBlocker blocker(m_models); // between two lists none is chosen
    m_models->clear();
    for (const services::ModelFacts& model : m_installed.models())
        if (model.isUsable())
            m_models->addItem(m_installed.displayName(model.id), QVariant::fromValue(model.id));
    if (m_models->findData(QVariant::fromValue(wanted)) < 0)
        m_models->addItem(m_installed.displayName(wanted), QVariant::fromValue(wanted));
    m_models->setCurrentIndex(m_models->findData(QVariant::fromValue(wanted)));
}

void TablePage::chooseSchema()
{
    auto* dialog = new QFileDialog(
        this, tr("JSON schema"), QDir::homePath(), tr("JSON (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &TablePage::openSchema);
    dialog->open();
}

void TablePage::openSchema(const QString& path)
{
    services::runInBackground<ReadSchema>(
        this, [path] { return readSchema(path); },
        [this, path](const Outcome<ReadSchema>& read) {
            if (!read.value)
                return say(read.error, true);
            m_schema = read.value->text;
            m_schemaColumns = read.value->columns;
            m_ownText->setText(tr("%1: %2", "a file and the columns in it")
                                   .arg(QFileInfo(path).fileName(),
                                       read.value->columns.join(QStringLiteral(", "))));
            update();
        });
}

void TablePage::act()
{
    if (!m_run)
        return start();
    m_run->isRunning() ? m_run->stop() : forgetRun();
}

void TablePage::forgetRun()
{
    m_model.setRun(nullptr);
    delete std::exchange(m_run, nullptr);
    update();
}

services::TableTask TablePage::task(const QStringList& files) const
{
    const bool isOwn = !m_schema.empty();
    return {m_models->currentData().value<services::ModelId>(),
        isOwn ? m_schema : services::makeSchema(m_columns->columns()), files,
        m_documents.reader()};
}

// Whatever else the table would be made of, the values of before say nothing about it.
void TablePage::shapePreview()
{
    const services::TableTask task = this->task(m_files.mid(0, TablePreview::maxRows));
    if (task == m_shown)
        return;
    m_shown = task;
    QStringList columns = m_schemaColumns;
    if (m_schema.empty()) {
        columns.clear();
        for (const services::TableColumn& column : m_columns->columns())
            columns << column.name;
    }
    m_preview->setShape(task.files, columns, problem().isEmpty());
}

void TablePage::startPreview()
{
    m_preview->setRun(std::make_unique<TableRun>(m_pool, m_shown));
}

void TablePage::start()
{
    m_preview->setShape({}, {}, false); // which ends it
    m_shown = {};
    m_run = new TableRun(m_pool, task(m_files), this);
    connect(m_run, &TableRun::changed, this, &TablePage::update);
    connect(m_run, &TableRun::rowsAdded, this, &TablePage::update);
    m_model.setRun(m_run);
    update();
}

QString TablePage::problem() const
{
    if (m_files.isEmpty())
        return tr("There are no documents. Add documents first.");
    return m_schema.empty() ? m_columns->problem() : QString();
}

QString TablePage::runText() const
{
    const QLocale locale;
    const QString done
        = tr("%1 of %2 rows").arg(locale.toString(m_run->done()), locale.toString(m_run->total()));
    switch (m_run->state()) {
    case TableRun::State::Loading:
        return tr("Loading model…");
    case TableRun::State::Making:
        return done;
    case TableRun::State::Done:
        return tr("Done – %Ln row(s)", nullptr, int(m_run->rows().size()));
    case TableRun::State::Stopped:
        return tr("Stopped – %Ln row(s)", nullptr, int(m_run->rows().size()));
    case TableRun::State::Failed:
        return m_run->message();
    }
    return {};
}

void TablePage::update()
{
    const bool isRunning = m_run && m_run->isRunning();
    const QString problem = this->problem();
    m_columns->setVisible(m_schema.empty());
    m_own->setVisible(!m_schema.empty());
    m_parts->setCurrentIndex(m_run ? 1 : 0);
    m_start->setText(!m_run ? tr("Extract %Ln row(s)", nullptr, int(m_files.size()))
            : isRunning     ? tr("Stop")
                            : tr("New table"));
    m_start->setProperty(primaryButton, !m_run);
    m_start->update();
    m_start->setEnabled(m_run || problem.isEmpty());
    const bool hasRows = m_run && !m_run->rows().isEmpty();
    m_export->setVisible(hasRows);
    m_bar->setVisible(isRunning);
    if (m_run) {
        m_bar->setRange(0, std::max(1, int(m_run->total())));
        m_bar->setValue(int(m_run->done()));
    }
    const bool isFailed = m_run && m_run->state() == TableRun::State::Failed;
    say(m_run ? runText() : problem, isFailed);
    if (!m_run)
        shapePreview();
    if (m_wasRunning && !isRunning)
        m_announcer->say(m_state->text());
    else if (isRunning)
        m_announcer->withdraw();
    m_wasRunning = isRunning;
}

void TablePage::say(const QString& message, bool isProblem)
{
    m_state->setRole(isProblem ? TextRole::Error : TextRole::Muted);
    m_state->setText(message);
}

QString TablePage::message() const
{
    return m_state->text();
}

void TablePage::open(const QModelIndex& index)
{
    if (const auto source = m_model.sourceOf(index))
        emit sourceOpened(*source);
    else if (index.isValid())
        m_announcer->say(tr("No passage contains this value."));
}

void TablePage::chooseExport()
{
    auto* dialog
        = new QFileDialog(this, tr("Export as CSV"), QDir::homePath(), tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before a file is replaced
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(tr("Table") + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &TablePage::exportTo);
    dialog->open();
}

bool TablePage::exportTo(const QString& path)
{
    if (!m_run || m_run->rows().isEmpty())
        return false;
    services::runInBackground<bool>(
        this,
        [columns = m_run->columns(), rows = m_run->rows(), path] {
            services::exportTable(columns, rows, path);
            return true;
        },
        [this, path](const Outcome<bool>& outcome) {
            const QString message
                = outcome.value ? tr("Table exported to “%1”.").arg(path) : outcome.error;
            say(message, !outcome.value);
            m_announcer->say(message);
        });
    return true;
}

void TablePage::resizeEvent(QResizeEvent* event)
{
    const bool hasRoom = width() >= minWidthForTwo;
    m_halves->setDirection(hasRoom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    QWidget::resizeEvent(event);
}

bool TablePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            open(m_table->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
