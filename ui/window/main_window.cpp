#include "ui/window/main_window.h"

#include "services/captions/caption_library.h"
#include "services/conversations/conversation_store.h"
#include "ui/captions/captions_page.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/shortcut_help.h"
#include "ui/models/models_page.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/theme_settings.h"
#include "ui/sidebar/sidebar.h"
#include "ui/sidebar/transfer_dialogs.h"
#include "ui/theme/icons.h"
#include "ui/widgets/drop_overlay.h"
#include "ui/widgets/search_field.h"
#include "ui/window/drop_contents.h"
#include "ui/window/navigation_bar.h"
#include "ui/window/pages.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QMimeData>
#include <QStackedWidget>
#include <QUrl>

namespace ui {

using services::Conversation;
using services::MessageId;

namespace {

constexpr int narrowWidth = 760; // pixels; the sidebar takes too much of less

const QString chatId = QStringLiteral("chat");
const QString captionsId = QStringLiteral("captions");
const QString modelsId = QStringLiteral("models");
const QString settingsId = QStringLiteral("settings");

} // namespace

MainWindow::MainWindow(const Services& services, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_conversations(services.store)
    , m_commands(services.settings, *this)
    , m_sidebar(new Sidebar(m_conversations, services.store))
    , m_navigation(new NavigationBar)
    , m_chat(new ChatPage(services, m_conversations))
    , m_stack(new QStackedWidget)
    , m_overlay(new DropOverlay(this))
{
    installMessageAccessibility();
    setWindowTitle(QStringLiteral("Vignette"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(420, 420);
    resize(1120, 780);
    layOut();
    makeNavigation();
    connectSidebar();
    connectTransfer();
    addCommands();
    m_sidebar->setCurrent(m_chat->conversation());
}

void MainWindow::layOut()
{
    m_stack->addWidget(m_chat);
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
    for (const Page& page : pages())
        m_navigation->add(page.id, page.iconName, page.name);
    m_sidebar->setFooter(m_navigation);
    connect(m_navigation, &NavigationBar::chosen, this, &MainWindow::showPage);
}

void MainWindow::connectSidebar()
{
    connect(m_chat, &ChatPage::conversationShown, m_sidebar, &Sidebar::setCurrent);
    connect(m_chat, &ChatPage::pageRequested, this, &MainWindow::showPage);
    connect(m_chat, &ChatPage::sidebarToggled, this, &MainWindow::toggleSidebar);
    connect(m_sidebar, &Sidebar::newChatRequested, this, &MainWindow::newChat);
    connect(m_sidebar, &Sidebar::temporaryChatRequested, this, [this] {
        showPage(chatId);
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
std::function<void(const QString&, Tone)> MainWindow::tellAboutTransfer()
{
    return [this](const QString& sentence, Tone tone) {
        showPage(chatId);
        promptBox()->showNotice(sentence, tone);
    };
}

void MainWindow::connectTransfer()
{
    connect(m_sidebar, &Sidebar::exportRequested, this, [this](Conversation* conversation) {
        exportWithDialog(this, m_conversations, conversation, tellAboutTransfer());
    });
    connect(m_sidebar, &Sidebar::exportAllRequested, this, [this] {
        chooseArchive(this, [this](const QString& path) {
            m_sidebar->follow(
                exportAllTo(path, m_conversations, m_services.store, tellAboutTransfer()));
        });
    });
    connect(m_sidebar, &Sidebar::importRequested, this, [this] {
        chooseImports(this, [this](const QStringList& paths) { importConversations(paths); });
    });
}

void MainWindow::importConversations(const QStringList& paths)
{
    m_sidebar->follow(importFrom(paths, m_conversations, tellAboutTransfer()));
}

void MainWindow::addCommands()
{
    add("chat.new", tr("New chat"), {QKeySequence("Ctrl+N"), QKeySequence("Ctrl+Shift+O")},
        [this] { newChat(); });
    add("chat.next", tr("Next conversation"), {QKeySequence("Ctrl+PgDown")},
        [this] { m_sidebar->showNext(); });
    add("chat.previous", tr("Previous conversation"), {QKeySequence("Ctrl+PgUp")},
        [this] { m_sidebar->showPrevious(); });
    add("chat.searchAll", tr("Search all conversations"), {QKeySequence("Ctrl+Shift+F")},
        [this] { search(); });
    add("window.sidebar", tr("Show or hide the conversations"),
        {QKeySequence("Ctrl+B"), QKeySequence("F9")}, [this] { toggleSidebar(); });
    add("window.stop", tr("Stop, or leave what is open"), {QKeySequence(Qt::Key_Escape)},
        [this] { escape(); });
    add("window.palette", tr("Find a command, a conversation, a model"), {QKeySequence("Ctrl+K")},
        [this] { openPalette(); });
    add("window.shortcuts", tr("Keyboard shortcuts"), {QKeySequence("F1"), QKeySequence("Ctrl+?")},
        [this] { openShortcutHelp(); });
    add("window.nextPane", tr("Next pane"), {QKeySequence(Qt::Key_F6)}, [this] { cyclePanes(); });
    add("window.quit", tr("Quit"), {QKeySequence("Ctrl+Q")}, [] { QCoreApplication::quit(); });
    addPageCommands();
    addLookCommands();
    m_chat->addCommands(m_commands);
    m_commands.nameKeysInToolTips();
}

void MainWindow::addPageCommands()
{
    add("page.chat", tr("Chat"), {QKeySequence("Ctrl+1")}, [this] { showPage(chatId); });
    for (const Page& page : pages())
        add("page." + page.id, page.name, {page.keys}, [this, id = page.id] { showPage(id); });
}

void MainWindow::addLookCommands()
{
    services::Settings& settings = m_services.settings;
    Theme& theme = m_services.theme;
    const auto zoom = [&settings, &theme](int points) {
        return [&settings, &theme, points] { zoomText(settings, theme, points); };
    };
    add("look.scheme", tr("Light or dark"), {},
        [&settings, &theme] { toggleScheme(settings, theme); });
    add("look.larger", tr("Larger text"), {QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")},
        zoom(1));
    add("look.smaller", tr("Smaller text"), {QKeySequence("Ctrl+-")}, zoom(-1));
    add("look.usual", tr("Usual size of text"), {QKeySequence("Ctrl+0")},
        [&settings] { resetZoom(settings); });
}

void MainWindow::openPalette()
{
    if (!m_palette) {
        m_palette = new CommandPalette(m_services, m_conversations, m_commands, this);
        connect(m_palette, &CommandPalette::conversationChosen, this,
            [this](Conversation* conversation, MessageId message) {
                showMessage(conversation, message);
            });
        connect(m_palette, &CommandPalette::modelChosen, m_chat, &ChatPage::chooseModel);
    }
    m_palette->open();
}

void MainWindow::openShortcutHelp()
{
    auto* help = new ShortcutHelp(m_commands, this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    connect(help, &ShortcutHelp::editRequested, this, [this] {
        showPage(settingsId);
        static_cast<SettingsPage*>(page(settingsId))->showSection(QStringLiteral("shortcuts"));
    });
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

void MainWindow::setSamples(const QStringList& paths)
{
    m_chat->setSamples(paths);
}

QWidget* MainWindow::page(const QString& id)
{
    if (QWidget* made = m_pages.value(id))
        return made;
    for (const Page& page : pages()) {
        if (page.id != id)
            continue;
        QWidget* made = page.make(*this);
        m_stack->addWidget(made);
        return m_pages[id] = made;
    }
    return nullptr;
}

void MainWindow::showPage(const QString& id)
{
    const bool isChat = id == chatId;
    QWidget* wanted = isChat ? m_chat : page(id);
    if (!wanted)
        return;
    m_currentPage = id;
    m_stack->setCurrentWidget(wanted);
    m_navigation->setCurrent(id);
    m_sidebar->setCurrent(isChat ? m_chat->conversation() : nullptr);
    wanted->setFocus(Qt::OtherFocusReason);
}

void MainWindow::newChat()
{
    showPage(chatId);
    m_chat->newChat();
}

void MainWindow::showMessage(
    Conversation* conversation, MessageId message, const QStringList& words)
{
    showPage(chatId);
    m_chat->showMessage(conversation, message, words);
}

void MainWindow::showConversation(Conversation* conversation)
{
    showMessage(conversation, services::noMessage);
}

void MainWindow::showNotice(const QString& sentence)
{
    promptBox()->showNotice(sentence);
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

// Each where it belongs. What lies on another page than the last one shown waits there.
void MainWindow::open(const DropContents& contents, const QMimeData* data)
{
    if (!contents.folders.isEmpty()) {
        showPage(captionsId);
        static_cast<CaptionsPage*>(page(captionsId))->addFolders(contents.folders);
    }
    if (!contents.models.isEmpty()) {
        showPage(modelsId);
        static_cast<ModelsPage*>(page(modelsId))->addFiles(contents.models);
    }
    if (!contents.archives.isEmpty())
        importConversations(contents.archives);
    if (!contents.hasAttachments())
        return;
    showPage(chatId);
    if (contents.hasOther)
        m_chat->attachFrom(data);
    else
        m_chat->attachFiles(contents.files);
}

void MainWindow::escape()
{
    if (m_currentPage == chatId)
        m_chat->escape();
    else
        showPage(chatId);
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

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const DropContents contents = DropContents::of(event->mimeData());
    if (contents.isEmpty())
        return;
    event->acceptProposedAction();
    m_overlay->showOver(contents.sentence());
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_overlay->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_overlay->hide();
    const DropContents contents = DropContents::of(event->mimeData());
    if (contents.isEmpty())
        return;
    event->acceptProposedAction();
    open(contents, event->mimeData());
}

// Only what no widget wanted arrives here.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Paste) && m_currentPage == chatId)
        return m_chat->paste();
    for (QAction* action :
        actions()) // without a window manager no window is active, no shortcut either
        if (action->shortcuts().contains(QKeySequence(event->keyCombination())))
            return action->trigger();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::cyclePanes()
{
    QList<QWidget*> panes = {m_sidebar};
    if (m_currentPage == chatId)
        panes += m_chat->panes();
    else
        panes << m_stack->currentWidget();
    const QWidget* focused = QApplication::focusWidget();
    const auto holdsFocus = [focused](const QWidget* pane) {
        return focused && (pane == focused || pane->isAncestorOf(focused));
    };
    const auto current = std::find_if(panes.begin(), panes.end(), holdsFocus) - panes.begin();
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget* pane = panes[(current + step) % panes.size()];
        if (pane->isVisible())
            return pane->setFocus(Qt::ShortcutFocusReason);
    }
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_overlay->setGeometry(rect());
    const bool isNarrow = width() < narrowWidth;
    if (isNarrow != std::exchange(m_isNarrow, isNarrow))
        m_sidebar->setVisible(!isNarrow);
}

} // namespace ui
