#include "ui/settings/mcp_server_list.h"

#include "services/tools/box/tool_box.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::ToolPermission;

ToolPermissionChoice::ToolPermissionChoice(
    services::ToolBox& tools, const services::ToolDescription& tool, QWidget* parent)
    : QComboBox(parent)
{
    addItem(tr("Never"), int(ToolPermission::Never));
    addItem(tr("Ask each time"), int(ToolPermission::Ask));
    addItem(tr("Always"), int(ToolPermission::Always));
    setAccessibleName(tool.title);
    const auto show
        = [this, &tools, tool] { setCurrentIndex(findData(int(tools.permission(tool)))); };
    show();
    connect(&tools, &services::ToolBox::changed, this, show);
    connect(this, &QComboBox::activated, this,
        [this, &tools, tool] { tools.setPermission(tool, ToolPermission(currentData().toInt())); });
}

namespace {

constexpr int environmentLines = 3;

// Quotes a word in the form that splitCommand() reads.
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
    layout->addWidget(new FormRow(
        tr("Name"), tr("A name of your choice."), m_name, FormRow::ControlPosition::Below));
    layout->addWidget(new FormRow(tr("Command"),
        tr("The program and its arguments. It runs with your permissions, so only use servers you "
           "trust."),
        m_command, FormRow::ControlPosition::Below));
    layout->addWidget(new FormRow(tr("Environment variables"),
        tr("One NAME=value per line. Stored unencrypted in the settings file. Standard variables "
           "such as PATH and HOME are also passed."),
        m_environment, FormRow::ControlPosition::Below));
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

using services::McpServer;
using services::McpSettings;
using services::ToolDescription;

namespace {

constexpr qsizetype shownDescription = 200; // characters

} // namespace

McpServerList::McpServerList(services::ToolBox& tools, QWidget* parent)
    : QWidget(parent)
    , m_tools(tools)
    , m_rows(new QVBoxLayout(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(metrics(this).medium);
    connect(&tools, &services::ToolBox::changed, this, &McpServerList::refresh);
    refresh();
}

QStringList McpServerList::signature() const
{
    QStringList signature{QString::number(m_edited), serialize(m_tools.serverSettings())};
    for (int server = 0; server < m_tools.serverSettings().size(); ++server)
        signature << stateText(server);
    for (const ToolDescription& tool : m_tools.tools())
        signature << tool.id << tool.title << tool.description
                  << QString::fromUtf8(tool.parameters);
    return signature;
}

// The rows stay as long as nothing changes that they are made of: the focus may be in one.
void McpServerList::refresh()
{
    if (signature() == m_shown)
        return;
    m_shown = signature();
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->deleteLater(); // may be the one whose button was clicked
        item->widget()->hide();
        delete item;
    }
    const auto count = int(m_tools.serverSettings().size());
    for (int server = 0; server < count; ++server)
        m_rows->addWidget(makeRow(server));
    if (m_edited == count) {
        m_rows->addWidget(makeRow(count));
        return;
    }
    auto* add = new QPushButton(tr("Add server…"), this);
    connect(add, &QPushButton::clicked, this, [this, count] { edit(count); });
    m_rows->addWidget(add, 0, Qt::AlignLeading);
}

QWidget* McpServerList::makeRow(int server)
{
    const McpSettings settings = m_tools.serverSettings().value(server);
    if (server == m_edited) {
        auto* form = new McpServerForm(settings, this);
        connect(form, &McpServerForm::saved, this,
            [this, server](const McpSettings& changed) { replace(server, changed); });
        connect(form, &McpServerForm::left, this, [this] { edit(-1); });
        QMetaObject::invokeMethod(form, qOverload<>(&QWidget::setFocus), Qt::QueuedConnection);
        return form;
    }
    auto* row = new QWidget(this);
    auto* turnedOn = new Switch(tr("Use %1").arg(settings.name));
    turnedOn->setChecked(settings.isOn);
    connect(turnedOn, &Switch::toggled, this, [this, server](bool isOn) {
        McpSettings changed = m_tools.serverSettings().value(server);
        changed.isOn = isOn;
        replace(server, changed);
    });
    auto* change = new IconButton(
        QStringLiteral("edit"), tr("Edit %1").arg(settings.name), IconButton::Look::Quiet, row);
    connect(change, &IconButton::clicked, this, [this, server] { edit(server); });
    auto* takeOut = new IconButton(
        QStringLiteral("close"), tr("Remove %1").arg(settings.name), IconButton::Look::Quiet, row);
    connect(takeOut, &IconButton::clicked, this, [this, server] { remove(server); });
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(TextRole::Strong, settings.name), 1);
    head->addWidget(change);
    head->addWidget(takeOut);
    head->addWidget(turnedOn);
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addLayout(head);
    layout->addWidget(new TextLabel(
        TextRole::Small, (QStringList{settings.command} + settings.arguments).join(u' ')));
    const McpServer* found = running(server);
    const bool hasFailed = found && found->stage() == McpServer::Stage::Failed;
    auto* state = new TextLabel(hasFailed ? TextRole::Error : TextRole::Muted, stateText(server));
    state->makeSelectable();
    layout->addWidget(state);
    if (hasFailed) {
        auto* again = new QPushButton(tr("Restart"), row);
        connect(again, &QPushButton::clicked, this, [this, server] {
            if (server < int(m_tools.servers().size()))
                m_tools.servers()[size_t(server)]->startAgain();
        });
        layout->addWidget(again, 0, Qt::AlignLeading);
    }
    addTools(*layout, settings.name);
    return row;
}

void McpServerList::addTools(QVBoxLayout& layout, const QString& server)
{
    for (const ToolDescription& tool : m_tools.tools())
        if (tool.server == server)
            layout.addWidget(
                new FormRow(tool.title, tool.description.simplified().left(shownDescription),
                    new ToolPermissionChoice(m_tools, tool)));
}

// Null: the servers have not been started yet.
const McpServer* McpServerList::running(int server) const
{
    return server < int(m_tools.servers().size()) ? m_tools.servers()[size_t(server)].get()
                                                  : nullptr;
}

QString McpServerList::stateText(int server) const
{
    const McpServer* found = running(server);
    switch (found ? found->stage() : McpServer::Stage::Off) {
    case McpServer::Stage::Starting:
        return tr("Starting…");
    case McpServer::Stage::Ready:
        return tr("%Ln tool(s) available", nullptr, int(found->tools().size()));
    case McpServer::Stage::Failed:
        return found->message();
    case McpServer::Stage::Off:
        break;
    }
    return tr("Off");
}

void McpServerList::edit(int server)
{
    m_edited = server;
    refresh();
}

void McpServerList::replace(int server, const McpSettings& settings)
{
    QList<McpSettings> servers = m_tools.serverSettings();
    if (server < servers.size())
        servers[server] = settings;
    else
        servers << settings;
    m_edited = -1;
    m_tools.setServers(servers);
    refresh();
}

void McpServerList::remove(int server)
{
    QList<McpSettings> servers = m_tools.serverSettings();
    servers.removeAt(server);
    m_edited = -1;
    m_tools.setServers(servers);
    refresh();
}

} // namespace ui
