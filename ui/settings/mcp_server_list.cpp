#include "ui/settings/mcp_server_list.h"

#include "services/background.h"
#include "services/network/web_address.h"
#include "services/text.h"
#include "services/tools/box/tool_box.h"
#include "ui/settings/mcp_prompt_dialog.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

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
constexpr int jsonLines = 10;
const QString storedValue = QStringLiteral("••••••"); // in place of a header's value

// Quotes a word in the form that splitCommand() reads.
QString quoted(const QString& word)
{
    QString text = word;
    text.replace(u'"', QLatin1String("\"\"\""));
    return text.isEmpty() || text.contains(u' ') ? u'"' + text + u'"' : text;
}

QString commandLine(const services::McpSettings& server)
{
    if (!server.url.isEmpty())
        return server.url;
    QStringList words;
    if (!server.command.isEmpty())
        words << quoted(server.command);
    for (const QString& argument : server.arguments)
        words << quoted(argument);
    return words.join(u' ');
}

} // namespace

McpServerForm::McpServerForm(
    const services::McpSettings& server, const QStringList& otherNames, QWidget* parent)
    : QWidget(parent)
    , m_before(server)
    , m_otherNames(otherNames)
    , m_name(new QLineEdit(server.name))
    , m_command(new QLineEdit(commandLine(server)))
    , m_environment(new LinesEdit(environmentLines, QStringLiteral("API_KEY=…")))
    , m_environmentRow(new FormRow(tr("Environment variables"),
          tr("One NAME=value per line. Stored unencrypted in the settings file. Standard variables "
             "such as PATH and HOME are also passed."),
          m_environment, FormRow::ControlPosition::Below))
    , m_headers(new LinesEdit(environmentLines, QStringLiteral("Authorization: Bearer …")))
    , m_headersRow(new FormRow(tr("Headers"),
          tr("One “Name: value” per line. Values are stored in your keyring; “%1” is a "
             "stored one.")
              .arg(storedValue),
          m_headers, FormRow::ControlPosition::Below))
    , m_problem(new TextLabel(TextRole::Error))
    , m_save(new QPushButton(tr("Save")))
{
    m_environment->setPlainText(server.environment.join(u'\n'));
    QStringList headers;
    for (const QString& name : server.headers)
        headers << name + QStringLiteral(": ") + storedValue;
    m_headers->setPlainText(headers.join(u'\n'));
    m_command->setPlaceholderText(QStringLiteral("uvx mcp-server-time"));
    auto* leave = new QPushButton(tr("Cancel"));
    connect(m_name, &QLineEdit::textChanged, this, &McpServerForm::check);
    connect(m_command, &QLineEdit::textChanged, this, &McpServerForm::check);
    connect(m_headers, &QPlainTextEdit::textChanged, this, &McpServerForm::check);
    connect(
        m_save, &QPushButton::clicked, this, [this] { emit saved(entered(), enteredHeaders()); });
    connect(leave, &QPushButton::clicked, this, &McpServerForm::left);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(leave);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    layout->addWidget(new FormRow(
        tr("Name"), tr("A name of your choice."), m_name, FormRow::ControlPosition::Below));
    layout->addWidget(new FormRow(tr("Command or URL"),
        tr("A program and its arguments, or the URL of a streamable HTTP server. A program runs "
           "with "
           "your permissions, so only use servers you trust."),
        m_command, FormRow::ControlPosition::Below));
    layout->addWidget(m_environmentRow);
    layout->addWidget(m_headersRow);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    setFocusProxy(m_name);
    check();
}

void McpServerForm::check()
{
    const services::McpSettings server = entered();
    m_environmentRow->setVisible(server.url.isEmpty());
    m_headersRow->setVisible(!server.url.isEmpty());
    const QString why = problem();
    m_problem->setText(why);
    m_problem->setVisible(!why.isEmpty());
    m_save->setEnabled(!server.name.isEmpty() && why.isEmpty()
        && (!server.command.isEmpty() || !server.url.isEmpty()));
}

