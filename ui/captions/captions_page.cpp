#include "ui/captions/captions_page.h"

#include "services/background.h"
#include "services/captions/caption_checker.h"
#include "services/captions/caption_library.h"
#include "services/catalog/photo_model.h"
#include "services/generation/model_pool.h"
#include "services/models/model_texts.h"
#include "services/pictures/picture.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"
#include "ui/captions/caption_delegate.h"
#include "ui/captions/caption_export.h"
#include "ui/captions/caption_progress.h"
#include "ui/captions/caption_setup.h"
#include "ui/captions/caption_table.h"
#include "ui/catalog/photo_model_view.h"
#include "ui/drops/attachments.h"
#include "ui/drops/drop_overlay.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHash>
#include <QListView>
#include <QMenu>
#include <QMimeDatabase>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::CaptionLibrary;
using services::CaptionRow;
using services::CaptionRun;

namespace {

constexpr int narrow = 560; // pixels: below, what can be done without is hidden
constexpr int missingFacts = -1; // in the filter, instead of a state
constexpr int saveDelay = 500; // milliseconds after the last key
const QString defaultPrompt = QStringLiteral("Describe the image."); // in the models' language

// Decides by the name, or else by the content.
bool isFolderOrPicture(const QString& path)
{
    const QFileInfo info(path);
    return info.isDir() || QDir::match(services::pictureNamePatterns(), info.fileName())
        || QMimeDatabase().mimeTypeForFile(info).name().startsWith(QLatin1String("image/"));
}

} // namespace

CaptionsPage::CaptionsPage(services::CaptionLibrary& library, services::ModelPool& models,
    services::InstalledModels& installed, services::PhotoModel* photoModel, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_models(models)
    , m_photoModel(photoModel)
    , m_pages(new QStackedWidget)
    , m_empty(new EmptyState(QStringLiteral("captions"), tr("Caption a folder of pictures"),
          tr("Drop a folder or pictures here. Every picture gets a caption that you can edit and "
             "export. Nothing leaves this computer unless you choose a model on a remote server.")))
    , m_runs(new QComboBox)
    , m_notices(new QVBoxLayout)
    , m_setup(new CaptionSetup(installed))
    , m_progress(new CaptionProgress(models))
    , m_search(new SearchField(tr("Search files and captions")))
    , m_stateFilter(new QComboBox)
    , m_shown(new TextLabel(TextRole::Muted))
    , m_again(new QPushButton(tr("Describe again")))
    , m_export(new CaptionExport(this))
    , m_table(new CaptionTable)
    , m_message(new TextLabel(TextRole::Muted))
    , m_announcer(new Announcer(this))
    , m_undo(new UndoBar)
{
    new DropOverlay(
        this, tr("Drop to describe"), [this](const QStringList& dropped) { take(dropped); });
    m_photoModel->setParent(this);
    m_message->hide();
    m_empty->setAction(tr("Choose a folder…"));
    connect(m_empty, &EmptyState::triggered, this, &CaptionsPage::chooseFolder);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeRunPage());

    auto* content = new QWidget;
    m_content = new QVBoxLayout(content);
    m_content->addWidget(makeHeading());
    m_content->addWidget(m_message);
    m_content->addLayout(m_notices);
    m_content->addWidget(m_pages, 1);
    auto* layout = new QVBoxLayout(this);
    m_scroll = new ScrollIfLow(content);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_undo, 0, Qt::AlignHCenter);
    m_setup->setTask({defaultPrompt, {}, m_models.current()});
    connectLibrary();
    applyMetrics();
    showRun(m_library.rowCount() > 0 ? m_library.run(0) : nullptr);
}

CaptionsPage::~CaptionsPage()
{
    m_library.setChecker(nullptr);
}

void CaptionsPage::setTexts(services::PictureTexts& texts, const services::Settings& settings)
{
    m_checker = new services::CaptionChecker(texts, this);
    const auto apply = [this, &settings] {
        const bool isOn = settings.get(services::settings::checkPictureAnswers);
        m_library.setChecker(isOn ? m_checker : nullptr);
    };
    connect(&settings, &services::Settings::changed, this, [apply](const QString& key) {
        if (key == QLatin1String(services::settings::checkPictureAnswers.key))
            apply();
    });
    apply();
}

