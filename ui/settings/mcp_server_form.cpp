#include "ui/settings/mcp_server_form.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/lines_edit.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int environmentLines = 3;

// As splitCommand() reads it.
QString quoted(const QString& word)
{
    QString text = word;
    text.replace(u'"', QLatin1String("\"\"\""));
    return text.isEmpty() || text.contains(u' ') ? u'"' + text + u'"' : text;
}

QString commandLine(const services::McpSettings& server)
{
    QStringList words;
    if (!server.command.isEmpty())
        words << quoted(server.command);
    for (const QString& argument : server.arguments)
        words << quoted(argument);
    return words.join(u' ');
}

} // namespace

McpServerForm::McpServerForm(const services::McpSettings& server, QWidget* parent)
    : QWidget(parent)
    , m_before(server)
    , m_name(new QLineEdit(server.name))
    , m_command(new QLineEdit(commandLine(server)))
    , m_environment(new LinesEdit(environmentLines, QStringLiteral("API_KEY=…")))
    , m_save(new QPushButton(tr("Save")))
{
    m_environment->setPlainText(server.environment.join(u'\n'));
    m_command->setPlaceholderText(QStringLiteral("uvx mcp-server-time"));
    auto* leave = new QPushButton(tr("Cancel"));
    const auto update
        = [this] { m_save->setEnabled(!entered().name.isEmpty() && !entered().command.isEmpty()); };
    connect(m_name, &QLineEdit::textChanged, this, update);
    connect(m_command, &QLineEdit::textChanged, this, update);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saved(entered()); });
    connect(leave, &QPushButton::clicked, this, &McpServerForm::left);
    update();

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(leave);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    layout->addWidget(
        new FormRow(tr("Name"), tr("By which you know it."), m_name, FormRow::Place::Below));
    layout->addWidget(new FormRow(tr("Command"),
        tr("The program and its arguments. It runs as you do and can do what you can: use only "
           "servers that you trust."),
        m_command, FormRow::Place::Below));
    layout->addWidget(new FormRow(tr("Environment"),
        tr("A variable a line, kept in the settings file. The server gets these and the usual "
           "ones, "
           "such as PATH and HOME."),
        m_environment, FormRow::Place::Below));
    layout->addLayout(buttons);
    setFocusProxy(m_name);
}

services::McpSettings McpServerForm::entered() const
{
    services::McpSettings server = m_before;
    server.name = m_name->text().simplified();
    QStringList words = QProcess::splitCommand(m_command->text());
    server.command = words.isEmpty() ? QString() : words.takeFirst();
    server.arguments = words;
    server.environment.clear();
    for (const QString& line : m_environment->toPlainText().split(u'\n'))
        if (line.indexOf(u'=') > 0)
            server.environment << line.trimmed();
    return server;
}

} // namespace ui
