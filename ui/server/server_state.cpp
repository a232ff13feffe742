#include "ui/server/server_state.h"

#include "services/serving/program_server.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace ui {

using services::ProgramServer;
using Stage = ProgramServer::Stage;

namespace {

constexpr int lookEvery = 500; // milliseconds

} // namespace

ServerState::ServerState(ProgramServer& server, QWidget* parent)
    : QWidget(parent)
    , m_server(server)
    , m_stage(new TextLabel(TextRole::Body))
    , m_use(new TextLabel(TextRole::Small))
    , m_announcer(new Announcer(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_stage);
    layout->addWidget(m_use);
    m_stage->makeSelectable();
    setFocusProxy(m_stage);
    connect(&server, &ProgramServer::changed, this, &ServerState::showStage);
    connect(&m_now, &QTimer::timeout, this, &ServerState::showUse);
    m_now.setInterval(lookEvery);
    showStage();
}

void ServerState::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showUse();
    m_now.start();
}

void ServerState::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_now.stop();
}

QString ServerState::stageText() const
{
    switch (m_server.stage()) {
    case Stage::Starting:
        return tr("Starts…");
    case Stage::Running:
        return tr("Other programs reach it at %1").arg(m_server.address() + QStringLiteral("/v1"));
    case Stage::Ending:
        return tr("Ends…");
    case Stage::Failed:
        return m_server.problem();
    case Stage::Off:
        break;
    }
    return tr("Off");
}

void ServerState::showStage()
{
    const QString text = stageText();
    if (text != m_stage->text() && isVisible())
        m_announcer->say(text);
    m_stage->setRole(m_server.stage() == Stage::Failed ? TextRole::Error : TextRole::Body);
    m_stage->setText(text);
    showUse();
}

void ServerState::showUse()
{
    m_use->setVisible(m_server.stage() == Stage::Running);
    if (m_server.stage() != Stage::Running)
        return;
    const services::server::RequestGate::Use jobs = m_server.jobs();
    QString text = tr("%Ln client(s) connected", nullptr, m_server.clients())
        + QStringLiteral(" · ") + tr("%Ln answer(s) being written", nullptr, jobs.running);
    if (jobs.waiting > 0)
        text += QStringLiteral(" · ") + tr("%Ln request(s) waiting", nullptr, jobs.waiting);
    m_use->setText(text);
}

} // namespace ui
