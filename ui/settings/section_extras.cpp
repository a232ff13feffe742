#include "ui/settings/section_extras.h"

#include "services/network/contacted_hosts.h"
#include "services/settings/settings.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"
#include "ui/links/open_link.h"
#include "ui/server/server_state.h"
#include "ui/settings/address_edit.h"
#include "ui/settings/mcp_server_list.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/storage_rows.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::ContactedHost;
using services::ContactedHosts;

ContactedHostList::ContactedHostList(ContactedHosts& hosts, QWidget* parent)
    : TextLabel(TextRole::Muted, {}, parent)
    , m_hosts(hosts)
{
    makeSelectable();
    setAccessibleName(tr("Contacted servers"));
    connect(&hosts, &ContactedHosts::changed, this, [this] {
        if (isVisible())
            showHosts();
    });
}

// The command line may have added some since.
void ContactedHostList::showEvent(QShowEvent* event)
{
    TextLabel::showEvent(event);
    showHosts();
}

void ContactedHostList::showHosts()
{
    QStringList lines;
    for (const ContactedHost& host : m_hosts.hosts())
        lines << tr("%1, last on %2")
                     .arg(host.name, QLocale().toString(host.last, QLocale::ShortFormat));
    setText(lines.isEmpty() ? tr("None so far") : lines.join(u'\n'));
}

namespace {

void addRow(SettingsSection& section, const QString& name, const QString& help, QWidget* control)
{
    section.addPart(new FormRow(name, help, control), name + u'\n' + help);
}

} // namespace

void addToken(SettingsSection& section, services::TokenKeeper& tokens)
{
    const QString name = SettingsPage::tr("Access token");
    const QString help = SettingsPage::tr("Needed for gated models. Sent to the model hub only. "
                                          "The HF_TOKEN environment variable takes precedence.");
    auto* row = new FormRow(name, help, new TokenEdit(tokens), FormRow::Place::Below);
    section.addPart(row, name + u'\n' + help);
}

void addPrivacy(SettingsSection& section, ContactedHosts& hosts)
{
    const QString sentences[] = {
        SettingsPage::tr("No telemetry: Vignette doesn't collect or report usage data."),
        SettingsPage::tr(
            "Nothing leaves this computer unless you choose a model on a remote server. Messages, "
            "pictures and answers are processed and stored locally."),
        SettingsPage::tr("The prompt cache of long chats is stored on disk, so they resume quickly "
                         "after a restart. It is deleted with the chat. You can see its location "
                         "and turn it off under Storage, which deletes the whole cache."),
        SettingsPage::tr("Temporary chats are never written to disk."),
        SettingsPage::tr("The log never contains prompts, answers or picture names."),
    };
    for (const QString& sentence : sentences) {
        auto* label = new TextLabel(TextRole::Body, sentence);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        section.addPart(label, sentence);
    }
    const QString asked
        = SettingsPage::tr("Vignette only contacts servers when you open a model's details, "
                           "download a model or use a remote model. Contacted so far:");
    section.addPart(new TextLabel(TextRole::Body, asked), asked);
    section.addPart(new ContactedHostList(hosts), asked);
}

void addTools(SettingsSection& section, services::ToolBox& tools)
{
    const QString asked
        = SettingsPage::tr("Choose which tools models may use. By default you approve each call.");
    section.addPart(new TextLabel(TextRole::Body, asked), asked);
    for (const services::ToolDescription& tool : tools.tools()) {
        if (!tool.server.isEmpty())
            continue;
        auto* choice = new ToolPermissionChoice(tools, tool);
        section.addPart(new FormRow(tool.title, {}, choice), tool.title);
    }
    const QString name = SettingsPage::tr("MCP servers");
    const QString help
        = SettingsPage::tr("Programs on this computer that provide more tools through the Model "
                           "Context Protocol. They only start when you turn them on.");
    section.addPart(new FormRow(name, help, new McpServerList(tools), FormRow::Place::Below),
        name + u'\n' + help);
}

void addServer(SettingsSection& section, services::ProgramServer& server)
{
    const auto addBelow = [&section](const QString& name, const QString& help, QWidget* control) {
        section.addPart(
            new FormRow(name, help, control, FormRow::Place::Below), name + u'\n' + help);
    };
    addBelow(SettingsPage::tr("API key"),
        SettingsPage::tr("Clients send it as “Authorization: Bearer …”. Without a key, any program "
                         "on this computer can connect, but no other computer."),
        new ServerKeyEdit(server));
    addBelow(SettingsPage::tr("Status"), {}, new ServerState(server));
    addBelow(SettingsPage::tr("Try it out"),
        SettingsPage::tr("A terminal command that sends a question to the current model."),
        new ExampleCommandView(server));
}

void addDiagnostics(
    SettingsSection& section, services::Settings& settings, services::ModelPool& models)
{
    auto* copy = new QPushButton(SettingsPage::tr("Copy"));
    QObject::connect(copy, &QPushButton::clicked, copy, [copy, &settings, &models] {
        QGuiApplication::clipboard()->setText(diagnosticsText(settings, models));
        copy->setText(SettingsPage::tr("Copied"));
    });
    addRow(section, SettingsPage::tr("Diagnostics"),
        SettingsPage::tr("System information for bug reports. Review it before sharing."), copy);
    auto* open = new QPushButton(SettingsPage::tr("Open folder"));
    const QString folder = services::paths::logFolder();
    QObject::connect(
        open, &QPushButton::clicked, open, [open, folder] { openFolder(folder, open); });
    addRow(section, SettingsPage::tr("Log files"), QDir::toNativeSeparators(folder), open);
    auto* version = new TextLabel(
        TextRole::Small, SettingsPage::tr("Vignette %1").arg(services::applicationVersion()));
    section.addPart(version, version->text());
}

} // namespace ui
