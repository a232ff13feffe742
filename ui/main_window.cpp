#include "ui/main_window.h"

#include "ui/chat/attachments.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_commands.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/welcome_view.h"
#include "ui/model_header.h"
#include "ui/sidebar/export_dialog.h"
#include "ui/sidebar/sidebar.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/drop_overlay.h"
#include "ui/widgets/search_field.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QMimeData>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ui {

MainWindow::MainWindow(services::GeneratorThread& generator, Theme& theme,
    services::ConversationStore* store, QWidget* parent)
    : QMainWindow(parent)
    , m_conversations(store)
    , m_writer(generator)
    , m_sidebar(new Sidebar(m_conversations, store))
    , m_header(new ModelHeader)
    , m_welcome(new WelcomeView)
    , m_chat(new ChatView)
    , m_pages(new QStackedWidget)
    , m_prompt(new PromptBox)
    , m_commands(new MessageCommands(*m_chat, *m_prompt, m_writer, this))
    , m_overlay(new DropOverlay(this))
{
    installMessageAccessibility();
    setWindowTitle(QStringLiteral("Vignette"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(420, 420);
    resize(1120, 780);

    auto* central = new QWidget;
    auto* columns = new QHBoxLayout(central);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_sidebar);
    columns->addWidget(makeChatColumn(), 1);
    setCentralWidget(central);

    makeActions();
    connect(m_header, &ModelHeader::themeToggled, &theme, &Theme::toggle);
    connect(m_header, &ModelHeader::sidebarToggled, this,
        [this] { m_sidebar->setVisible(m_sidebar->isHidden()); });
    connectSidebar(store);
    connect(m_prompt, &PromptBox::draftChanged, this,
        [this](const QString& text) { m_current->setDraft(text); });
    connect(m_prompt, &PromptBox::submitted, this, &MainWindow::send);
    connect(m_prompt, &PromptBox::stopRequested, this, &MainWindow::stopAnswer);
    connect(m_welcome, &WelcomeView::sampleChosen, this,
        [this](const QString& path) { m_sampleLoader.loadFile(path); });
    connect(&m_sampleLoader, &services::ImageLoader::loaded, this,
        [this](quint64, const services::Picture& picture) {
            if (m_current->isEmpty()) // a second click, or another chat was opened meanwhile
                send({}, {picture});
        });
    connect(&m_sampleLoader, &services::ImageLoader::failed, this,
        [this](quint64, const QString& sentence) { m_prompt->showNotice(sentence); });
    connectGenerator(generator);
    newChat();
}

void MainWindow::connectSidebar(services::ConversationStore* store)
{
    connect(m_sidebar, &Sidebar::newChatRequested, this, &MainWindow::newChat);
    connect(m_sidebar, &Sidebar::conversationChosen, this, &MainWindow::showMessage);
    connect(m_sidebar, &Sidebar::conversationDeleted, this, &MainWindow::leaveDeleted);
    connect(m_sidebar, &Sidebar::searchLeft, m_prompt, qOverload<>(&QWidget::setFocus));
    connect(
        m_sidebar, &Sidebar::exportRequested, this, [this](services::Conversation* conversation) {
            exportWithDialog(this, m_conversations, conversation,
                [this](const QString& sentence) { m_prompt->showNotice(sentence); });
        });
    connect(&m_conversations, &services::ConversationList::restored, this, [this] {
        if (m_prompt->text().isEmpty()) // else something was written before the disk answered
            m_prompt->showDraft(m_current, m_current->draft());
    });
    if (store)
        connect(store, &services::ConversationStore::failed, m_prompt, &PromptBox::showNotice);
}

QWidget* MainWindow::makeChatColumn()
{
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(m_chat);
    m_prompt->setMaximumWidth(ChatView::maxColumnWidth + 32);

    auto* promptLine = new QHBoxLayout;
    promptLine->setContentsMargins(16, 0, 16, 16);
    promptLine->addStretch(1);
    promptLine->addWidget(m_prompt, 1000);
    promptLine->addStretch(1);

    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_pages, 1);
    layout->addLayout(promptLine);
    return column;
}

void MainWindow::makeActions()
{
    addCommand(tr("New chat"), QKeySequence(tr("Ctrl+N")), [this] { newChat(); });
    addCommand(
        tr("Attach pictures"), QKeySequence(tr("Ctrl+O")), [this] { m_prompt->chooseFiles(); });
    addCommand(tr("Show or hide the conversations"), QKeySequence(tr("Ctrl+B")),
        [this] { m_sidebar->setVisible(m_sidebar->isHidden()); });
    addCommand(tr("Search"), QKeySequence(tr("Ctrl+F")), [this] { search(); });
    addCommand(
        tr("Search all conversations"), QKeySequence(tr("Ctrl+Shift+F")), [this] { search(); });
    makeMessageCommands();
    addCommand(tr("Stop"), QKeySequence(Qt::Key_Escape), [this] { escape(); });
    addCommand(tr("Next pane"), QKeySequence(Qt::Key_F6), [this] { cyclePanes(); });
    addCommand(tr("Quit"), QKeySequence(tr("Ctrl+Q")), [] { QApplication::closeAllWindows(); });
}

void MainWindow::makeMessageCommands()
{
    addCommand(tr("Another answer"), QKeySequence(tr("Ctrl+R")),
        [this] { m_commands->answerLastAgain(); });
    addCommand(tr("Copy the last answer"), QKeySequence(tr("Ctrl+Shift+C")),
        [this] { m_commands->copyLastAnswer(); });
    addCommand(tr("Previous version"), QKeySequence(tr("Alt+Left")),
        [this] { m_commands->walkLastVersions(-1); });
    addCommand(tr("Next version"), QKeySequence(tr("Alt+Right")),
        [this] { m_commands->walkLastVersions(1); });
}