QWidget* CaptionsPage::makeHeading()
{
    m_runs->setAccessibleName(tr("Caption runs"));
    m_runs->setToolTip(services::plainToolTip(tr("Caption runs, newest first")));
    m_runs->setModel(&m_library);
    m_runs->setItemDelegate(new CaptionRunDelegate(m_runs));
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_runs->setMinimumContentsLength(14);
    connect(m_runs, &QComboBox::activated, this, [this](int row) { showRun(m_library.run(row)); });

    auto* add = new QPushButton(tr("New"));
    add->setAccessibleName(tr("New caption run"));
    add->setToolTip(services::plainToolTip(tr("Describe a folder or selected pictures")));
    auto* menu = new QMenu(add);
    menu->addAction(tr("Folder…"), this, &CaptionsPage::chooseFolder);
    menu->addAction(tr("Pictures…"), this, &CaptionsPage::chooseFiles);
    add->setMenu(menu);

    auto* heading = new PageHeading(tr("Caption pictures"));
    heading->addAction(m_runs);
    heading->addAction(add);
    return heading;
}

QWidget* CaptionsPage::makeRunPage()
{
    m_exportButton = new QPushButton(tr("Export"));
    m_exportButton->setMenu(m_export);
    connect(m_export, &CaptionExport::failed, this, &CaptionsPage::showNotice);
    connect(m_export, &CaptionExport::exported, this, &CaptionsPage::showMessage);

    auto* more = new IconButton(QStringLiteral("more"), tr("More"), IconButton::Look::Quiet);
    auto* menu = new QMenu(more);
    menu->addAction(tr("Check for new pictures"), this, [this] { m_run->lookAgain(); });
    menu->addAction(tr("Remove run"), this, &CaptionsPage::removeRun);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);

    auto* progress = new QHBoxLayout;
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_exportButton);
    progress->addWidget(more);

    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(m_setup);
    layout->addLayout(progress);
    layout->addWidget(makeFilterRow());
    layout->addWidget(m_table, 1);
    connectRun();
    return page;
}

QWidget* CaptionsPage::makeFilterRow()
{
    m_stateFilter->setAccessibleName(tr("Filter pictures by status"));
    m_stateFilter->setToolTip(services::plainToolTip(m_stateFilter->accessibleName()));
    m_stateFilter->addItem(tr("All pictures"));
    using State = CaptionRow::State;
    for (const State state :
        {State::Waiting, State::Running, State::Done, State::Edited, State::Failed})
        m_stateFilter->addItem(stateName(state), int(state));
    m_stateFilter->setMinimumWidth(m_stateFilter->sizeHint().width()); // the next one can be cut
    m_stateFilter->addItem(
        tr("Missing facts", "that captions have and their pictures do not"), missingFacts);
    connect(m_stateFilter, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant state = m_stateFilter->currentData();
        const bool isState = state.isValid() && state.toInt() != missingFacts;
        m_table->filter().setState(isState ? std::optional(State(state.toInt())) : std::nullopt);
        m_table->filter().setMissingFacts(state.isValid() && !isState);
        updateShown();
    });
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_table->filter().setWords(words);
        updateShown();
    });
    connect(m_search, &SearchField::downPressed, m_table, qOverload<>(&QWidget::setFocus));
    m_again->setToolTip(services::plainToolTip(tr("Describe the selected pictures again")));
    connect(m_again, &QPushButton::clicked, this, [this] { runAgain(m_table->selectedRows()); });
    m_shown->setWordWrap(false);

    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(m_search, 1);
    layout->addWidget(m_stateFilter);
    layout->addWidget(m_shown);
    layout->addWidget(m_again);
    return row;
}

void CaptionsPage::connectRun()
{
    auto* saving = new QTimer(this);
    saving->setSingleShot(true);
    saving->setInterval(saveDelay);
    connect(saving, &QTimer::timeout, this, &CaptionsPage::saveTask);
    connect(m_setup, &CaptionSetup::changed, saving, qOverload<>(&QTimer::start));
    connect(m_setup, &CaptionSetup::changed, this,
        [this] { m_progress->setStartable(m_setup->problem().isEmpty()); });
    connect(m_progress, &CaptionProgress::started, this, [this] {
        saveTask();
        clearNotice();
    });
    connect(m_table, &CaptionTable::shownChanged, this, &CaptionsPage::updateShown);
    connect(m_table, &CaptionTable::runAgainRequested, this, &CaptionsPage::runAgain);
    connect(m_table, &CaptionTable::pictureOpened, this, &CaptionsPage::openPicture);
}

void CaptionsPage::connectLibrary()
{
    connect(&m_library, &CaptionLibrary::failed, this, &CaptionsPage::showNotice);
    connect(&m_library, &CaptionLibrary::restored, this, [this] {
        if (!m_run && m_library.rowCount() > 0)
            showRun(m_library.run(0));
    });
}

