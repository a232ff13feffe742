#pragma once

#include "services/conversations/conversation_list.h"
#include "ui/commands/command_list.h"
#include "ui/services.h"

#include <QHash>
#include <QMainWindow>

#include <functional>

class QMimeData;
class QStackedWidget;

namespace ui {

class ChatPage;
class ChatView;
class CommandPalette;
class DropOverlay;
class NavigationBar;
class PromptBox;
class Sidebar;
enum class Tone;
struct DropContents;

/// The one window: conversations and pages at the left; the chat, or another page, at the right.
/// Files can be dropped and pasted anywhere on it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const Services& services, QWidget* parent = nullptr);

    const Services& services() const { return m_services; }
    services::ConversationList& conversations() { return m_conversations; }
    CommandList& commands() { return m_commands; }
    Sidebar* sidebar() const { return m_sidebar; }
    ChatPage* chatPage() const { return m_chat; }

    // Of the chat page.
    services::Conversation* conversation() const;
    PromptBox* promptBox() const;
    ChatView* chatView() const;

    /// The page with this id, made if need be; null if there is none.
    QWidget* page(const QString& id);
    /// The id of the page that is shown; "chat" for the chat.
    QString currentPage() const { return m_currentPage; }

    void setSamples(const QStringList& paths);

    /// Files that were chosen, dropped, or named when the program was started: models are added,
    /// the pictures of folders captioned, archives of conversations imported, the rest is attached
    /// to the message.
    void openFiles(const QStringList& paths);

    /// Says something above the prompt box until it is dismissed.
    void showNotice(const QString& sentence);

public slots:
    void showPage(const QString& id); ///< "chat" or one of pages()
    void newChat();
    void showConversation(services::Conversation* conversation);
    /// A conversation at one of its messages; noMessage: at its end.
    void showMessage(services::Conversation* conversation, services::MessageId message,
        const QStringList& words = {}); ///< words to mark in it

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectSidebar();
    void connectTransfer();
    void importConversations(const QStringList& paths);
    void makeNavigation();
    void addCommands();
    void addPageCommands();
    void addLookCommands();
    void openPalette();
    void openShortcutHelp();
    void add(const QString& id, const QString& name, const QList<QKeySequence>& keys,
        std::function<void()> act);
    void open(const DropContents& contents, const QMimeData* data);
    std::function<void(const QString&, Tone)> tellAboutTransfer();
    void escape();
    void search();
    void toggleSidebar();
    void cyclePanes();

    Services m_services;
    services::ConversationList m_conversations;
    CommandList m_commands;
    Sidebar* m_sidebar;
    NavigationBar* m_navigation;
    ChatPage* m_chat;
    QStackedWidget* m_stack; // the chat and the pages made so far
    QHash<QString, QWidget*> m_pages; // made so far
    QString m_currentPage = QStringLiteral("chat");
    DropOverlay* m_overlay;
    CommandPalette* m_palette = nullptr; // made when it is opened for the first time
    bool m_isNarrow = false; // so that the sidebar was hidden for want of room
};

} // namespace ui
