#pragma once

#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation_list.h"
#include "services/image_loader.h"

#include <QMainWindow>

#include <functional>

class QStackedWidget;

namespace ui {

class ChatView;
class DropOverlay;
class MessageCommands;
class ModelHeader;
class PromptBox;
class Sidebar;
class Theme;
class WelcomeView;

/// The one window: conversations at the left; the model, the messages and the prompt box at the
/// right. Pictures can be dropped and pasted anywhere on it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Generator, theme and store must outlive the window. Without a store nothing is kept.
    MainWindow(services::GeneratorThread& generator, Theme& theme,
        services::ConversationStore* store = nullptr, QWidget* parent = nullptr);

    void setSamples(const QStringList& paths);
    void attachFile(const QString& path);

    services::Conversation* conversation() const { return m_current; }
    services::ConversationList& conversations() { return m_conversations; }
    PromptBox* promptBox() const { return m_prompt; }
    ChatView* chatView() const { return m_chat; }
    Sidebar* sidebar() const { return m_sidebar; }

public slots:
    void newChat();
    void showConversation(services::Conversation* conversation);

    /// A conversation at one of its messages, in a branch that it is in; noMessage: at its end.
    void showMessage(services::Conversation* conversation, services::MessageId message);

    /// Adds the user's message to the conversation that is shown, and an answer.
    void send(const QString& text, const QList<services::Picture>& pictures);

    /// Ends the answers of the conversation that is shown.
    void stopAnswer();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeChatColumn();
    void makeActions();
    void connectGenerator(services::GeneratorThread& generator);
    void connectSidebar(services::ConversationStore* store);
    void addCommand(const QString& name, const QKeySequence& keys, std::function<void()> act);
    void makeMessageCommands();
    void escape();
    void search();
    void leaveDeleted(services::Conversation* conversation);
    void updatePage();
    void pasteAnywhere();
    void cyclePanes();

    services::ConversationList m_conversations;
    services::AnswerWriter m_writer;
    services::ImageLoader m_sampleLoader;
    services::Conversation* m_current = nullptr; // owned by m_conversations
    Sidebar* m_sidebar;
    ModelHeader* m_header;
    WelcomeView* m_welcome;
    ChatView* m_chat;
    QStackedWidget* m_pages;
    PromptBox* m_prompt;
    MessageCommands* m_commands;
    DropOverlay* m_overlay;
};

} // namespace ui
