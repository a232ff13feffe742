#include "ui/catalog/photo_model_view.h"

#include "services/catalog/photo_model.h"
#include "services/downloads/model_downloads.h"
#include "services/text.h"
#include "ui/catalog/catalog_card.h"
#include "ui/theme/metrics.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace ui {

using PhotoStage = services::PhotoModel::Stage;

namespace {

constexpr int progressSteps = 1000; // of the progress bar
constexpr int barWidth = 420; // pixels, at most
constexpr int wide = 760; // pixels: from there on, buttons and text share a row

} // namespace

PhotoModelView::PhotoModelView(
    services::PhotoModel& model, const QString& afterwards, Buttons place, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_afterwards(afterwards)
    , m_progress(new QProgressBar(this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_get(new QPushButton(this))
    , m_pause(new QPushButton(tr("Pause"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_others(new QPushButton(tr("Other models…"), this))
    , m_announcer(new Announcer(this))
{
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->setMaximumWidth(barWidth);
    m_get->setProperty(primaryButton, true);
    connect(m_get, &QPushButton::clicked, this, &PhotoModelView::get);
    connect(m_pause, &QPushButton::clicked, &model, &services::PhotoModel::pause);
    connect(m_cancel, &QPushButton::clicked, &model, &services::PhotoModel::cancel);
    connect(m_others, &QPushButton::clicked, this, &PhotoModelView::othersRequested);

    const Metrics distance = metrics(this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(distance.small);
    for (QPushButton* button : {m_get, m_pause, m_cancel, m_others})
        buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(distance.small);
    layout->addWidget(m_progress);
    if (place == Buttons::Before) {
        m_row = new QBoxLayout(QBoxLayout::TopToBottom);
        m_row->addLayout(buttons);
        m_row->addWidget(m_state, 1);
        layout->addLayout(m_row);
    } else {
        layout->addWidget(m_state);
        layout->addLayout(buttons);
    }
    buttons->addStretch(1);
    connect(&model, &services::PhotoModel::changed, this, &PhotoModelView::refresh);
    model.prepare();
    refresh();
}

// In one row there is room for what is said, or it stands below.
void PhotoModelView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_row)
        m_row->setDirection(width() < wide ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

QString PhotoModelView::stateText() const
{
    return m_state->text();
}

void PhotoModelView::get()
{
    m_model.get();
    emit requested();
}

// The focus stays where something can be done next.
void PhotoModelView::refresh()
{
    const PhotoStage stage = m_model.stage();
    const services::ModelDownload* download = m_model.download();
    const bool hadFocus = m_get->hasFocus() || m_pause->hasFocus() || m_cancel->hasFocus();
    const bool isBusy = stage == PhotoStage::Asking || stage == PhotoStage::Downloading;
    const QString size = sizeText(m_model.bytes());
    switch (stage) {
    case PhotoStage::Unknown:
        break;
    case PhotoStage::Offered:
        m_get->setText((m_model.isExact() ? tr("Download %1 (%2)") : tr("Download %1 (about %2)"))
                           .arg(m_model.name(), size));
        m_state->setText(tr("From %1. %2").arg(m_model.host(), m_afterwards));
        break;
    case PhotoStage::Asking:
        m_state->setText(tr("Contacting %1…").arg(m_model.host()));
        break;
    case PhotoStage::Downloading:
    case PhotoStage::Paused:
        m_get->setText(tr("Resume"));
        m_state->setText(
            tr("%1 from %2 · %3").arg(m_model.name(), m_model.host(), progressText(*download)));
        break;
    case PhotoStage::Failed:
        m_get->setText(tr("Retry"));
        m_state->setText(m_model.problem());
        break;
    }
    m_state->setRole(stage == PhotoStage::Failed ? TextRole::Error : TextRole::Small);
    m_get->setAccessibleName(stage == PhotoStage::Offered
            ? m_get->text()
            : tr("%1: %2").arg(m_get->text(), m_model.name()));
    m_progress->setVisible(download != nullptr && stage != PhotoStage::Failed);
    m_progress->setAccessibleName(tr("Downloading %1").arg(m_model.name()));
    if (download && download->bytes > 0)
        m_progress->setValue(int(double(download->done) / double(download->bytes) * progressSteps));
    m_get->setVisible(!isBusy);
    m_pause->setVisible(stage == PhotoStage::Downloading);
    m_cancel->setVisible(isBusy || stage == PhotoStage::Paused);
    m_others->setVisible(stage == PhotoStage::Offered || stage == PhotoStage::Failed);
    setVisible(stage != PhotoStage::Unknown);
    if (hadFocus && !m_get->hasFocus() && !m_pause->hasFocus() && !m_cancel->hasFocus())
        (isBusy ? m_cancel : m_get)->setFocus();
    if (std::exchange(m_shown, int(stage)) == int(stage))
        return;
    if (stage != PhotoStage::Unknown && stage != PhotoStage::Offered) // which nobody has asked for
        m_announcer->say(m_state->text());
    emit heightChanged();
}

} // namespace ui
