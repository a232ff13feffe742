#include "ui/settings/section_extras.h"

#include "services/background.h"
#include "services/captions/caption_library.h"
#include "services/documents/library/document_library.h"
#include "services/downloads/model_downloads.h"
#include "services/downloads/stored_model.h"
#include "services/network/network.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"
#include "ui/commands/command_list.h"
#include "ui/links/open_link.h"
#include "ui/server/server_state.h"
#include "ui/settings/address_edit.h"
#include "ui/settings/mcp_server_list.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/stored_models_dialog.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/path_text.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <functional>

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
    auto* row = new FormRow(name, help, new TokenEdit(tokens), FormRow::ControlPosition::Below);
    section.addPart(row, name + u'\n' + help);
}

void addPrivacy(SettingsSection& section, ContactedHosts& hosts)
{
    const QString messages[] = {
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
    for (const QString& message : messages) {
        auto* label = new TextLabel(TextRole::Body, message);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        section.addPart(label, message);
    }
    const QString asked = SettingsPage::tr(
        "Vignette only contacts servers when you search for models, open a model's details, "
        "download a model, use a remote model, turn on an MCP server or add a web page. Contacted "
        "so far:");
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
        = SettingsPage::tr("Programs and web servers that provide more tools through the Model "
                           "Context Protocol. They only start when you turn them on.");
    auto* servers = new McpServerList(tools);
    QObject::connect(servers, &McpServerList::textChosen, &section, &SettingsSection::textChosen);
    section.addPart(
        new FormRow(name, help, servers, FormRow::ControlPosition::Below), name + u'\n' + help);
}

void addServer(SettingsSection& section, services::ProgramServer& server)
{
    const auto addBelow = [&section](const QString& name, const QString& help, QWidget* control) {
        section.addPart(
            new FormRow(name, help, control, FormRow::ControlPosition::Below), name + u'\n' + help);
    };
    addBelow(SettingsPage::tr("API key"),
        SettingsPage::tr("Clients send it as “Authorization: Bearer …”. Without a key, any program "
                         "on this computer can connect, but no other computer."),
        new ServerKeyEdit(server));
    const QString status = SettingsPage::tr("Status");
    section.addPart(new FormRow(status, {}, new ServerState(server)), status);
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
    addRow(section, SettingsPage::tr("Log files"), shownPath(folder), open);
    auto* version = new TextLabel(
        TextRole::Small, SettingsPage::tr("Vignette %1").arg(services::applicationVersion()));
    section.addPart(version, version->text());
}

namespace {

namespace paths = services::paths;
namespace keys = services::settings;

// Something that is kept.
struct Kept {
    QString name;
    QString place; // the folder to be opened
    QStringList files; // and folders, whose bytes are counted
    QString question = {}; // before it is freed; empty: `free` asks by itself
    /// Frees it and calls `done` once the size has changed. Empty: it cannot be freed here.
    std::function<void(QWidget* control, std::function<void()> done)> free = {};
};

// How much it takes, and what can be done about it.
class KeptControl : public QWidget {
public:
    explicit KeptControl(const Kept& kept)
        : m_kept(kept)
        , m_size(new TextLabel(TextRole::Small, {}, this))
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(metrics(this).small);
        layout->addWidget(m_size);
        layout->addStretch(1);
        if (kept.free) {
            auto* remove = new QPushButton(SettingsPage::tr("Delete…"));
            remove->setAccessibleName(SettingsPage::tr("Delete: %1").arg(kept.name));
            connect(remove, &QPushButton::clicked, this, &KeptControl::askToFree);
            layout->addWidget(remove);
        }
        auto* open = new QPushButton(SettingsPage::tr("Open folder"));
        open->setAccessibleName(SettingsPage::tr("Open folder: %1").arg(kept.name));
        connect(open, &QPushButton::clicked, this,
            [this, place = kept.place] { openFolder(place, this); });
        layout->addWidget(open);
        setFocusProxy(open);
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        measure();
    }

private:
    void measure()
    {
        services::runInBackground<qint64>(
            this, [files = m_kept.files] { return services::diskUse(files); },
            [this](const services::Outcome<qint64>& bytes) {
                m_size->setText(bytes.value ? sizeText(*bytes.value) : QString());
            });
    }

    void askToFree()
    {
        if (m_kept.question.isEmpty())
            return m_kept.free(this, [this] { measure(); });
        auto* box = new QMessageBox(
            QMessageBox::Question, m_kept.name, m_kept.question, QMessageBox::Cancel, this);
        box->setTextFormat(Qt::PlainText);
        box->setAttribute(Qt::WA_DeleteOnClose);
        QPushButton* remove = box->addButton(SettingsPage::tr("Delete"), QMessageBox::AcceptRole);
        connect(remove, &QPushButton::clicked, this,
            [this] { m_kept.free(this, [this] { measure(); }); });
        box->open();
    }

    const Kept m_kept;
    TextLabel* m_size;
};

void removeAll(services::CaptionLibrary& captions)
{
    while (captions.rowCount() > 0) {
        services::CaptionRun* run = captions.run(0);
        captions.remove(run);
        captions.forget(run);
    }
}

// Whoever keeps them follows this setting.
void removeContexts(services::Settings& settings)
{
    const int limit = settings.get(keys::keptContextGigabytes);
    settings.set(keys::keptContextGigabytes, 0);
    settings.set(keys::keptContextGigabytes, limit);
}

// Frees at once.
template <typename Free>
auto atOnce(Free free)
{
    return [free](QWidget*, const std::function<void()>& done) {
        free();
        done();
    };
}

Kept keptModels(const StorageOwners& owners, services::ModelDeletion& deletion)
{
    const QString folder = owners.downloads.folder();
    return {SettingsPage::tr("Models"), folder, {folder}, {},
        [&deletion](QWidget* control, const std::function<void()>& done) {
            auto* dialog = new StoredModelsDialog(deletion, control);
            QObject::connect(dialog, &StoredModelsDialog::deleted, control, done);
            dialog->open();
        }};
}

Kept keptDocuments(const StorageOwners& owners)
{
    const QString file = owners.documents.privateStore();
    return {SettingsPage::tr("Document index"), QFileInfo(file).absolutePath(),
        services::databaseFiles(file),
        SettingsPage::tr("Delete the document index? All collections are removed from the page "
                         "“Documents”. Your files aren't deleted."),
        [&documents = owners.documents](QWidget* control, const std::function<void()>& done) {
            documents.eraseOwn(control, done);
        }};
}

QList<Kept> everythingKept(const StorageOwners& owners, services::ModelDeletion& deletion)
{
    const QString data = paths::dataFolder();
    const QString captions = data + QStringLiteral("/captions.sqlite");
    return {
        keptModels(owners, deletion),
        keptDocuments(owners),
        {SettingsPage::tr("Chats"), data, services::databaseFiles(paths::conversationFile()), {},
            atOnce([&commands = owners.commands] {
                commands.find(QStringLiteral("chat.deleteAll"))->trigger();
            })},
        {SettingsPage::tr("Captions"), data, services::databaseFiles(captions),
            SettingsPage::tr("Delete all captions? Pictures aren't deleted."),
            atOnce([&library = owners.captions] { removeAll(library); })},
        {SettingsPage::tr("Prompt cache"), paths::contextFolder(), {paths::contextFolder()},
            SettingsPage::tr("Delete the prompt cache? Long chats take longer to resume."),
            atOnce([&settings = owners.settings] { removeContexts(settings); })},
        {SettingsPage::tr("Presets"), paths::presetFolder(), {paths::presetFolder()}},
        {SettingsPage::tr("Settings"), QFileInfo(paths::settingsFile()).absolutePath(),
            {paths::settingsFile()}},
        {SettingsPage::tr("Logs"), paths::logFolder(), {paths::logFolder()}},
        {SettingsPage::tr("Cache (safe to delete)"), paths::cacheFolder(), {paths::cacheFolder()},
            SettingsPage::tr("Clear the cache?"),
            atOnce([] { services::emptyFolder(paths::cacheFolder()); })},
    };
}

} // namespace

void addStorage(SettingsSection& section, const StorageOwners& owners)
{
    auto* deletion
        = new services::ModelDeletion(owners.models, owners.installed, owners.downloads, &section);
    for (const Kept& kept : everythingKept(owners, *deletion)) {
        const QString location = shownPath(kept.place);
        section.addPart(
            new FormRow(kept.name, location, new KeptControl(kept)), kept.name + u'\n' + location);
    }
}

} // namespace ui
