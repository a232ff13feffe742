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
    setAccessibleName(tr("Machines that were contacted"));
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
    setText(lines.isEmpty() ? tr("Nobody so far") : lines.join(u'\n'));
}

namespace {

void addRow(SettingsSection& section, const QString& name, const QString& help, QWidget* control)
{
    section.addPart(new FormRow(name, help, control), name + u'\n' + help);
}

} // namespace

void addToken(SettingsSection& section, const Services& services)
{
    const QString name = SettingsPage::tr("Token for the hub");
    const QString help = SettingsPage::tr(
        "For models whose makers want to know who fetches them. It is shown to the "
        "hub and to nobody else; HF_TOKEN of the environment goes first.");
    auto* row = new FormRow(name, help, new TokenEdit(services.tokens), FormRow::Place::Below);
    section.addPart(row, name + u'\n' + help);
}

void addPrivacy(SettingsSection& section, const Services& services)
{
    const QString sentences[] = {
        SettingsPage::tr("There is no telemetry. The program counts nothing and reports nothing."),
        SettingsPage::tr(
            "Nothing leaves this machine unless you choose a model on another: questions, pictures "
            "and answers are computed here and kept here."),
        SettingsPage::tr(
            "What a model has read of a long conversation is kept on the disk, so that it need not "
            "be read again after the next start. It is deleted with the conversation. The page "
            "Storage shows where it lies and turns it off, which deletes all of it."),
        SettingsPage::tr("A temporary conversation is never written to disk."),
        SettingsPage::tr("The log holds no questions, no answers and no names of pictures."),
    };
    for (const QString& sentence : sentences) {
        auto* label = new TextLabel(TextRole::Body, sentence);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        section.addPart(label, sentence);
    }
    const QString asked = SettingsPage::tr(
        "The program contacts other machines only where you ask for it: when you look closer at a "
        "model, get one, or let a model on another machine answer. These were contacted:");
    section.addPart(new TextLabel(TextRole::Body, asked), asked);
    section.addPart(new ContactedHostList(services.hosts), asked);
}

void addTools(SettingsSection& section, const Services& services)
{
    if (!services.tools)
        return;
    const QString asked = SettingsPage::tr(
        "Models that can call tools are told of those that you switch on here. Each call is shown "
        "in "
        "its conversation, and made once you allow it, or at once where you have said “Always”.");
    section.addPart(new TextLabel(TextRole::Body, asked), asked);
    for (const services::ToolDescription& tool : services.tools->tools()) {
        if (!tool.server.isEmpty())
            continue;
        auto* choice = new ToolPermissionChoice(*services.tools, tool);
        section.addPart(new FormRow(tool.title, {}, choice), tool.title);
    }
    const QString name = SettingsPage::tr("MCP servers");
    const QString help = SettingsPage::tr(
        "Programs on this computer that offer more tools by the Model Context Protocol. None is "
        "started before you switch it on.");
    section.addPart(
        new FormRow(name, help, new McpServerList(*services.tools), FormRow::Place::Below),
        name + u'\n' + help);
}

void addServer(SettingsSection& section, const Services& services)
{
    if (!services.server)
        return;
    const auto addBelow = [&section](const QString& name, const QString& help, QWidget* control) {
        section.addPart(
            new FormRow(name, help, control, FormRow::Place::Below), name + u'\n' + help);
    };
    addBelow(SettingsPage::tr("Key of the server"),
        SettingsPage::tr("Clients send it as “Authorization: Bearer …”. Without one, every program "
                         "on this computer may ask, and no other computer."),
        new ServerKeyEdit(*services.server));
    addBelow(SettingsPage::tr("State of the server"), {}, new ServerState(*services.server));
    addBelow(SettingsPage::tr("Try it"),
        SettingsPage::tr("A command for a terminal that asks the current model."),
        new ExampleCommandView(*services.server));
}

void addDiagnostics(SettingsSection& section, const Services& services)
{
    auto* copy = new QPushButton(SettingsPage::tr("Copy"));
    QObject::connect(copy, &QPushButton::clicked, copy, [copy, services] {
        QGuiApplication::clipboard()->setText(diagnosticsText(services.settings, services.models));
        copy->setText(SettingsPage::tr("Copied"));
    });
    addRow(section, SettingsPage::tr("Diagnostics"),
        SettingsPage::tr(
            "What a report of a problem needs to say of program and machine. Look through it "
            "before you send it anywhere."),
        copy);
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
