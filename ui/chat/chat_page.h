#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/message.h"
#include "services/generation/answer_settings.h"
#include "services/presets/presets.h"
#include "ui/output/output_dialogs.h"
#include "ui/page.h"

#include <QWidget>

class QAction;
class QMimeData;
class QStackedWidget;

namespace services {
class AnswerWriter;
class AttachmentLoader;
class ConversationList;
class InstalledModels;
class MessageQueue;
class ModelPool;
class PhotoModel;
class PictureChecks;
class PictureTexts;
class Settings;
} // namespace services

namespace ui {

class ChatSettingsPanel;
class ChatView;
class CommandList;
class CompareView;
class ContextCounter;
class DocumentsButton;
class DocumentViewer;
class FigurePictures;
class FindBar;
class MessageCommands;
class ModelHeader;
class PictureDetails;
class PictureViewer;
class PromptBox;
class PromptCompletion;
class PromptDrafts;
class PromptEntries;
class PromptQueue;
class DestinationBar;
class TemporaryBar;
class WelcomeView;
struct OpenImage;
struct OpenPlace;

/// A conversation: above, the model that answers; then the messages; below, the prompt box; and
/// next to them, if the user opens them, a source of an answer and the conversation's settings.
class ChatPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// Made where the services that they use are known. The page owns them.
    struct Parts {
        PromptBox* prompt;
        DocumentsButton* documents;
        ChatSettingsPanel* settings;
        PromptEntries* entries;
        FigurePictures* figures; ///< that sources show
        services::PhotoModel* photoModel; ///< that is offered in place of the built-in one
    };

    /// All references must outlive the page.
    ChatPage(services::ConversationList& conversations, services::AnswerWriter& answers,
        services::ModelPool& models, services::InstalledModels& installed,
        services::Settings& settings, services::PictureTexts& pictureTexts,
        services::AttachmentLoader& attachments, const services::NewChatDefaults& newChats,
        const Parts& parts, QWidget* parent = nullptr);

    QWidget* widget() override { return this; }
    void drop(const DropContents& contents, const QMimeData* data) override;
    bool paste() override; ///< works as if the prompt box had the focus
    /// Ends what is selected across messages, closes the search or the comparison, ends reading aloud or
    /// editing a message, or stops the answer.
    bool escape() override;
    QList<QWidget*> panes() override;
    services::Conversation* conversation() const override { return m_current; }

    PromptBox* promptBox() const { return m_prompt; }
    ChatView* chatView() const { return m_chat; }
    ModelHeader* header() const { return m_header; }
    DocumentViewer* documentViewer() const { return m_documents; }

    void addCommands(CommandList& commands);
    void setSamples(const QStringList& paths);

    void newChat();
    void newTemporaryChat(); ///< nothing of it is stored
    void showConversation(services::Conversation* conversation);

    /// Shows a conversation at one of its messages (noMessage: at its end), in a branch that
    /// contains it, with these words marked.
    void showMessage(services::Conversation* conversation, services::MessageId message,
        const QStringList& words = {});

    /// Sets the model that answers from now on in this conversation and in new ones. Others keep
    /// theirs.
    void chooseModel(const services::ModelId& model);

    /// Chooses a preset for the conversation that is shown.
    void choosePreset(const QString& name);
    void importPresets(const QStringList& paths);

    /// Stops the answers of the conversation that is shown.
    void stopAnswer();

    /// Stops the conversation's answers. If it is the one that is shown, shows another.
    void leaveDeleted(services::Conversation* conversation);

signals:
    void sidebarToggled();
    void requested(); ///< this page has something to show
    void modelsRequested(); ///< the page of models
    void seeingModelRequested(); ///< one that can be fetched and sees photographs
    void modelSettingsRequested(const services::ModelId& model); ///< the row of its context length
    void conversationShown(services::Conversation* conversation);
    void outputRequested(
        services::Conversation* conversation, services::MessageId message, ui::OutputKind kind);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut();
    void connectPrompt();
    void connectSuggestions();
    void limitDocuments(const QString& path);
    void useHere(const services::ModelId& model);
    void savePrompt();
    void connectMessages();
    void checkReply(services::MessageId answer);
    void connectModels();
    void connectWelcome();
    void connectConversation();
    void addChatCommands(CommandList& commands);
    void addMessageCommands(CommandList& commands);
    void enableCommands(bool areEnabled);
    void askWhere();
    void send(const services::Draft& message, const services::Recipients& recipients);
    void answer(services::Conversation& conversation, const services::Recipients& recipients);
    void begin(services::Conversation* conversation);
    void useCpu();
    void describeModel();
    void showBetterModel();
    void answerBetter(services::MessageId answer);
    void fork(services::MessageId until);
    void compare(services::MessageId message);
    void leaveComparison();
    services::ModelId currentModel() const;
    PictureViewer& viewer();
    void askAboutPictures(const QList<services::Picture>& pictures);
    void openBoxes(services::MessageId answer);
    void openImage(services::MessageId message, const OpenImage& image);
    void openPlace(const OpenPlace& place);
    void showPictureChecks();
    void openSource(
        const services::Source& source, const QDateTime& read, const QStringList& statements);
    void askDocuments(const std::optional<QStringList>& roots);
    void makeRoom();
    void togglePanel();
    void updatePage();

    services::ConversationList& m_conversations;
    services::AnswerWriter& m_answers;
    services::ModelPool& m_models;
    services::InstalledModels& m_installed;
    services::Settings& m_settings;
    services::PictureTexts& m_pictureTexts;
    services::PictureChecks* m_pictureChecks; // of answers
    services::NewChatDefaults m_newChats;
    services::Conversation* m_current = nullptr; // owned by the list of conversations
    ModelHeader* m_header;
    DestinationBar* m_destination;
    TemporaryBar* m_temporary;
    FindBar* m_find = nullptr;
    WelcomeView* m_welcome;
    ChatView* m_chat;
    CompareView* m_compare;
    QStackedWidget* m_views; // one of the three
    PromptBox* m_prompt;
    ContextCounter* m_counter;
    PictureDetails* m_details; // of what is attached
    PromptDrafts* m_drafts;
    services::MessageQueue* m_messages; // that wait to be sent
    PromptQueue* m_queue; // shows them
    PromptEntries* m_entries;
    PromptCompletion* m_suggestions; // of the entries
    DocumentsButton* m_ask;
    ChatSettingsPanel* m_panel;
    DocumentViewer* m_documents;
    FigurePictures* m_figures; // that sources show
    QWidget* m_column; // all but the panels next to it
    MessageCommands* m_commands;
    QAction* m_whereIs
        = nullptr; // visible if the model gives boxes; null: the commands aren't there yet
    QString m_grounding; // the question for boxes; empty: the model gives none
    QList<QAction*> m_ownActions; // that act on what this page shows
    PictureViewer* m_viewer = nullptr; // is over the window
};

} // namespace ui
