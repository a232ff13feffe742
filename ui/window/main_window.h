#pragma once

#include "services/conversations/message.h"
#include "services/system/screen_capture.h"
#include "ui/commands/command_list.h"
#include "ui/output/output_dialogs.h"

#include <QHash>
#include <QMainWindow>

#include <functional>
#include <memory>

class QMimeData;
class QStackedWidget;

namespace services {
class AnswerWriter;
class AttachmentLoader;
class CaptionLibrary;
class ContactedHosts;
class Conversation;
class ConversationList;
class ConversationStore;
class DocumentLibrary;
class Providers;
class InstalledModels;
class ModelDownloads;
class ModelPool;
class PictureTexts;
class Planner;
class Presets;
class ProgramServer;
class Settings;
class TokenKeeper;
class ToolBox;
} // namespace services

namespace ui {

class AskAboutScreen;
class Camera;
class ChatPage;
class ChatView;
class CommandPalette;
class NavigationBar;
class Page;
class PromptBox;
class Sidebar;
class Theme;
enum class Tone;
struct DropContents;

/// The chat in which an image of the screen is asked about.
enum class AskIn { NewChat, CurrentChat };

/// What the window shows and acts on. The window owns none of it, and all of it must outlive the
/// window.
struct Services {
    services::ModelPool& models;
    services::InstalledModels& installed;
    services::Settings& settings;
    services::CaptionLibrary& captions;
    services::ConversationList& conversations;
    services::AnswerWriter& answers; ///< writes answers into the conversations
    services::AttachmentLoader& attachments; ///< reads what is attached to messages
    services::Presets& presets;
    services::TokenKeeper& tokens; ///< as who the hub of models is asked
    services::ContactedHosts& hosts; ///< which machines were contacted
    services::ModelDownloads& downloads; ///< models that are being fetched
    services::Planner& planner; ///< how fast models are on this computer
    services::DocumentLibrary& documents; ///< what was read of the user's files
    services::PictureTexts& pictureTexts; ///< the text that was read in images
    services::Providers& providers; ///< servers whose models answer here
    services::ConversationStore* store = nullptr; ///< null: conversations are not stored
    /// The user's own file that adds to the catalog of models; empty: none.
    QString catalog = {};
    services::ToolBox* tools = nullptr; ///< that models may call; null: there are none
    services::ProgramServer* server = nullptr; ///< asked by other programs; null: there is none
};

/// The window of the program: conversations and buttons for the pages at the left, the page that is
/// shown at the right. Files can be dropped and pasted anywhere on it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The services and the theme must outlive the window.
    MainWindow(const Services& services, Theme& theme, QWidget* parent = nullptr);

    const Services& services() const { return m_services; }
    CommandList& commands() { return m_commands; }
    Sidebar* sidebar() const { return m_sidebar; }
    ChatPage* chatPage() const { return m_chat; }

    // Parts of the chat page.
    services::Conversation* conversation() const;
    PromptBox* promptBox() const;
    ChatView* chatView() const;

    /// The page with this id, which is made if necessary; null if there is none.
    Page* page(const QString& id);
    QString currentPage() const { return m_currentPage; } ///< the id of the page that is shown

    void setSamples(const QStringList& paths);

    /// Makes the window no larger than its screen has room for and moves it there, as a restored one
    /// of another screen may have to be. `titleBar`: the height of its title bar, in pixels; 0: unknown.
    void fitIntoScreen(int titleBar = 0);

    /// Opens files that were chosen, dropped, or given at the start of the program: models are
    /// added, the images of folders are captioned, archives of conversations are imported, and all
    /// others are attached to the message.
    void openFiles(const QStringList& paths);

    /// Takes an image of the screen and attaches it to the message. Nothing is stored until the
    /// message is sent.
    void askAboutScreen(services::CaptureArea area, AskIn chat);

    /// Lets the user take a photo with a camera, which is attached to the message.
    void takePhoto(std::unique_ptr<Camera> camera);

    /// Shows a message above the prompt box until the user dismisses it.
    void showNotice(const QString& message);
    void showAside(const QString& message); ///< news that goes by itself

signals:
    void placeChanged(); ///< another page or another conversation is shown

public slots:
    void showPage(const QString& id); ///< does nothing if there is no page with this id
    void showPart(const QString& page, const QString& part); ///< `part` is an id of the page's own
    void newChat();
    void showConversation(services::Conversation* conversation);
    /// Shows a conversation at one of its messages (noMessage: at its end), with these words
    /// marked.
    void showMessage(services::Conversation* conversation, services::MessageId message,
        const QStringList& words = {});

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void layOut();
    void connectSidebar();
    void connectTransfer();
    void importConversations(const QStringList& paths);
    void output(
        services::Conversation* conversation, services::MessageId message, OutputKind kind);
    void makeNavigation();
    void addCommands();
    void addPageCommands();
    void addLookCommands();
    void addScreenCommands();
    void connectScreen();
    void warmUpReaders();
    void attachScreen(const services::Picture& picture, const QString& savedIn);
    void openPalette();
    void openShortcutHelp();
    void add(const QString& id, const QString& name, const QList<QKeySequence>& keys,
        std::function<void()> act);
    void open(const DropContents& contents, const QMimeData* data);
    std::function<void(const QString&, Tone)> transferReporter();
    void escape();
    void search();
    void toggleSidebar();
    void cyclePanes();

    struct Readability {
        Readability();
    };

    Readability m_readability; // before the parts of the window
    Services m_services;
    Theme& m_theme;
    CommandList m_commands;
    Sidebar* m_sidebar;
    NavigationBar* m_navigation;
    ChatPage* m_chat;
    QStackedWidget* m_stack; // the pages made so far
    QHash<QString, Page*> m_pages; // the same
    QString m_currentPage;
    CommandPalette* m_palette = nullptr; // made when it is opened for the first time
    AskAboutScreen* m_screen;
    AskIn m_askIn = AskIn::CurrentChat; // what the image that is being taken is for
    bool m_isNarrow = false; // so that the sidebar was hidden for want of room
};

} // namespace ui