void CaptionsPage::showRun(CaptionRun* run)
{
    saveTask();
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    clearNotice();
    m_pages->setCurrentIndex(run ? 1 : 0);
    m_runs->setVisible(run);
    m_search->clear();
    m_stateFilter->setCurrentIndex(0);
    m_table->setRun(run);
    m_progress->setRun(run);
    m_export->setRun(run);
    updateShown();
    if (!run)
        return;
    m_library.load(run);
    m_runs->setCurrentIndex(m_library.findRow(run));
    m_setup->setTask(run->task());
    m_wasRunning = run->state() != CaptionRun::State::Resting;
    connect(run, &CaptionRun::interrupted, this, [this, run](const QString& message) {
        if (run->size() > 0)
            showNotice(message);
    });
    connect(run, &CaptionRun::stateChanged, this, &CaptionsPage::summarizeFailures);
    connect(run, &CaptionRun::rowsAdded, this, &CaptionsPage::updateShown);
    connect(run, &CaptionRun::lookedAgain, this, [this](qsizetype added) {
        if (added != m_run->size())
            showMessage(tr("%Ln new picture(s) found.", nullptr, int(added)));
    });
}

// A folder without pictures leaves a message only.
void CaptionsPage::dropEmpty(CaptionRun* run, CaptionRun* before, const QString& message)
{
    if (m_library.findRow(run) < 0 || run->size() > 0)
        return;
    m_library.remove(run);
    if (run == m_run)
        showRun(m_library.findRow(before) >= 0 ? before : nullptr);
    m_library.forget(run);
    showNotice(message);
}

void CaptionsPage::saveTask()
{
    if (m_run && m_setup->problem().isEmpty())
        m_run->setTask(m_setup->task());
}

void CaptionsPage::addFolders(const QStringList& paths)
{
    withFoldersBelow(this, paths, [this](const QStringList& chosen) {
        if (chosen.isEmpty())
            return;
        CaptionRun* before = m_run;
        CaptionRun* run = m_library.add(chosen, m_setup->task());
        showRun(run);
        // The context is not the page, whose connections end when another run is shown. Later, because
        // the run is telling this.
        connect(
            run, &CaptionRun::interrupted, m_pages, [this, run, before](const QString& message) {
                if (run->size() == 0)
                    QTimer::singleShot(0, this, [=, this] { dropEmpty(run, before, message); });
            });
    });
}

void CaptionsPage::drop(const DropContents& contents, const QMimeData*)
{
    addFolders(contents.folders);
}

void CaptionsPage::exportContents()
{
    if (m_run)
        m_export->popup(m_exportButton->mapToGlobal(QPoint(0, m_exportButton->height())));
}

void CaptionsPage::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Pictures to describe"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this, &CaptionsPage::addFolders);
    dialog->open();
}

void CaptionsPage::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Pictures to describe"), QString(),
        tr("Pictures (%1)").arg(services::pictureNamePatterns().join(u' ')));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &CaptionsPage::addFolders);
    dialog->open();
}

void CaptionsPage::openPicture(const QString& file, const QRectF& place)
{
    services::runInBackground<services::Picture>(
        this, [file] { return services::decodePictureFile(file); },
        [this, place](const services::Outcome<services::Picture>& picture) {
            if (!picture.value)
                return void(showNotice(picture.error));
            if (!m_viewer) {
                m_viewer = new PictureViewer(m_models, window());
                connect(m_viewer, &PictureViewer::closed, m_table, qOverload<>(&QWidget::setFocus));
                connect(
                    m_viewer, &PictureViewer::regionChosen, this, &CaptionsPage::pictureAskedAbout);
            }
            m_viewer->open({*picture.value}, 0, m_run ? m_run->task().model : m_models.current());
            m_viewer->showPlace(place);
        });
}

void CaptionsPage::runAgain(const QList<qsizetype>& rows)
{
    if (!m_run || rows.isEmpty())
        return;
    saveTask();
    clearNotice();
    m_run->runAgain(rows);
}

void CaptionsPage::removeRun()
{
    CaptionRun* removed = m_run;
    m_library.remove(removed);
    showRun(m_library.rowCount() > 0 ? m_library.run(0) : nullptr);
    m_undo->offer(
        tr("Removed “%1”. Pictures weren't deleted.").arg(removed->title()),
        [this, removed] {
            m_library.putBack(removed);
            showRun(removed);
        },
        [this, removed] { m_library.forget(removed); });
}

void CaptionsPage::updateShown()
{
    const int shown = m_table->model()->rowCount();
    const qsizetype all = m_run ? m_run->size() : 0;
    const qsizetype selected = m_table->selectedRows().size();
    if (selected > 0)
        m_shown->setText(tr("%Ln selected", nullptr, int(selected)));
    else if (shown == all)
        m_shown->setText(tr("%Ln picture(s)", nullptr, shown));
    else
        m_shown->setText(tr("%Ln shown", "pictures that a filter lets through", shown));
    m_again->setEnabled(selected > 0);
}

