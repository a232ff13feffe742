#include "ui/documents/library/documents_page.h"

#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/network/web_page.h"
#include "services/text.h"
#include "ui/documents/library/library_model.h"
#include "ui/documents/library/library_progress.h"
#include "ui/documents/library/library_view.h"
#include "ui/documents/library/web_page_row.h"
#include "ui/documents/measure/measure_dialog.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/documents/passages/meaning_hint.h"
#include "ui/documents/tables/table_page.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/drops/drop_overlay.h"
#include "ui/evidence/evidence_dialog.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace ui {

using services::DocumentLibrary;
using services::LibraryFile;
using State = LibraryFile::State;

namespace {

constexpr int bothWidth = 760; // pixels, for the documents and one that is open
constexpr int narrow = 560; // pixels: below, what can be done without is hidden
constexpr int askMilliseconds = 350; // after the last key
constexpr int updateMilliseconds = 100;
constexpr int maxFound = 20;

} // namespace

DocumentsPage::DocumentsPage(DocumentLibrary& library, services::ModelPool& models,
    services::InstalledModels& installed, services::Settings& settings,
    services::ContactedHosts& hosts, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_models(models)
    , m_installed(installed)
    , m_settings(settings)
    , m_halves(new QSplitter(Qt::Horizontal))
    , m_column(new QWidget)
    , m_viewer(new DocumentViewer)
    , m_notices(new QVBoxLayout)
    , m_search(new SearchField(tr("Search your documents")))
    , m_hint(new MeaningHint(library, installed, settings, m_column)) // it shows itself
    , m_parts(new QStackedWidget)
    , m_empty(new EmptyState(QStringLiteral("document"), tr("Ask questions about your documents"),
          tr("Drop folders and files here: PDF, office files, books, web pages, email, scans and "
             "more. Files stay where they are and are re-indexed when they change. Results show "
             "the page. Nothing leaves this computer.")))
    , m_closed(new EmptyState(QStringLiteral("warning"), tr("Your library can't be opened"), {}))
    , m_found(new FoundPassages)
    , m_tables(new TablePage(library, models, installed))
    , m_progress(new LibraryProgress(library))
    , m_stateFilter(new QComboBox)
    , m_shown(new ElidedLabel(TextRole::Muted))
    , m_addHere(new QPushButton(tr("Add here…")))
    , m_retry(new QPushButton(tr("Retry")))
    , m_makeTable(new QPushButton(tr("Extract data to table")))
    , m_view(new LibraryView(library))
    , m_announcer(new Announcer(this))
    , m_undo(new UndoBar)
    , m_webPage(new WebPageRow(hosts, services::webPageFolder()))
{
    new DropOverlay(this, tr("Drop to add to the library"),
        [this](const QStringList& dropped) { add(dropped); });
    m_viewer->setReader(m_library.reader());
    m_empty->setAction(tr("Choose a folder…"));
    connect(m_empty, &EmptyState::triggered, this, &DocumentsPage::chooseFolder);
    m_closed->setAction(tr("Retry"));
    connect(m_closed, &EmptyState::triggered, &m_library, &DocumentLibrary::openAgain);
    m_searchRow = makeSearch();
    m_libraryPart = makeLibrary();
    layOut();
    connectLibrary();
    applyMetrics();
    showWanted();
    updateShown();
}

DocumentsPage::~DocumentsPage() = default;

void DocumentsPage::layOut()
{
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_empty, m_closed, m_libraryPart, m_found, m_tables})
        m_parts->addWidget(part);
    auto* column = new QVBoxLayout(m_column);
    column->addWidget(makeHeading());
    column->addWidget(m_webPage);
    column->addLayout(m_notices);
    column->addWidget(m_searchRow);
    column->addWidget(m_parts, 1);
    column->addWidget(m_undo, 0, Qt::AlignHCenter);

    m_viewer->hide();
    connect(m_viewer, &DocumentViewer::closed, this, &DocumentsPage::makeRoom);
    connect(m_viewer, &DocumentViewer::focusLeft, m_search, qOverload<>(&QWidget::setFocus));
    connect(m_tables, &TablePage::sourceOpened, this, &DocumentsPage::open);
    connect(m_tables, &TablePage::left, this, [this] {
        m_showsTables = false;
        showWanted();
        m_view->setFocus(Qt::OtherFocusReason);
    });
    m_halves->setHandleWidth(1);
    m_halves->setChildrenCollapsible(false);
    m_halves->addWidget(m_column);
    m_halves->addWidget(m_viewer);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_halves);
}