// Why it can't be saved; empty: it can, or is not complete yet.
QString McpServerForm::problem() const
{
    const services::McpSettings server = entered();
    if (m_otherNames.contains(server.name)) // by which tools and headers are known
        return tr("Another server is named “%1”.").arg(services::visibleText(server.name));
    if (server.url.isEmpty())
        return {};
    const services::McpHeaders values = enteredHeaders();
    for (const QString& name : server.headers) {
        if (!services::isMcpHeader(name, values.value(name)))
            return tr("The header “%1” can't be used.").arg(services::visibleText(name));
        if (!values.contains(name)
            && (server.url != m_before.url || !m_before.headers.contains(name)))
            return tr("Enter the value of the header “%1”.").arg(services::visibleText(name));
    }
    return services::mcpUrlProblem(server.url, !server.headers.isEmpty());
}

// Those that were typed, not those that are stored.
services::McpHeaders McpServerForm::enteredHeaders() const
{
    services::McpHeaders values;
    for (const QString& line : m_headers->toPlainText().split(u'\n')) {
        const QString value = line.section(u':', 1).trimmed();
        if (!value.isEmpty() && value != storedValue)
            values[line.section(u':', 0, 0).trimmed()] = value;
    }
    return values;
}

services::McpSettings McpServerForm::entered() const
{
    services::McpSettings server = m_before;
    server.name = m_name->text().simplified();
    const QString typed = m_command->text().trimmed();
    const bool isUrl = services::looksLikeWebAddress(typed);
    server.url = isUrl ? typed : QString();
    QStringList words = isUrl ? QStringList() : QProcess::splitCommand(typed);
    server.command = words.isEmpty() ? QString() : words.takeFirst();
    server.arguments = words;
    server.headers.clear();
    for (const QString& line : m_headers->toPlainText().split(u'\n'))
        if (const QString name = line.section(u':', 0, 0).trimmed(); isUrl && !name.isEmpty())
            server.headers << name;
    server.headers.removeDuplicates();
    server.environment.clear();
    for (const QString& line : m_environment->toPlainText().split(u'\n'))
        if (line.indexOf(u'=') > 0)
            server.environment << line.trimmed();
    return server;
}

McpJsonForm::McpJsonForm(QWidget* parent)
    : QWidget(parent)
    , m_text(new LinesEdit(
          jsonLines, QStringLiteral(R"({"mcpServers": {"time": {"command": "uvx", …}}})")))
    , m_problem(new TextLabel(TextRole::Error))
{
    auto* take = new QPushButton(tr("Add servers"));
    auto* leave = new QPushButton(tr("Cancel"));
    connect(take, &QPushButton::clicked, this, &McpJsonForm::add);
    connect(leave, &QPushButton::clicked, this, &McpJsonForm::left);
    connect(m_text, &QPlainTextEdit::textChanged, this,
        [this, take] { take->setEnabled(!m_text->toPlainText().trimmed().isEmpty()); });
    take->setEnabled(false);
    m_problem->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(take);
    buttons->addWidget(leave);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    layout->addWidget(new FormRow(tr("Paste JSON"),
        tr("The “mcpServers” of Claude or Cursor, or the “servers” of VS Code. Servers are off "
           "until "
           "you turn them on. Headers are stored in your keyring, environment variables in the "
           "settings file."),
        m_text, FormRow::ControlPosition::Below));
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    setFocusProxy(m_text);
}

void McpJsonForm::add()
{
    const auto find = [this] { return services::readMcpJson(m_text->toPlainText()); };
    const auto found = services::callForOutcome<services::McpImport>(find);
    if (found.value)
        return emit read(*found.value);
    m_problem->setText(found.error);
    m_problem->show();
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
    signature << m_problems;
    for (const auto& server : m_tools.servers()) {
        for (const services::McpPrompt& prompt : server->prompts())
            signature << prompt.name << prompt.title << prompt.description;
        for (const services::McpResource& resource : server->resources())
            signature << resource.uri << resource.title << resource.description;
    }
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
    m_rows->addWidget(m_edited == count ? makeRow(count) : makeEnd(count));
}

