#include "ui/window/main_window.h"

#include "services/captions/caption_library.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/documents/picture_texts.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/capture/ask_about_screen.h"
#include "ui/capture/photo_dialog.h"
#include "ui/catalog/model_pages.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/shortcut_help.h"
#include "ui/drops/attachments.h"
#include "ui/drops/drop_overlay.h"
#include "ui/pictures/picture_canvas.h"
#include "ui/sidebar/conversation_menu.h"
#include "ui/sidebar/sidebar.h"
#include "ui/sidebar/transfer_dialogs.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/window/pages.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QHBoxLayout>
#include <QListView>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QUrl>

#include <algorithm>

namespace ui {

using services::Conversation;
using services::MessageId;

namespace {

// A pane that takes no focus passes it to its first control: where it is can be seen.
void enter(QWidget& pane)
{
    pane.setFocus(Qt::ShortcutFocusReason);
    const QList<QWidget*> stops = tabStops(pane);
    if (pane.hasFocus() && !stops.isEmpty() && stops.first() != &pane)
        stops.first()->setFocus(Qt::ShortcutFocusReason);
}

constexpr int narrowWidth = 760; // pixels; the sidebar takes too much of less
constexpr QSize defaultSize(1120, 780); // pixels, as below
constexpr int maxTitleBar = 40; // how high it is, nobody knows before there is one

QRect roomOn(const QScreen& screen, int titleBar = maxTitleBar)
{
    return screen.availableGeometry().adjusted(0, titleBar, 0, 0);
}

} // namespace

// A screen reader that is there already asks for each widget as soon as it is made.
MainWindow::Readability::Readability()
{
    installMessageAccessibility();
    installCanvasAccessibility();
}

MainWindow::MainWindow(const Services& services, Theme& theme, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_theme(theme)
    , m_commands(services.settings, *this)
    , m_sidebar(new Sidebar(services.conversations, services.store))
    , m_navigation(new NavigationBar)
    , m_chat(makeChatPage(services))
    , m_stack(new QStackedWidget)
    , m_screen(new AskAboutScreen(*this, this))
{
    setWindowTitle(QStringLiteral("Vignette"));
    setWindowIcon(applicationIcon());
    new DropOverlay(
        this, [](const QMimeData* data) { return DropContents::of(data).message(); },
        [this](const QMimeData* data) { open(DropContents::of(data), data); });
    setMinimumSize(420, 420);
    resize(defaultSize.boundedTo(roomOn(*screen()).size()));
    layOut();
    makeNavigation();
    connectSidebar();
    connectTransfer();
    connectScreen();
    showPage(pages().first().id);
    addCommands();
}

void MainWindow::layOut()
{
    auto* central = new QWidget;
    auto* columns = new QHBoxLayout(central);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_sidebar);
    columns->addWidget(m_stack, 1);
    setCentralWidget(central);
}

void MainWindow::makeNavigation()
{
    for (const PageRow& row : pages())
        if (!row.iconName.isEmpty())
            m_navigation->add(row.id, row.iconName, row.name);
    m_sidebar->setFooter(m_navigation);
    connect(m_navigation, &NavigationBar::chosen, this, &MainWindow::showPage);
}

void MainWindow::connectSidebar()
{
    connect(m_chat, &ChatPage::conversationShown, m_sidebar, &Sidebar::setCurrent);
    connect(m_chat, &ChatPage::conversationShown, this, &MainWindow::placeChanged);
    connect(m_chat, &ChatPage::sidebarToggled, this, &MainWindow::toggleSidebar);
    connect(m_sidebar, &Sidebar::newChatRequested, this, &MainWindow::newChat);
    connect(m_sidebar, &Sidebar::temporaryChatRequested, this, [this] {
        showPage(page_id::chat);
        m_chat->newTemporaryChat();
    });
    connect(m_sidebar, &Sidebar::conversationChosen, this, &MainWindow::showMessage);
    connect(m_sidebar, &Sidebar::conversationDeleted, m_chat, &ChatPage::leaveDeleted);
    connect(m_sidebar, &Sidebar::searchLeft, promptBox(), qOverload<>(&QWidget::setFocus));
    if (m_services.store)
        connect(
            m_services.store, &services::ConversationStore::failed, this, &MainWindow::showNotice);
    connect(&m_services.captions, &services::CaptionLibrary::failed, this, &MainWindow::showNotice);
}

// What came of it is said above the prompt box, so the chat is shown.
std::function<void(const QString&, Tone)> MainWindow::transferReporter()
{
    return [this](const QString& message, Tone tone) {
        showPage(page_id::chat);
        promptBox()->showNotice(message, tone);
    };
}

void MainWindow::connectTransfer()
{
    connect(m_sidebar, &Sidebar::exportRequested, this, [this](Conversation* conversation) {
        exportWithDialog(this, m_services.conversations, conversation, transferReporter());
    });
    connect(m_sidebar->menu(), &ConversationMenu::outputRequested, this,
        [this](Conversation* conversation, OutputKind kind) {
            output(conversation, services::noMessage, kind);
        });
    connect(m_chat, &ChatPage::outputRequested, this, &MainWindow::output);
    connect(m_sidebar, &Sidebar::exportAllRequested, this, [this] {
        chooseArchive(this, [this](const QString& path) {
            m_sidebar->follow(
                exportAllTo(path, m_services.conversations, m_services.store, transferReporter()));
        });
    });
    connect(m_sidebar, &Sidebar::importRequested, this, [this] {
        chooseImports(this, [this](const QStringList& paths) { importConversations(paths); });
    });
}

void MainWindow::output(Conversation* conversation, MessageId message, OutputKind kind)
{
    outputWithDialog(kind,
        {this, m_services.conversations, conversation, message,
            [this](services::Transfer& work) { m_sidebar->follow(work); }, transferReporter(),
            m_services.settings.get(services::settings::checkPictureAnswers)});
}

void MainWindow::importConversations(const QStringList& paths)
{
    const auto open = [this](Conversation* imported) { showConversation(imported); };
    m_sidebar->follow(importFrom(paths, m_services.conversations, open, transferReporter()));
}

void MainWindow::addCommands()
{
    add("chat.new", tr("New chat"), {QKeySequence("Ctrl+N"), QKeySequence("Ctrl+Shift+O")},
        [this] { newChat(); });
    add("chat.next", tr("Next chat"), {QKeySequence("Ctrl+PgDown")},
        [this] { m_sidebar->showNext(); });
    add("chat.previous", tr("Previous chat"), {QKeySequence("Ctrl+PgUp")},
        [this] { m_sidebar->showPrevious(); });
    add("chat.deleteAll", tr("Delete all chats…"), {}, [this] { m_sidebar->askToDeleteAll(); });
    add("chat.searchAll", tr("Search all chats"), {QKeySequence("Ctrl+Shift+F")},
        [this] { search(); });
    add("window.sidebar", tr("Show or hide chats"), {QKeySequence("Ctrl+B"), QKeySequence("F9")},
        [this] { toggleSidebar(); });
    add("window.stop", tr("Stop / close"), {QKeySequence(Qt::Key_Escape)}, [this] { escape(); });
    add("window.palette", tr("Find a command, chat or model"), {QKeySequence("Ctrl+K")},
        [this] { openPalette(); });
    add("window.shortcuts", tr("Keyboard shortcuts"), {QKeySequence("F1"), QKeySequence("Ctrl+?")},
        [this] { openShortcutHelp(); });
    add("window.nextPane", tr("Next pane"), {QKeySequence(Qt::Key_F6)}, [this] { cyclePanes(); });
    add("window.quit", tr("Quit"), {QKeySequence("Ctrl+Q")}, [] { QCoreApplication::quit(); });
    addPageCommands();
    addLookCommands();
    addScreenCommands();
    m_sidebar->menu()->addCommands(
        m_commands, [this] { return m_currentPage == page_id::chat ? conversation() : nullptr; });
    connect(m_sidebar->menu(), &ConversationMenu::exportOfPageRequested, this,
        [this] { page(m_currentPage)->exportContents(); });
    m_chat->addCommands(m_commands);
    m_commands.nameKeysInToolTips();
}

void MainWindow::addPageCommands()
{
    for (const PageRow& row : pages())
        add("page." + row.id, row.name, {row.keys}, [this, id = row.id] { showPage(id); });
    add("models.get", tr("Get models"), {},
        [this] { showPart(page_id::models, ModelPages::toGet); });
}

void MainWindow::addLookCommands()
{
    services::Settings& settings = m_services.settings;
    Theme& theme = m_theme;
    const auto zoom = [&settings, &theme](int points) {
        return [&settings, &theme, points] { zoomText(settings, theme, points); };
    };
    add("look.scheme", tr("Switch between light and dark"), {},
        [&settings, &theme] { toggleScheme(settings, theme); });
    add("look.larger", tr("Increase text size"), {QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")},
        zoom(1));
    add("look.smaller", tr("Decrease text size"), {QKeySequence("Ctrl+-")}, zoom(-1));
    add("look.usual", tr("Reset text size"), {QKeySequence("Ctrl+0")},
        [&settings] { resetZoom(settings); });
}

void MainWindow::addScreenCommands()
{
    using services::CaptureArea;
    const auto ask = [this](CaptureArea area) {
        return [this, area] { askAboutScreen(area, AskIn::CurrentChat); };
    };
    add("screen.region", tr("Ask about an area of the screen"), {QKeySequence("Ctrl+Shift+A")},
        ask(CaptureArea::Region));
    add("screen.window", tr("Ask about a window"), {}, ask(CaptureArea::Window));
    add("screen.whole", tr("Ask about the whole screen"), {}, ask(CaptureArea::Screen));
    if (canUseCameras())
        add("message.photo", tr("Take a photo…"), {}, [this] { takePhoto(makeCamera()); });
}

void MainWindow::connectScreen()
{
    connect(m_screen, &AskAboutScreen::taken, this, &MainWindow::attachScreen);
    connect(m_screen, &AskAboutScreen::failed, this, [this](const QString& message) {
        showPage(page_id::chat);
        showNotice(message);
    });
}

void MainWindow::askAboutScreen(services::CaptureArea area, AskIn chat)
{
    m_askIn = chat;
    warmUpReaders();
    m_screen->ask(area);
}

void MainWindow::warmUpReaders()
{
    if (m_services.settings.get(services::settings::readPictures))
        m_services.pictureTexts.warmUp();
}

void MainWindow::takePhoto(std::unique_ptr<Camera> camera)
{
    showPage(page_id::chat);
    warmUpReaders();
    auto* dialog = new PhotoDialog(std::move(camera), this);
    connect(dialog, &PhotoDialog::photographed, this, [this](const services::Picture& photo) {
        m_askIn = AskIn::CurrentChat;
        attachScreen(photo, {});
    });
    dialog->open();
}

void MainWindow::attachScreen(const services::Picture& picture, const QString& savedIn)
{
    showPage(page_id::chat);
    if (m_askIn == AskIn::NewChat)
        m_chat->newChat();
    promptBox()->attachPicture(picture);
    promptBox()->setFocus(Qt::OtherFocusReason);
    if (m_services.settings.get(services::settings::readPictures))
        m_services.pictureTexts.prepare(picture);
    if (!savedIn.isEmpty())
        showAside(tr("The desktop has also saved the screenshot in “%1”.")
                      .arg(QDir::toNativeSeparators(savedIn)));
}

void MainWindow::openPalette()
{
    if (!m_palette) {
        m_palette = new CommandPalette(m_commands, m_services.conversations, m_services.store,
            m_services.installed, m_services.presets, this);
        connect(m_palette, &CommandPalette::conversationChosen, this,
            [this](Conversation* conversation, MessageId message) {
                showMessage(conversation, message);
            });
        connect(m_palette, &CommandPalette::modelChosen, m_chat, &ChatPage::chooseModel);
        connect(m_palette, &CommandPalette::presetChosen, this, [this](const QString& name) {
            showPage(page_id::chat);
            m_chat->choosePreset(name);
        });
    }
    m_palette->open();
}

void MainWindow::openShortcutHelp()
{
    auto* help = new ShortcutHelp(m_commands, this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    connect(help, &ShortcutHelp::editRequested, this,
        [this] { showPart(page_id::settings, QStringLiteral("shortcuts")); });
    help->open();
}

void MainWindow::add(const QString& id, const QString& name, const QList<QKeySequence>& keys,
    std::function<void()> act)
{
    m_commands.add(id, tr("Window"), name, keys, std::move(act));
}

Conversation* MainWindow::conversation() const
{
    return m_chat->conversation();
}

PromptBox* MainWindow::promptBox() const
{
    return m_chat->promptBox();
}

ChatView* MainWindow::chatView() const
{
    return m_chat->chatView();
}

void MainWindow::fitIntoScreen(int titleBar)
{
    if (isMaximized() || isFullScreen())
        return; // it fits by itself
    const bool isKnown = titleBar > 0 && titleBar <= maxTitleBar;
    const QRect room = roomOn(*screen(), isKnown ? titleBar : maxTitleBar);
    QRect place(pos(), size().boundedTo(room.size()));
    place.moveRight(std::min(place.right(), room.right()));
    place.moveBottom(std::min(place.bottom(), room.bottom()));
    place.moveLeft(std::max(place.left(), room.left()));
    place.moveTop(std::max(place.top(), room.top()));
    if (place != geometry())
        setGeometry(place);
}

void MainWindow::setSamples(const QStringList& paths)
{
    m_chat->setSamples(paths);
}

Page* MainWindow::page(const QString& id)
{
    if (Page* made = m_pages.value(id))
        return made;
    for (const PageRow& row : pages()) {
        if (row.id != id)
            continue;
        Page* made = row.make(*this);
        m_stack->addWidget(made->widget());
        return m_pages[id] = made;
    }
    return nullptr;
}

void MainWindow::showPage(const QString& id)
{
    Page* wanted = page(id);
    if (!wanted)
        return;
    m_currentPage = id;
    m_stack->setCurrentWidget(wanted->widget());
    m_navigation->setCurrent(id);
    m_sidebar->setCurrent(wanted->conversation());
    wanted->widget()->setFocus(Qt::OtherFocusReason);
    emit placeChanged();
}

void MainWindow::showPart(const QString& page, const QString& part)
{
    showPage(page);
    if (Page* shown = this->page(page))
        shown->showPart(part);
}

void MainWindow::newChat()
{
    showPage(page_id::chat);
    m_chat->newChat();
}

void MainWindow::showMessage(
    Conversation* conversation, MessageId message, const QStringList& words)
{
    showPage(page_id::chat);
    m_chat->showMessage(conversation, message, words);
}

void MainWindow::showConversation(Conversation* conversation)
{
    showMessage(conversation, services::noMessage);
}

void MainWindow::showNotice(const QString& message)
{
    promptBox()->showNotice(message);
}

void MainWindow::showAside(const QString& message)
{
    promptBox()->showAside(message);
}

void MainWindow::openFiles(const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    open(DropContents::of(&data), &data);
}

// Each page takes its part; the first page comes last, and so stays in view. Files for another page
// wait there.
void MainWindow::open(const DropContents& contents, const QMimeData* data)
{
    if (!contents.archives.isEmpty())
        importConversations(contents.archives);
    if (!contents.presets.isEmpty()) {
        showPage(page_id::chat);
        m_chat->importPresets(contents.presets);
    }
    const QList<PageRow> rows = pages();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        if (row->accepts && row->accepts(contents)) {
            showPage(row->id);
            page(row->id)->drop(contents, data);
        }
}

void MainWindow::escape()
{
    if (!page(m_currentPage)->escape())
        showPage(pages().first().id);
}

void MainWindow::search()
{
    m_sidebar->show();
    m_sidebar->searchField()->setFocus(Qt::ShortcutFocusReason);
    m_sidebar->searchField()->selectAll();
}

void MainWindow::toggleSidebar()
{
    m_sidebar->setVisible(m_sidebar->isHidden());
}

// Keys arrive here only if no widget accepted them.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Paste) && page(m_currentPage)->paste())
        return;
    for (QAction* action :
        actions()) // without a window manager no window is active, no shortcut either
        if (action->shortcuts().contains(QKeySequence(event->keyCombination())))
            return action->trigger();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::cyclePanes()
{
    const QList<QWidget*> panes = QList<QWidget*>{m_sidebar} + page(m_currentPage)->panes();
    const QWidget* focused = QApplication::focusWidget();
    const auto holdsFocus = [focused](const QWidget* pane) {
        return focused && (pane == focused || pane->isAncestorOf(focused));
    };
    const auto current = std::find_if(panes.begin(), panes.end(), holdsFocus) - panes.begin();
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget* pane = panes[(current + step) % panes.size()];
        if (pane->isVisible())
            return enter(*pane);
    }
}

// Follows the order of reading, which is not the one in which widgets were made.
bool MainWindow::focusNextPrevChild(bool next)
{
    return focusNextStop(*this, next);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    const bool isNarrow = width() < narrowWidth;
    if (isNarrow != std::exchange(m_isNarrow, isNarrow))
        m_sidebar->setVisible(!isNarrow);
}

} // namespace ui
