#include "ui/window/pages.h"

#include "services/attachments/attachment_loader.h"
#include "services/catalog/photo_model.h"
#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"
#include "services/hub/hub_search.h"
#include "services/models/installed_models.h"
#include "services/models/model_texts.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"
#include "ui/captions/captions_page.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/catalog/offer_view.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/documents_button.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_entries.h"
#include "ui/documents/library/documents_page.h"
#include "ui/documents/viewer/figure_pictures.h"
#include "ui/drops/attachments.h"
#include "ui/models/models_page.h"
#include "ui/presets/preset_choice.h"
#include "ui/providers/providers_page.h"
#include "ui/settings/scans_question.h"
#include "ui/settings/section_extras.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/shortcuts_editor.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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
    QObject::connect(page, &ChatPage::modelSettingsRequested, &window,
        [&window](const services::ModelId& model) {
            window.showPart(
                page_id::models, QLatin1String(ModelPages::contextOf) + services::toString(model));
        });
    return page;
}

Page* makeCaptions(MainWindow& window)
{
    const Services& services = window.services();
    auto* page = new CaptionsPage(
        services.captions, services.models, services.installed, makePhotoModel(services));
    page->setTexts(services.pictureTexts, services.settings);
    QObject::connect(
        page, &CaptionsPage::pictureAskedAbout, &window, [&window](const services::Picture& part) {
            window.showPage(page_id::chat);
            window.promptBox()->attachPicture(part);
        });
    QObject::connect(page, &CaptionsPage::seeingModelRequested, &window,
        [&window] { window.showPart(page_id::models, ModelPages::forPhotographs); });
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
    auto* page = new ModelPages(
        new ModelsPage(services.models, services.installed, services.settings, services.downloads),
        makeGetModels(services), new ProvidersPage(services.providers, services.installed));
    QObject::connect(page, &ModelPages::modelChosen, &window,
        [&window](const services::ModelId& model) { useModel(window, model); });
    return page;
}

Page* makeDocuments(MainWindow& window)
{
    const Services& services = window.services();
    auto* page = new DocumentsPage(
        services.documents, services.models, services.installed, services.settings, services.hosts);
    QObject::connect(page, &DocumentsPage::embeddingModelRequested, &window,
        [&window] { window.showPart(page_id::models, ModelPages::forDocuments); });
    QObject::connect(page, &DocumentsPage::settingsRequested, &window,
        [&window] { window.showPart(page_id::settings, QStringLiteral("documents")); });
    return page;
}

Page* makeSettings(MainWindow& window)
{
    SettingsPage* page = makeSettingsPage(window.services(), window.commands());
    ScansQuestion::askFor(window.services().documents, page);
    QObject::connect(page, &SettingsPage::textChosen, &window, [&window](const QString& text) {
        window.showPage(page_id::chat);
        if (!window.promptBox()->edit()->insert(text)) // it is too long
            window.promptBox()->attachText(text);
        window.promptBox()->edit()->setFocus(Qt::OtherFocusReason);
    });
    return page;
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

// Figures of documents of the library, and of those that are attached.
FigurePictures* makeFigures(const Services& services)
{
    const auto isOwn = [&library = services.documents](const QString& path) {
        return std::ranges::any_of(library.roots(), [&path](const services::LibraryRoot& root) {
            return root.isOwn && (path == root.path || path.startsWith(root.path + u'/'));
        });
    };
    auto* figures = new FigurePictures(isOwn);
    figures->setReader(services.documents.reader());
    QObject::connect(&services.attachments, &services::AttachmentLoader::textLoaded, figures,
        [figures](services::AttachmentLoader::Ticket, const services::TextAttachment& text) {
            figures->permit(text.path);
        });
    return figures;
}

} // namespace

services::PhotoModel* makePhotoModel(const Services& services)
{
    return new services::PhotoModel(services.tokens, services.settings, services.hosts,
        services.downloads, services.installed, services.planner, services.catalog);
}

ChatPage* makeChatPage(const Services& services)
{
    auto* presets = new PresetChoice(
        services.presets, services.answers, services.installed, services.settings);
    const ChatPage::Parts parts{
        .prompt = new PromptBox(services.settings, services.attachments),
        .documents = new DocumentsButton(services.documents),
        .settings = new ChatSettingsPanel(
            presets, services.models, services.installed, services.answers, services.settings),
        .entries = new PromptEntries(
            services.settings, services.presets, services.installed, services.documents),
        .figures = makeFigures(services),
        .photoModel = makePhotoModel(services),
    };
    return new ChatPage(services.conversations, services.answers, services.models,
        services.installed, services.settings, services.pictureTexts, services.attachments,
        {services.settings, services.presets, services.installed}, parts);
}

GetModels* makeGetModels(const Services& services)
{
    const auto makeOffer = [services](const services::ModelRequest& request, QWidget* parent) {
        return new OfferView(request, services.tokens, services.hosts, services.downloads,
            services.installed, services.models, services.planner, parent);
    };
    auto* hub = new services::HubSearch(
        services.tokens, services.hosts, [&models = services.models] { return models.defaults(); });
    return new GetModels(services.downloads, services.settings, services.catalog, hub, makeOffer);
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
        addStorage(section,
            {services.captions, services.settings, services.documents, services.models,
                services.installed, services.downloads, commands});
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
        {page_id::settings, "gear", translated(QT_TRANSLATE_NOOP("ui::Page", "Settings")),
            QKeySequence("Ctrl+,"), makeSettings},
    };
}

namespace {

// Icon and name on a rounded row, as the conversations above it are.
class NavigationButton : public QToolButton {
public:
    using QToolButton::QToolButton;

    void setCurrent(bool isCurrent)
    {
        m_isCurrent = isCurrent;
        setAccessibleDescription(isCurrent ? NavigationBar::tr("Current page") : QString());
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(m_isCurrent || underMouse() ? QBrush(color.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);

        const int side = iconSize().width(), inset = 10;
        const QRect icon = visual({inset, (height() - side) / 2, side, side});
        this->icon().paint(&painter, icon);
        painter.setPen(color.text);
        const int left = inset + side + 10;
        painter.drawText(visual({left, 0, width() - left - inset, height()}),
            Qt::AlignVCenter | Qt::AlignLeading, text());
    }

private:
    QRect visual(const QRect& area) const
    {
        return QStyle::visualRect(layoutDirection(), rect(), area);
    }

    bool m_isCurrent = false;
};

} // namespace

NavigationBar::NavigationBar(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    setAccessibleName(tr("Pages"));
}

void NavigationBar::add(const QString& page, const QString& iconName, const QString& name)
{
    auto* button = new NavigationButton(this);
    button->setObjectName(page);
    button->setText(name);
    button->setAccessibleName(name);
    button->setToolTip(services::plainToolTip(name));
    button->setProperty("command", QString("page." + page));
    button->setProperty("iconName", iconName);
    button->setIconSize({18, 18});
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMinimumHeight(34);
    connect(button, &QToolButton::clicked, this, [this, page] { emit chosen(page); });
    layout()->addWidget(button);
    m_buttons << button;
    applyColors();
}

void NavigationBar::setCurrent(const QString& page)
{
    for (QAbstractButton* button : m_buttons)
        static_cast<NavigationButton*>(button)->setCurrent(button->objectName() == page);
}

void NavigationBar::applyColors()
{
    for (QAbstractButton* button : m_buttons)
        button->setIcon(icon(button->property("iconName").toString(), colors(palette()).mutedText));
}

void NavigationBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

} // namespace ui