QWidget* DocumentsPage::makeHeading()
{
    auto* add = new QPushButton(tr("Add"));
    add->setAccessibleName(tr("Add documents"));
    add->setToolTip(
        services::plainToolTip(tr("Add a folder, files or a web page; files stay where they are")));
    auto* menu = new QMenu(add);
    menu->addAction(tr("Folder…"), this, &DocumentsPage::chooseFolder);
    menu->addAction(tr("Files…"), this, &DocumentsPage::chooseFiles);
    menu->addAction(tr("Web page…"), m_webPage, &WebPageRow::open);
    add->setMenu(menu);

    auto* more = new IconButton(QStringLiteral("more"), tr("More"), IconButton::Look::Quiet);
    auto* moreMenu = new QMenu(more);
    moreMenu->addAction(
        tr("Check all files for changes"), Qt::Key_F5, &m_library, &DocumentLibrary::checkAgain);
    moreMenu->addAction(tr("Measure search…"), this, &DocumentsPage::measure);
    moreMenu->addAction(tr("Check an exported reply…"), this,
        [this] { checkWithDialog(this, m_models, m_library.reader()); });
    moreMenu->addAction(tr("Document settings"), this, &DocumentsPage::settingsRequested);
    more->setMenu(moreMenu);
    more->setPopupMode(QToolButton::InstantPopup);

    auto* heading = new PageHeading(tr("Documents"));
    heading->addAction(add);
    heading->addAction(more);
    return heading;
}

QWidget* DocumentsPage::makeSearch()
{
    m_asking.setSingleShot(true);
    m_asking.setInterval(askMilliseconds);
    connect(&m_asking, &QTimer::timeout, this, &DocumentsPage::askNow);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_asking.start();
        m_entersFound = false; // who continues writing stays
        if (words.trimmed().isEmpty())
            askNow();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_entersFound = !m_search->text().trimmed().isEmpty();
        askNow();
    });
    connect(m_search, &SearchField::downPressed, this,
        [this] { m_parts->currentWidget() == m_found ? m_found->enter() : m_view->setFocus(); });
    connect(m_found, &FoundPassages::opened, this, &DocumentsPage::open);
    connect(m_hint, &MeaningHint::modelRequested, this, &DocumentsPage::embeddingModelRequested);

    auto* row = new QWidget;
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(m_search);
    layout->addWidget(m_hint);
    return row;
}

QWidget* DocumentsPage::makeLibrary()
{
    connect(m_view, &LibraryView::shownChanged, this, &DocumentsPage::updateShown);
    connect(m_view, &LibraryView::removeRequested, this, &DocumentsPage::remove);
    connect(m_view, &LibraryView::addRequested, this, &DocumentsPage::addHere);
    connect(m_view, &LibraryView::retryRequested, &m_library, &DocumentLibrary::retry);
    connect(m_view, &LibraryView::tableRequested, this, &DocumentsPage::makeTable);
    connect(m_view, &LibraryView::fileOpened, this,
        [this](const QString& path) { open(sourceOf(path)); });
    auto* part = new QWidget;
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(m_progress);
    layout->addWidget(makeFilterRow());
    layout->addWidget(m_view, 1);
    return part;
}

QWidget* DocumentsPage::makeFilterRow()
{
    m_stateFilter->setAccessibleName(tr("Filter files by status"));
    m_stateFilter->addItem(tr("All files"));
    m_stateFilter->addItem(tr("Done"), int(State::Read));
    m_stateFilter->addItem(tr("Waiting"), int(State::Waiting));
    m_stateFilter->addItem(tr("Failed"), int(State::Failed));
    connect(m_stateFilter, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant state = m_stateFilter->currentData();
        m_view->filter().setState(
            state.isValid() ? std::optional(State(state.toInt())) : std::nullopt);
        if (state.isValid())
            m_view->expandAll();
        updateShown();
    });
    m_addHere->setToolTip(
        services::plainToolTip(tr("Read collections added elsewhere on this computer as well: the "
                                  "selection, or all")));
    connect(m_addHere, &QPushButton::clicked, this, [this] {
        const QStringList selected = m_view->selectedRootsOfOthers();
        addHere(selected.isEmpty() ? rootsOfOthers() : selected);
    });
    m_retry->setToolTip(services::plainToolTip(
        tr("Read selected failed files again, or all failed files if none is selected")));
    connect(m_retry, &QPushButton::clicked, this, &DocumentsPage::retry);
    m_makeTable->setToolTip(services::plainToolTip(
        tr("One row for each selected document, or for all documents if none is selected")));
    connect(m_makeTable, &QPushButton::clicked, this, [this] {
        const QStringList selected = m_view->selectedFiles();
        makeTable(selected.isEmpty() ? readableFiles() : selected);
    });

    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(m_stateFilter);
    layout->addWidget(m_shown, 1);
    layout->addWidget(m_addHere);
    layout->addWidget(m_retry);
    layout->addWidget(m_makeTable);
    return row;
}

