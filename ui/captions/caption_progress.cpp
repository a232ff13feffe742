#include "ui/captions/caption_progress.h"

#include "services/captions/caption_run.h"
#include "services/generation/model_pool.h"
#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::CaptionRow;
using services::CaptionRun;
using services::ModelState;

namespace {

constexpr int updateInterval = 100; // milliseconds

} // namespace

void CaptionBar::setCounts(int described, int failed, int all)
{
    m_failed = failed;
    setRange(0, std::max(all, 1));
    setValue(described);
    QProgressBar::update();
}

void CaptionBar::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = height() / 2.0;
    QPainterPath track;
    track.addRoundedRect(rect(), radius, radius);
    painter.fillPath(track, color.border);
    painter.setClipPath(track);
    const auto pixels = [this](int count) { return int(qint64(width()) * count / maximum()); };
    const int described = pixels(value()), closed = pixels(value() + m_failed);
    const auto fill = [&](int left, int right, const QColor& ink) {
        const QRect logical(left, 0, right - left, height());
        painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), logical), ink);
    };
    fill(0, described, color.accent);
    fill(described, closed, color.error);
}

CaptionProgress::CaptionProgress(services::ModelPool& models, QWidget* parent)
    : QWidget(parent)
    , m_models(models)
    , m_button(new QPushButton(this))
    , m_bar(new CaptionBar(this))
    , m_texts(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_count(new TextLabel(TextRole::Body, {}, this))
    , m_state(new ElidedLabel(TextRole::Muted, {}, this))
    , m_announcer(new Announcer(this))
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Described pictures"));
    m_count->setWordWrap(false);
    m_state->setWordWrap(false);
    connect(m_button, &QPushButton::clicked, this, &CaptionProgress::startOrPause);
    connect(&models, &services::ModelPool::stateChanged, this, &CaptionProgress::scheduleUpdate);
    m_timer.setSingleShot(true);
    m_timer.setInterval(updateInterval);
    connect(&m_timer, &QTimer::timeout, this, &CaptionProgress::update);

    const Metrics space = metrics(this);
    m_texts->setSpacing(space.tight);
    m_texts->addWidget(m_count);
    m_texts->addStretch(1);
    m_texts->addWidget(m_state);
    auto* bar = new QVBoxLayout;
    bar->setSpacing(space.tight);
    bar->addLayout(m_texts);
    bar->addWidget(m_bar);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(space.large);
    layout->addWidget(m_button);
    layout->addLayout(bar, 1);
}

void CaptionProgress::setRun(CaptionRun* run)
{
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    m_wasRunning = run && run->state() != CaptionRun::State::Resting;
    if (run) {
        connect(run, &CaptionRun::rowChanged, this, &CaptionProgress::scheduleUpdate);
        connect(run, &CaptionRun::rowsAdded, this, &CaptionProgress::scheduleUpdate);
        connect(run, &CaptionRun::stateChanged, this, &CaptionProgress::update);
    }
    update();
}

void CaptionProgress::setStartable(bool isStartable)
{
    m_isStartable = isStartable;
    update();
}

void CaptionProgress::scheduleUpdate()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void CaptionProgress::startOrPause()
{
    if (m_run->state() == CaptionRun::State::Resting) {
        emit started();
        m_run->start();
    } else if (m_run->state() == CaptionRun::State::Running) {
        m_run->pause();
    } else {
        m_run->cancel();
    }
}

void CaptionProgress::update()
{
    if (!m_run)
        return;
    using State = CaptionRow::State;
    const qsizetype open = m_run->count(State::Waiting) + m_run->count(State::Running);
    const qsizetype closed
        = m_run->count(State::Done) + m_run->count(State::Edited) + m_run->count(State::Failed);
    const qsizetype failed = m_run->count(State::Failed);
    const qsizetype described = closed - failed;
    m_bar->setCounts(int(described), int(failed), int(open + closed));
    const QLocale locale;
    m_count->setText(
        tr("%1 of %2 described").arg(locale.toString(described), locale.toString(open + closed)));
    m_state->setText(stateText());
    m_state->setVisible(!m_state->text().isEmpty());
    updateButton();
    arrange();
    const bool isRunning = m_run->state() != CaptionRun::State::Resting;
    if (m_wasRunning && !isRunning)
        m_announcer->say(m_state->text());
    else if (isRunning)
        m_announcer->withdraw();
    m_wasRunning = isRunning;
}

// The state is below the number where both do not fit into one line.
void CaptionProgress::arrange()
{
    const int room = width() - m_button->sizeHint().width() - 2 * metrics(this).large;
    const bool fits = m_count->sizeHint().width() + m_state->sizeHint().width() <= room;
    m_texts->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void CaptionProgress::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void CaptionProgress::updateButton()
{
    const bool isToBeStarted = m_run->state() == CaptionRun::State::Resting;
    m_button->setProperty(primaryButton, isToBeStarted);
    m_button->update();
    const bool hasWaiting = m_run->count(CaptionRow::State::Waiting) > 0;
    switch (m_run->state()) {
    case CaptionRun::State::Resting:
        m_button->setText(hasWaiting && m_run->count(CaptionRow::State::Waiting) < m_run->size()
                ? tr("Resume")
                : tr("Start"));
        m_button->setEnabled(m_isStartable && hasWaiting);
        m_button->setToolTip(services::plainToolTip(tr("Describes all waiting pictures")));
        break;
    case CaptionRun::State::Running:
        m_button->setText(tr("Pause"));
        m_button->setEnabled(true);
        m_button->setToolTip(services::plainToolTip(tr("Finishes current pictures, then pauses")));
        break;
    case CaptionRun::State::Pausing:
        m_button->setText(tr("Stop now"));
        m_button->setEnabled(true);
        m_button->setToolTip(services::plainToolTip(tr("Stops now; current pictures wait again")));
        break;
    }
}

QString CaptionProgress::stateText() const
{
    if (m_run->isLooking())
        return tr("Looking for pictures…");
    const qsizetype failures = m_run->count(CaptionRow::State::Failed);
    switch (m_run->state()) {
    case CaptionRun::State::Resting:
        if (m_run->count(CaptionRow::State::Waiting) > 0 || m_run->size() == 0)
            return {};
        return failures == 0 ? tr("Done")
                             : tr("Done – %Ln picture(s) failed", nullptr, int(failures));
    case CaptionRun::State::Pausing:
        return tr("Finishing current pictures…");
    case CaptionRun::State::Running:
        break;
    }
    if (m_models.registry().state(m_run->task().model).stage == ModelState::Stage::Loading)
        return tr("Loading model…");
    const std::optional<double> seconds = m_run->secondsLeft();
    return seconds ? timeLeftText(*seconds) : tr("Starting…");
}

} // namespace ui