// Says once what the same sentence in many rows says, with what can be done about it.
void CaptionsPage::summarizeFailures()
{
    const bool isRunning = m_run->state() != CaptionRun::State::Resting;
    if (!std::exchange(m_wasRunning, isRunning) || isRunning || m_notices->count() > 0)
        return;
    QHash<QString, QList<qsizetype>> rows; // by what has gone wrong
    for (qsizetype row = 0; row < m_run->size(); ++row)
        if (m_run->row(row).state == CaptionRow::State::Failed)
            rows[m_run->row(row).error] << row;
    const auto most = std::max_element(rows.cbegin(), rows.cend(),
        [](const auto& one, const auto& other) { return one.size() < other.size(); });
    if (most == rows.cend() || most->size() < 2)
        return;
    const bool isUnknown
        = m_run->task().model.isBuiltIn() && most.key().contains(services::starterIsNotSure);
    Notice* notice = showNotice(
        tr("%Ln picture(s): %1", "of which each has failed for this reason", int(most->size()))
            .arg(isUnknown ? tr("the built-in model can only describe drawings.") : most.key()));
    if (m_run->task().model.isBuiltIn())
        offerPhotoModel();
    connect(notice->addButton(tr("Retry")), &QPushButton::clicked, this, [this, again = *most] {
        QList<qsizetype> failed = again; // what was written by hand meanwhile is kept
        failed.removeIf([this](qsizetype row) {
            return m_run->row(row).state != services::CaptionRow::State::Failed;
        });
        runAgain(failed);
    });
}

// Belongs to the notice above it.
void CaptionsPage::offerPhotoModel()
{
    auto* offer = new PhotoModelView(*m_photoModel,
        tr("The failed pictures are captioned again afterwards."), PhotoModelView::Buttons::Before);
    connect(offer, &PhotoModelView::othersRequested, this, &CaptionsPage::seeingModelRequested);
    connect(offer, &PhotoModelView::requested, this, [this] {
        connect(m_photoModel, &services::PhotoModel::ready, this, &CaptionsPage::describeFailedWith,
            Qt::UniqueConnection);
    });
    m_notices->addWidget(offer);
}

void CaptionsPage::describeFailedWith(const services::ModelId& model)
{
    services::CaptionTask task = m_setup->task();
    task.model = model;
    m_setup->setTask(task);
    QList<qsizetype> failed;
    for (qsizetype row = 0; row < m_run->size(); ++row)
        if (m_run->row(row).state == CaptionRow::State::Failed)
            failed << row;
    runAgain(failed);
}

Notice* CaptionsPage::showNotice(const QString& message)
{
    clearNotice();
    auto* notice = new Notice(message);
    connect(notice, &Notice::dismissed, this, &CaptionsPage::clearNotice);
    m_notices->addWidget(notice);
    m_announcer->say(message);
    return notice;
}

void CaptionsPage::showMessage(const QString& message)
{
    clearNotice();
    m_message->setText(message);
    m_message->show();
    m_announcer->say(message);
}

void CaptionsPage::clearNotice()
{
    m_message->hide();
    m_announcer->withdraw();
    disconnect(m_photoModel, &services::PhotoModel::ready, this, nullptr);
    while (QLayoutItem* item = m_notices->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

void CaptionsPage::applyMetrics()
{
    const Metrics space = metrics(this);
    const int behind = space.wide - m_scroll->verticalScrollBar()->sizeHint().width();
    const bool isMirrored = isRightToLeft(); // the bar is within the margin
    m_content->setContentsMargins(
        isMirrored ? behind : space.wide, space.large, isMirrored ? space.wide : behind, 0);
    m_content->setSpacing(space.medium);
    layout()->setContentsMargins(0, 0, 0, space.medium);
    layout()->setSpacing(space.medium);
}

void CaptionsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::LayoutDirectionChange)
        applyMetrics();
}

void CaptionsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_shown->setVisible(width() >= narrow);
}

// Ctrl+F searches here, as it does in the chat.
void CaptionsPage::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find) && m_run)
        m_search->setFocus(Qt::ShortcutFocusReason);
    else
        QWidget::keyPressEvent(event);
}

void CaptionsPage::take(const QStringList& dropped)
{
    QStringList usable, others;
    for (const QString& path : dropped)
        (isFolderOrPicture(path) ? usable : others) << path;
    addFolders(usable);
    if (others.size() == 1)
        showNotice(tr("“%1” isn't a folder or a supported picture.")
                       .arg(QFileInfo(others.first()).fileName()));
    else if (!others.isEmpty())
        showNotice(
            tr("%Ln files aren't folders or supported pictures.", nullptr, int(others.size())));
}

} // namespace ui
