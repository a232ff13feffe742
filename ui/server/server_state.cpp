#include "ui/server/server_state.h"

#include "services/serving/program_server.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::ProgramServer;

namespace {

constexpr int lines = 4;
constexpr int thanksMilliseconds = 1500;

} // namespace

ExampleCommandView::ExampleCommandView(ProgramServer& server, QWidget* parent)
    : QWidget(parent)
    , m_server(server)
    , m_command(new LinesEdit(lines, tr("Start the server to see an example.")))
    , m_copy(new QPushButton)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    layout->addWidget(m_command, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    m_command->setReadOnly(true);
    m_command->setAccessibleName(tr("Terminal command"));
    m_command->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_command->setLayoutDirection(Qt::LeftToRight); // as in every terminal
    m_command->setFont(codeFont(this));
    m_copy->setAccessibleName(tr("Copy command"));
    setFocusProxy(m_command);
    m_thanks.setSingleShot(true);
    m_thanks.setInterval(thanksMilliseconds);
    connect(m_copy, &QPushButton::clicked, this, &ExampleCommandView::copy);
    connect(&m_thanks, &QTimer::timeout, this, [this] { sayCopied(false); });
    connect(&server, &ProgramServer::changed, this, &ExampleCommandView::showCommand);
    connect(&server, &ProgramServer::keyChanged, this, &ExampleCommandView::showCommand);
    sayCopied(false);
    showCommand();
}

void ExampleCommandView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        m_command->setFont(codeFont(this));
}

// A selection in it stays as long as the command does.
void ExampleCommandView::showCommand()
{
    const QString command = m_server.exampleCommand();
    m_copy->setEnabled(!command.isEmpty());
    if (m_command->toPlainText() != command)
        m_command->setPlainText(command);
}

void ExampleCommandView::copy()
{
    QGuiApplication::clipboard()->setText(m_server.exampleCommand());
    sayCopied(true);
    m_thanks.start();
}

void ExampleCommandView::sayCopied(bool isCopied)
{
    m_copy->setText(isCopied ? tr("Copied") : tr("Copy"));
}

ServerKeyEdit::ServerKeyEdit(services::ProgramServer& server, QWidget* parent)
    : SecretEdit({tr("API key"), tr("Save the API key"), tr("Remove the API key")}, parent)
    , m_server(server)
{
    connect(&server, &services::ProgramServer::keyChanged, this, &ServerKeyEdit::showState);
    showState();
}

void ServerKeyEdit::keepSecret(const QByteArray& secret)
{
    m_server.setKey(secret);
}

void ServerKeyEdit::forgetSecret()
{
    m_server.setKey({});
}

bool ServerKeyEdit::canForget() const
{
    return m_server.key().place() != services::KeptSecret::Place::Nowhere;
}

QString ServerKeyEdit::message() const
{
    return m_server.keyMessage();
}

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
        return tr("Starting…");
    case Stage::Running:
        return tr("Running at %1").arg(m_server.address() + QStringLiteral("/v1"));
    case Stage::Ending:
        return tr("Stopping…");
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
        + QStringLiteral(" · ") + tr("%Ln answer(s) in progress", nullptr, jobs.running);
    if (jobs.waiting > 0)
        text += QStringLiteral(" · ") + tr("%Ln request(s) waiting", nullptr, jobs.waiting);
    m_use->setText(text);
}

} // namespace ui