void MainWindow::addCommand(
    const QString& name, const QKeySequence& keys, std::function<void()> act)
{
    auto* action = new QAction(name, this);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, std::move(act));
    addAction(action);
}

void MainWindow::connectGenerator(services::GeneratorThread& generator)
{
    using services::GeneratorThread;
    connect(&generator, &GeneratorThread::modelLoading, m_header, &ModelHeader::showLoading);
    connect(&generator, &GeneratorThread::modelLoaded, m_header, &ModelHeader::showModel);
    connect(&generator, &GeneratorThread::modelFailed, m_header, &ModelHeader::showFailure);
    connect(&generator, &GeneratorThread::modelLoaded, this,
        [this](const services::ModelSummary& model) {
            if (model.isStarter)
                m_welcome->setHint(
                    tr("The built-in starter model knows drawings: objects, shapes, short signs. "
                       "Photographs are outside its world."));
            else
                m_welcome->setHint(model.canSee
                        ? QString()
                        : tr("This model reads text only; it cannot see pictures."));
        });
}

void MainWindow::setSamples(const QStringList& paths)
{
    m_welcome->setSamples(paths);
}

void MainWindow::attachFile(const QString& path)
{
    m_prompt->attachFile(path);
}

void MainWindow::newChat()
{
    showConversation(m_conversations.newConversation());
    m_prompt->setFocus();
}

void MainWindow::showConversation(services::Conversation* conversation)
{
    if (conversation == m_current)
        return;
    if (m_current) {
        m_current->disconnect(this);
        m_current->disconnect(m_prompt);
    }
    m_current = conversation;
    m_commands->setConversation(conversation);
    m_prompt->showDraft(conversation, conversation->draft());
    m_conversations.load(conversation);
    connect(m_current, &services::Conversation::loaded, this, &MainWindow::updatePage);
    connect(m_current, &services::Conversation::rowAppended, this, &MainWindow::updatePage);
    connect(m_current, &services::Conversation::writingChanged, m_prompt, &PromptBox::setWriting);
    m_prompt->setWriting(m_current->isWriting());
    m_chat->setConversation(m_current);
    updatePage();
}

void MainWindow::showMessage(services::Conversation* conversation, services::MessageId message)
{
    showConversation(conversation);
    if (message == services::noMessage)
        return;
    const auto show = [this, conversation, message] {
        if (conversation != m_current)
            return;
        conversation->showMessage(message);
        m_chat->scrollToRow(conversation->rowOf(message));
    };
    if (conversation->isLoaded())
        show();
    else
        connect(
            conversation, &services::Conversation::loaded, m_chat, show, Qt::SingleShotConnection);
}

void MainWindow::leaveDeleted(services::Conversation* conversation)
{
    m_writer.stop(*conversation);
    if (conversation == m_current)
        newChat();
}

void MainWindow::updatePage()
{
    const bool isNew = m_current->isLoaded() && m_current->isEmpty();
    m_pages->setCurrentWidget(
        isNew ? static_cast<QWidget*>(m_welcome) : static_cast<QWidget*>(m_chat));
    m_sidebar->setCurrent(m_current);
}

void MainWindow::send(const QString& text, const QList<services::Picture>& pictures)
{
    services::Conversation* conversation = m_current;
    const auto sendNow = [this, conversation, text, pictures] {
        conversation->appendUserMessage(text, pictures);
        m_writer.answer(*conversation);
    };
    if (conversation->isLoaded())
        sendNow();
    else // its messages are on their way; the writer listens even if another one is shown by then
        connect(conversation, &services::Conversation::loaded, &m_writer, sendNow,
            Qt::SingleShotConnection);
    m_prompt->setFocus();
}

void MainWindow::escape()
{
    if (m_prompt->isEditing())
        m_prompt->cancelEdit();
    else
        stopAnswer();
}

void MainWindow::search()
{
    m_sidebar->show();
    m_sidebar->searchField()->setFocus(Qt::ShortcutFocusReason);
    m_sidebar->searchField()->selectAll();
}

void MainWindow::stopAnswer()
{
    m_writer.stop(*m_current);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!holdsAttachments(event->mimeData()))
        return;
    event->acceptProposedAction();
    m_overlay->showOver(int(event->mimeData()->urls().size()));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_overlay->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_overlay->hide();
    if (!holdsAttachments(event->mimeData()))
        return;
    event->acceptProposedAction();
    m_prompt->attachFrom(event->mimeData());
    m_prompt->setFocus();
}

// Only what no widget wanted arrives here.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Paste))
        return pasteAnywhere();
    for (QAction* action :
        actions()) // without a window manager no window is active, no shortcut either
        if (action->shortcut() == QKeySequence(event->keyCombination()))
            return action->trigger();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::pasteAnywhere()
{
    const QMimeData* data = QApplication::clipboard()->mimeData();
    if (data && holdsAttachments(data))
        m_prompt->attachFrom(data);
    else
        m_prompt->edit()->paste();
    m_prompt->setFocus();
}

void MainWindow::cyclePanes()
{
    const QList<QWidget*> panes = {m_sidebar->list(), m_chat, m_prompt->edit()};
    const auto current = panes.indexOf(QApplication::focusWidget());
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget* pane = panes[(current + step) % panes.size()];
        if (pane->isVisible())
            return pane->setFocus(Qt::ShortcutFocusReason);
    }
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_prompt->setMaximumTextHeight(height() * 2 / 5);
    m_overlay->setGeometry(rect());
}

} // namespace ui
