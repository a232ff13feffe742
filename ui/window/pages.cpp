#include "ui/window/pages.h"

#include "services/models/installed_models.h"
#include "services/models/model_description.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/captions/captions_page.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/catalog/offer_view.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/prompt_box.h"
#include "ui/documents/library/documents_page.h"
#include "ui/drops/attachments.h"
#include "ui/endpoints/end_points_page.h"
#include "ui/models/models_page.h"
#include "ui/settings/section_extras.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/shortcuts_editor.h"
#include "ui/settings/storage_rows.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>

namespace ui {

namespace {

Page* connectChatPage(MainWindow& window)
{
    ChatPage* page = window.chatPage();
    const auto shows
        = [&window](const QString& id) { return [&window, id] { window.showPage(id); }; };
    QObject::connect(page, &ChatPage::requested, &window, shows(page_id::chat));
    QObject::connect(page, &ChatPage::modelsRequested, &window,
        [&window] { window.showPart(page_id::models, ModelPages::here); });
    QObject::connect(page, &ChatPage::seeingModelRequested, &window,
        [&window] { window.showPart(page_id::models, ModelPages::forPhotographs); });
    QObject::connect(page, &ChatPage::settingsRequested, &window, shows(page_id::settings));
    return page;
}

Page* makeCaptions(MainWindow& window)
{
    const Services& services = window.services();
    auto* page = new CaptionsPage(services.captions, services.models, services.installed);
    QObject::connect(
        page, &CaptionsPage::pictureAskedAbout, &window, [&window](const services::Picture& part) {
            window.showPage(page_id::chat);
            window.promptBox()->attachPicture(part);
        });
    return page;
}

// One that writes no answers finds passages from now on.
void useModel(MainWindow& window, const services::ModelId& model)
{
    const auto* found = window.services().installed.find(model);
    if (found && services::isEmbedding(*found)) {
        window.services().settings.set(
            services::settings::embeddingModel, services::toString(model));
        return window.showPage(page_id::documents);
    }
    window.showPage(page_id::chat);
    window.chatPage()->chooseModel(model);
}

Page* makeModels(MainWindow& window)
{
    const Services& services = window.services();
    auto* page
        = new ModelPages(new ModelsPage(services.models, services.installed, services.settings),
            makeGetModels(services), new EndPointsPage(services.endPoints, services.installed));
    QObject::connect(page, &ModelPages::modelChosen, &window,
        [&window](const services::ModelId& model) { useModel(window, model); });
    return page;
}

Page* makeDocuments(MainWindow& window)
{
    const Services& services = window.services();
    auto* page = new DocumentsPage(
        services.documents, services.models, services.installed, services.settings);
    QObject::connect(page, &DocumentsPage::embeddingModelRequested, &window,
        [&window] { window.showPart(page_id::models, ModelPages::forDocuments); });
    QObject::connect(page, &DocumentsPage::settingsRequested, &window,
        [&window] { window.showPart(page_id::settings, QStringLiteral("documents")); });
    return page;
}

Page* makeSettings(MainWindow& window)
{
    return makeSettingsPage(window.services(), window.commands());
}

bool holdsAttachments(const DropContents& drop)
{
    return drop.hasAttachments();
}

bool holdsFolders(const DropContents& drop)
{
    return !drop.folders.isEmpty();
}

bool holdsModels(const DropContents& drop)
{
    return !drop.models.isEmpty();
}

} // namespace

GetModels* makeGetModels(const Services& services)
{
    const auto makeOffer = [services](const services::ModelWish& wish, QWidget* parent) {
        return new OfferView(wish, services.tokens, services.hosts, services.downloads,
            services.installed, services.models, services.planner, parent);
    };
    return new GetModels(services.downloads, services.settings, services.catalog, makeOffer);
}

SettingsPage* makeSettingsPage(const Services& services, CommandList& commands)
{
    using Section = SettingsSection;
    QHash<QString, SettingsPage::AddParts> extras;
    extras["models"] = [&](Section& section) { addToken(section, services.tokens); };
    if (services.tools)
        extras["tools"] = [&](Section& section) { addTools(section, *services.tools); };
    if (services.server)
        extras["server"] = [&](Section& section) { addServer(section, *services.server); };
    extras["shortcuts"] = [&](Section& section) {
        section.addPart(new ShortcutsEditor(commands), ShortcutsEditor::searchWords(commands));
    };
    extras["privacy"] = [&](Section& section) { addPrivacy(section, services.hosts); };
    extras["storage"] = [&](Section& section) {
        addStorage(section, services.captions, services.settings, commands);
    };
    extras["system"]
        = [&](Section& section) { addDiagnostics(section, services.settings, services.models); };
    return new SettingsPage(services.settings, services.installed, services.documents, extras);
}

QList<PageRow> pages()
{
    const auto translated
        = [](const char* text) { return QCoreApplication::translate("ui::Page", text); };
    return {
        {page_id::chat, {}, translated(QT_TRANSLATE_NOOP("ui::Page", "Chat")),
            QKeySequence("Ctrl+1"), connectChatPage, holdsAttachments},
        {page_id::captions, "captions",
            translated(QT_TRANSLATE_NOOP("ui::Page", "Caption pictures")), QKeySequence("Ctrl+2"),
            makeCaptions, holdsFolders},
        {page_id::models, "models", translated(QT_TRANSLATE_NOOP("ui::Page", "Models")),
            QKeySequence("Ctrl+3"), makeModels, holdsModels},
        {page_id::documents, "document", translated(QT_TRANSLATE_NOOP("ui::Page", "Documents")),
            QKeySequence("Ctrl+4"), makeDocuments},
        {page_id::settings, "settings", translated(QT_TRANSLATE_NOOP("ui::Page", "Settings")),
            QKeySequence("Ctrl+,"), makeSettings},
    };
}

} // namespace ui