void DocumentsPage::connectLibrary()
{
    connect(m_webPage, &WebPageRow::saved, this, [this](const QString& path) { add({path}); });
    connect(&m_library, &DocumentLibrary::failed, this, &DocumentsPage::showNotice);
    connect(&m_library, &DocumentLibrary::rootsAdded, this, [this](const QStringList& roots) {
        clearNotice();
        showWanted();
        for (const QString& root : roots)
            m_view->showRoot(root);
    });
    connect(&m_library, &DocumentLibrary::rootsChanged, this, &DocumentsPage::showWanted);
    m_updating.setSingleShot(true);
    m_updating.setInterval(updateMilliseconds);
    connect(&m_updating, &QTimer::timeout, this, &DocumentsPage::updateShown);
    connect(&m_library, &DocumentLibrary::changed, this, [this] {
        if (!m_updating.isActive())
            m_updating.start();
    });
}

void DocumentsPage::add(const QStringList& paths)
{
    m_library.add(paths);
}

void DocumentsPage::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Choose a folder of documents"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this, &DocumentsPage::add);
    dialog->open();
}

void DocumentsPage::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Documents"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &DocumentsPage::add);
    dialog->open();
}

// The built-in model knows drawings only and writes no questions.
void DocumentsPage::measure()
{
    const services::ModelId& model = m_models.current();
    const QString name = model.isBuiltIn() ? QString() : m_installed.displayName(model);
    (new MeasureDialog(m_library, m_models, m_settings, name, this))->open();
}

void DocumentsPage::remove(const QStringList& roots)
{
    const bool isByKeys = m_view->hasFocus();
    for (const QString& root : roots)
        m_library.remove(root);
    if (isByKeys && m_library.roots().isEmpty())
        m_empty->setFocus(Qt::OtherFocusReason);
    const QString message = roots.size() == 1
        ? tr("Removed “%1” from the library. Files weren't deleted.").arg(nameOfPath(roots.first()))
        : tr("Removed %Ln collections from the library. Files weren't deleted.", nullptr,
            int(roots.size()));
    m_undo->offer(
        message,
        [this, roots] {
            for (const QString& root : roots)
                m_library.putBack(root);
            m_view->setFocus(Qt::OtherFocusReason);
        },
        [this, roots] {
            for (const QString& root : roots)
                m_library.forget(root);
        });
}

QStringList DocumentsPage::rootsOfOthers() const
{
    QStringList paths;
    for (const services::LibraryRoot& root : m_library.roots())
        if (!root.isOwn)
            paths << root.path;
    return paths;
}

void DocumentsPage::addHere(const QStringList& roots)
{
    auto* question = new AddHereQuestion(roots, m_library.store(), this);
    connect(question, &QDialog::accepted, this, [this, roots] { m_library.add(roots); });
    question->open();
}

void DocumentsPage::retry()
{
    QStringList files = m_view->selectedFailures();
    if (files.isEmpty())
        for (const services::LibraryRoot& root : m_library.roots())
            for (const LibraryFile& file : root.files)
                if (root.isOwn && file.state == State::Failed)
                    files << file.path;
    m_library.retry(files);
}

QStringList DocumentsPage::readableFiles() const
{
    QStringList files;
    for (const services::LibraryRoot& root : m_library.roots())
        for (const LibraryFile& file : root.files)
            if (root.isOwn && file.state != State::Failed)
                files << file.path;
    return files;
}

void DocumentsPage::makeTable(const QStringList& files)
{
    m_tables->setFiles(files);
    m_showsTables = true;
    showWanted();
    m_tables->setFocus(Qt::OtherFocusReason);
}

