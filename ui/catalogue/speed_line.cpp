#include "ui/catalogue/speed_line.h"

#include "services/plain_tool_tip.h"
#include "services/planner/planner.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/text_label.h"

#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::Planner;

namespace {

constexpr int steps = 1000; // of the progress bar

} // namespace

SpeedLine::SpeedLine(Planner& planner, QWidget* parent)
    : QWidget(parent)
    , m_planner(planner)
    , m_text(new TextLabel(TextRole::Small, {}, this))
    , m_progress(new QProgressBar(this))
    , m_measure(new QPushButton(this))
    , m_announcer(new Announcer(this))
{
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->setAccessibleName(tr("Measuring this computer"));
    m_measure->setToolTip(services::plainToolTip(
        tr("Computes for a while at full speed. What is found is kept on this computer.")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_text);
    layout->addWidget(m_progress);
    layout->addWidget(m_measure, 0, Qt::AlignLeading);
    connect(m_measure, &QPushButton::clicked, this, &SpeedLine::measureOrStop);
    connect(&planner, &Planner::changed, this, &SpeedLine::showSpeed);
    connect(&planner, &Planner::progress, m_progress,
        [this](double share) { m_progress->setValue(int(share * steps)); });
    connect(&planner, &Planner::failed, this, [this](const QString& sentence) {
        m_failure = sentence;
        showSpeed();
        m_announcer->say(sentence);
    });
}

void SpeedLine::setModel(
    const services::ModelDescription& model, const services::LoadOptions& options)
{
    m_model = model;
    m_options = options;
    showSpeed();
}

QString SpeedLine::text() const
{
    return m_text->text();
}

void SpeedLine::showSpeed()
{
    const bool isMeasuring = m_planner.isMeasuring();
    const auto forecast = m_planner.forecast(m_model, m_options);
    if (isMeasuring)
        m_text->setText(tr("This computer is being measured…"));
    else if (forecast)
        m_text->setText(services::forecastText(*forecast));
    else if (!m_failure.isEmpty())
        m_text->setText(m_failure);
    else
        m_text->setText(tr("How fast it will be is known once this computer has been measured."));
    m_text->setRole(
        !isMeasuring && !forecast && !m_failure.isEmpty() ? TextRole::Error : TextRole::Small);
    m_progress->setVisible(isMeasuring);
    m_measure->setVisible(isMeasuring || !forecast);
    m_measure->setText(isMeasuring ? tr("Stop measuring") : tr("Measure this computer (20 s)"));
    if (m_wasMeasuring && !isMeasuring && forecast)
        m_announcer->say(m_text->text());
    m_wasMeasuring = isMeasuring;
}

void SpeedLine::measureOrStop()
{
    m_failure.clear();
    if (m_planner.isMeasuring())
        m_planner.cancel();
    else
        m_planner.measure();
}

} // namespace ui
