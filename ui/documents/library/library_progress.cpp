#include "ui/documents/library/library_progress.h"

#include "services/storage/postgres_database.h"
#include "services/text.h"
#include "ui/documents/library/library_model.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::DocumentLibrary;
using Phase = services::LibraryProgress::Phase;

namespace {

constexpr int updateInterval = 100; // milliseconds, as below
constexpr qint64 recent = 20'000; // speeds differ from file to file
constexpr qint64 minMeasured = 3000;
constexpr int barSteps = 1000;

} // namespace

LibraryProgress::LibraryProgress(DocumentLibrary& library, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_button(new QPushButton(this))
    , m_bar(new QProgressBar(this))
    , m_text(new ElidedLabel(TextRole::Body, {}, this))
    , m_left(new TextLabel(TextRole::Muted, {}, this))
    , m_announcer(new Announcer(this))
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setRange(0, barSteps);
    m_bar->setAccessibleName(tr("Indexed documents"));
    m_left->setWordWrap(false);
    m_clock.start();
    connect(m_button, &QPushButton::clicked, this,
        [this] { m_library.isPaused() ? m_library.resume() : m_library.pause(); });
    m_timer.setSingleShot(true);
    m_timer.setInterval(updateInterval);
    connect(&m_timer, &QTimer::timeout, this, &LibraryProgress::update);
    connect(&library, &DocumentLibrary::changed, this, [this] {
        if (!m_timer.isActive())
            m_timer.start();
    });

    const Metrics space = metrics(this);
    auto* texts = new QHBoxLayout;
    texts->addWidget(m_text, 1);
    texts->addWidget(m_left);
    auto* bar = new QVBoxLayout;
    bar->setSpacing(space.tight);
    bar->addLayout(texts);
    bar->addWidget(m_bar);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(space.large);
    layout->addWidget(m_button);
    layout->addLayout(bar, 1);
    update();
}

QString LibraryProgress::text() const
{
    return m_text->text();
}

void LibraryProgress::update()
{
    measure();
    const auto& [phase, done, total] = m_library.progress();
    const services::LibraryCounts counts = m_library.counts();
    const QString doing = progressText(m_library);
    m_text->setText(doing.isEmpty() ? restText() : doing);
    m_bar->setVisible(!doing.isEmpty());
    const auto seconds = secondsLeft();
    m_left->setText(seconds ? timeLeftText(*seconds) : QString());
    const bool isCounted = phase != Phase::Resting && phase != Phase::Listing;
    const qint64 whole = isCounted ? total : counts.files;
    const qint64 part = isCounted ? done : counts.read + counts.failed;
    m_bar->setValue(int(whole > 0 ? std::min(part, whole) * barSteps / whole : 0));
    updateButton();

    const bool isWorking = !m_library.isResting();
    if (m_wasWorking && !isWorking)
        m_announcer->say(m_text->text());
    else if (isWorking)
        m_announcer->withdraw();
    m_wasWorking = isWorking;
}

void LibraryProgress::updateButton()
{
    const bool isPaused = m_library.isPaused();
    m_button->setText(isPaused ? tr("Resume") : tr("Pause"));
    m_button->setToolTip(services::plainToolTip(isPaused
            ? tr("Reads waiting files and watches folders for changes again")
            : tr("Pauses reading until you resume, even after a restart")));
}

// Forgets what is long ago, and another phase.
void LibraryProgress::measure()
{
    const auto& [phase, done, total] = m_library.progress();
    const bool goesOn = phase == std::exchange(m_phase, phase) && !m_moments.isEmpty()
        && done >= m_moments.last().done;
    if (!goesOn)
        m_moments.clear();
    m_moments << Moment{m_clock.elapsed(), done};
    while (m_moments.last().milliseconds - m_moments.first().milliseconds > recent)
        m_moments.removeFirst();
}

std::optional<double> LibraryProgress::secondsLeft() const
{
    const auto& [phase, done, total] = m_library.progress();
    const auto past = double(m_moments.last().milliseconds - m_moments.first().milliseconds);
    const auto made = double(done - m_moments.first().done);
    if (phase == Phase::Resting || past < minMeasured || made <= 0)
        return std::nullopt;
    return past / made * double(total - done) * 1e-3;
}

QString LibraryProgress::restText() const
{
    const services::LibraryCounts counts = m_library.counts();
    return counts.failed == 0
        ? tr("Up to date")
        : tr("Up to date – %Ln file(s) couldn't be read", nullptr, counts.failed);
}

namespace {

constexpr int dialogWidth = 520; // pixels
constexpr qsizetype maxShownLines = 5; // of the paths; others are scrolled to

QString nameOfStore(const QString& store)
{
    return services::isPostgresUrl(store) ? services::PostgresAddress::from(store).name() : store;
}

// Characters that would let a path look like another one, or like several, become visible.
QString withoutControls(QString path)
{
    for (QChar& character : path)
        if (character.category() == QChar::Other_Control
            || character.category() == QChar::Other_Format)
            character = QChar::ReplacementCharacter;
    return path;
}

QWidget* makePaths(const QStringList& paths, const QWidget* dialog)
{
    QStringList lines;
    for (const QString& path : paths)
        lines << withoutControls(path);
    auto* edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setWordWrapMode(QTextOption::WrapAnywhere);
    edit->setFont(codeFont(dialog));
    edit->setAccessibleName(AddHereQuestion::tr("Folders and files to add"));
    edit->setPlainText(lines.join(u'\n'));
    const auto shown = int(std::clamp(paths.size(), qsizetype(2), maxShownLines));
    edit->setFixedHeight(shown * edit->fontMetrics().lineSpacing() + 2 * metrics(dialog).medium);
    return edit;
}

} // namespace

AddHereQuestion::AddHereQuestion(const QStringList& paths, const QString& store, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Add on this computer?"));
    setAttribute(Qt::WA_DeleteOnClose);
    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Add on this computer?")));
    auto* reason = new TextLabel(TextRole::Body,
        tr("These were added by someone else, or by you on another computer. If you add them here, "
           "all documents in these locations on this computer are read, and everyone who uses %1 "
           "can search them.")
            .arg(nameOfStore(store)));
    layout->addWidget(reason);
    layout->addWidget(makePaths(paths, this));
    auto* buttons = new QDialogButtonBox;
    auto* add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    auto* leave = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    add->setAutoDefault(false);
    leave->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    setAccessibleDescription(reason->text());
    resize(dialogWidth, sizeHint().height());
    leave->setFocus();
}

} // namespace ui
