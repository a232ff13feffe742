#pragma once

#include "services/conversations/message.h"
#include "ui/commands/command_list.h"
#include "ui/services.h"

#include <QHash>
#include <QMainWindow>

#include <functional>

class QMimeData;
class QStackedWidget;

namespace services {
class Conversation;
}

namespace ui {

class ChatPage;
class ChatView;
class CommandPalette;
class DropOverlay;
class NavigationBar;
class Page;
class PromptBox;
class Sidebar;
class Theme;
enum class Tone;
struct DropContents;

/// The one window: conversations and pages at the left; the page that is shown at the right.
/// Files can be dropped and pasted anywhere on it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The theme must outlive the window, as the services must.
    MainWindow(const Services& services, Theme& theme, QWidget* parent = nullptr);

    const Services& services() const { return m_services; }
    CommandList& commands() { return m_commands; }
    Sidebar* sidebar() const { return m_sidebar; }
    ChatPage* chatPage() const { return m_chat; }

    // Of the chat page.
    services::Conversation* conversation() const;
    PromptBox* promptBox() const;
    ChatView* chatView() const;

    /// The page with this id, made if need be; null if there is none.
    Page* page(const QString& id);
    QString currentPage() const { return m_currentPage; } ///< the id of the one that is shown

    void setSamples(const QStringList& paths);

    /// Files that were chosen, dropped, or named when the program was started: models are added,
    /// the pictures of folders captioned, archives of conversations imported, the rest is attached
    /// to the message.
    void openFiles(const QStringList& paths);

    /// Says something above the prompt box until it is dismissed.
    void showNotice(const QString& sentence);

public slots:
    void showPage(const QString& id); ///< one of pages(); nothing happens for another
    void showPart(const QString& page, const QString& part); ///< of a page, by the page's own id
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
    Theme& m_theme;
    CommandList m_commands;
    Sidebar* m_sidebar;
    NavigationBar* m_navigation;
    ChatPage* m_chat;
    QStackedWidget* m_stack; // the pages made so far
    QHash<QString, Page*> m_pages; // the same
    QString m_currentPage;
    DropOverlay* m_overlay;
    CommandPalette* m_palette = nullptr; // made when it is opened for the first time
    bool m_isNarrow = false; // so that the sidebar was hidden for want of room
};

} // namespace ui
