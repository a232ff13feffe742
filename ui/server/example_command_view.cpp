#include "ui/server/example_command_view.h"

#include "services/serving/program_server.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/lines_edit.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

using services::ProgramServer;

namespace {

constexpr int lines = 4;
constexpr int thanksMilliseconds = 1500;

} // namespace

ExampleCommandView::ExampleCommandView(ProgramServer& server, QWidget* parent)
    : QWidget(parent)
    , m_server(server)
    , m_command(new LinesEdit(lines, tr("It stands here once the server runs.")))
    , m_copy(new QPushButton)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    layout->addWidget(m_command, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    m_command->setReadOnly(true);
    m_command->setAccessibleName(tr("Command for a terminal"));
    m_command->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_command->setLayoutDirection(Qt::LeftToRight); // as in every terminal
    m_command->setFont(codeFont(this));
    m_copy->setAccessibleName(tr("Copy the command"));
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

} // namespace ui