// Below the servers: buttons that add more, or the form that one of them has opened.
QWidget* McpServerList::makeEnd(int count)
{
    if (m_edited == json) {
        auto* form = new McpJsonForm(this);
        connect(form, &McpJsonForm::read, this, &McpServerList::import);
        connect(form, &McpJsonForm::left, this, [this] { edit(nothing); });
        QMetaObject::invokeMethod(form, qOverload<>(&QWidget::setFocus), Qt::QueuedConnection);
        return form;
    }
    auto* end = new QWidget(this);
    auto* add = new QPushButton(tr("Add server…"), end);
    connect(add, &QPushButton::clicked, this, [this, count] { edit(count); });
    auto* paste = new QPushButton(tr("Paste JSON…"), end);
    connect(paste, &QPushButton::clicked, this, [this] { edit(json); });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(paste);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(end);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
    if (!m_problems.isEmpty()) {
        auto* problems = new TextLabel(TextRole::Error, m_problems.join(u'\n'), end);
        problems->makeSelectable();
        layout->addWidget(problems);
    }
    layout->addLayout(buttons);
    return end;
}

// Names are made unique, because tools are known by the name of their server.
void McpServerList::import(const services::McpImport& pasted)
{
    QList<McpSettings> servers = m_tools.serverSettings();
    const auto isTaken = [&servers](const QString& name) {
        return std::ranges::any_of(
            servers, [&name](const McpSettings& server) { return server.name == name; });
    };
    for (qsizetype index = 0; index < pasted.servers.size(); ++index) {
        McpSettings server = pasted.servers[index];
        const QString name = server.name;
        for (int number = 2; isTaken(server.name); ++number)
            server.name = QStringLiteral("%1 %2").arg(name).arg(number);
        if (!server.headers.isEmpty())
            m_tools.setHeaders({}, server, pasted.headers[index]);
        servers << server;
    }
    m_problems = pasted.problems;
    m_edited = nothing;
    m_tools.setServers(servers);
    refresh();
}

QWidget* McpServerList::makeRow(int server)
{
    const QList<McpSettings> all = m_tools.serverSettings();
    const McpSettings settings = all.value(server);
    if (server == m_edited) {
        QStringList others;
        for (int other = 0; other < all.size(); ++other)
            if (other != server)
                others << all[other].name;
        auto* form = new McpServerForm(settings, others, this);
        connect(form, &McpServerForm::saved, this,
            [this, server](const McpSettings& changed, const services::McpHeaders& entered) {
                replace(server, changed, entered);
            });
        connect(form, &McpServerForm::left, this, [this] { edit(nothing); });
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
    layout->addWidget(new TextLabel(TextRole::Small,
        settings.url.isEmpty() ? (QStringList{settings.command} + settings.arguments).join(u' ')
                               : settings.url));
    McpServer* found = running(server);
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
    if (found)
        addPrompts(*layout, *found);
    return row;
}

void McpServerList::addPrompts(QVBoxLayout& layout, McpServer& server)
{
    const auto add = [&](const QString& title, const QString& description, const auto& offered) {
        auto* use = new QPushButton(tr("Insert…"));
        use->setAccessibleName(tr("Insert: %1").arg(title));
        connect(use, &QPushButton::clicked, this, [this, server = QPointer(&server), offered] {
            if (!server)
                return;
            auto* dialog = new McpPromptDialog(*server, offered, this);
            connect(dialog, &McpPromptDialog::read, this, &McpServerList::textChosen);
            dialog->open();
        });
        layout.addWidget(new FormRow(title, description.simplified().left(shownDescription), use));
    };
    for (const services::McpPrompt& prompt : server.prompts())
        add(tr("Prompt: %1").arg(prompt.title), prompt.description, prompt);
    for (const services::McpResource& resource : server.resources())
        add(tr("Resource: %1").arg(resource.title), resource.description, resource);
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
McpServer* McpServerList::running(int server) const
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

void McpServerList::replace(
    int server, const McpSettings& settings, const services::McpHeaders& entered)
{
    QList<McpSettings> servers = m_tools.serverSettings();
    const McpSettings before = servers.value(server);
    if (server < servers.size())
        servers[server] = settings;
    else
        servers << settings;
    m_edited = nothing;
    m_problems.clear();
    if (!settings.headers.isEmpty()
        && (!entered.isEmpty() || before.headers != settings.headers
            || before.name != settings.name))
        m_tools.setHeaders(before, settings, entered);
    m_tools.setServers(servers);
    refresh();
}

void McpServerList::remove(int server)
{
    QList<McpSettings> servers = m_tools.serverSettings();
    servers.removeAt(server);
    m_edited = nothing;
    m_tools.setServers(servers);
    refresh();
}

} // namespace ui