void DocumentsPage::ask(const QString& question)
{
    m_search->setText(question);
    askNow();
}

// Only the last of several questions is answered. A user who presses Enter during the search enters
// its result.
void DocumentsPage::askNow()
{
    m_asking.stop();
    const QString question = m_search->text().trimmed();
    if (question == std::exchange(m_question, question)) {
        if (!m_isLooking && std::exchange(m_entersFound, false))
            m_found->enter();
        return;
    }
    showWanted();
    m_isLooking = !question.isEmpty();
    if (question.isEmpty())
        return;
    m_found->showWaiting();
    m_library.find(question, maxFound, this, [this, question](const services::Found& found) {
        if (question == m_question)
            showFound(found);
    });
}

void DocumentsPage::showFound(const services::Found& found)
{
    m_isLooking = false;
    m_found->showFound(found);
    // focusWidget() is also right while another window is active.
    const bool isStillThere = window()->focusWidget() == m_search;
    if (std::exchange(m_entersFound, false) && isStillThere)
        m_found->enter();
    m_announcer->say(m_found->message());
}

void DocumentsPage::showWanted()
{
    const bool isEmpty = m_library.roots().isEmpty();
    const bool isClosed = isEmpty && !m_library.openingProblem().isEmpty();
    m_searchRow->setVisible(!isEmpty && !m_showsTables);
    m_closed->setTexts(tr("Your library can't be opened"), m_library.openingProblem());
    QWidget* part = m_libraryPart;
    if (isClosed)
        clearNotice(); // which says the same
    if (isClosed)
        part = m_closed;
    else if (isEmpty)
        part = m_empty;
    else if (m_showsTables)
        part = m_tables;
    else if (!m_question.isEmpty())
        part = m_found;
    m_parts->setCurrentWidget(part);
}

void DocumentsPage::updateShown()
{
    const services::LibraryCounts counts = m_library.counts();
    const qsizetype selected = m_view->selectionModel()->selectedRows().size();
    m_shown->setText(
        selected > 1 ? tr("%Ln selected", nullptr, int(selected)) : countsText(counts));
    m_addHere->setVisible(!rootsOfOthers().isEmpty());
    m_retry->setVisible(counts.failed > 0);
    m_makeTable->setEnabled(counts.files > 0);
    if (m_library.roots().isEmpty())
        showWanted();
}

void DocumentsPage::open(const services::Source& source)
{
    const bool isFirst = m_viewer->isHidden();
    m_viewer->open(source);
    if (isFirst)
        m_halves->setSizes({width() / 2, width() / 2});
    makeRoom();
}

// The document hides the list if there is no room for both.
void DocumentsPage::makeRoom()
{
    m_column->setVisible(m_viewer->isHidden() || width() >= bothWidth);
}

void DocumentsPage::showNotice(const QString& message)
{
    if (message == m_library.openingProblem())
        return; // it is shown for itself
    clearNotice();
    auto* notice = new Notice(message);
    connect(notice, &Notice::dismissed, this, &DocumentsPage::clearNotice);
    m_notices->addWidget(notice);
    m_announcer->say(message);
}

void DocumentsPage::clearNotice()
{
    m_announcer->withdraw();
    while (QLayoutItem* item = m_notices->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

bool DocumentsPage::escape()
{
    if (!m_viewer->isHidden()) {
        m_viewer->close();
        return true;
    }
    if (std::exchange(m_showsTables, false)) {
        showWanted();
        return true;
    }
    if (m_search->text().isEmpty())
        return false;
    m_search->clear();
    m_search->setFocus(Qt::OtherFocusReason);
    return true;
}

QList<QWidget*> DocumentsPage::panes()
{
    return {m_column, m_viewer};
}

void DocumentsPage::applyMetrics()
{
    const Metrics space = metrics(this);
    m_column->layout()->setContentsMargins(space.wide, space.large, space.wide, space.medium);
    m_column->layout()->setSpacing(space.medium);
}

void DocumentsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        applyMetrics();
}

void DocumentsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_shown->setVisible(width() >= narrow);
    makeRoom();
}

// Ctrl+F asks here, as it finds in the chat.
void DocumentsPage::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find) && m_searchRow->isVisible())
        m_search->setFocus(Qt::ShortcutFocusReason);
    else
        QWidget::keyPressEvent(event);
}

} // namespace ui
