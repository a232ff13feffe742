#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_actions.h"
#include "ui/output/output_dialogs.h"

#include <QDateTime>
#include <QObject>

namespace services {
class AnswerWriter;
class Conversation;
class Settings;
} // namespace services

namespace ui {

class ChatView;
class ReadAloud;
class PromptBox;

/// Performs the actions on messages of the conversation that is shown: editing, regenerating,
/// continuing, going through versions, copying, deleting, opening what a message contains.
class MessageCommands : public QObject {
    Q_OBJECT

public:
    static constexpr int severalAnswers = 3; ///< that GenerateAlternatives adds

    /// All references must outlive this object.
    MessageCommands(ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer,
        services::Settings& settings, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    void perform(services::MessageId message, const MessageAction& action);

    // The same for the last message for which it is possible; these do nothing if there is none.
    void editLast();
    void regenerateLast();
    void generateLastAlternatives();
    void continueLast();
    void showLastVersion(int step); ///< −1: the previous version, 1: the next
    void compareLast();
    void copyLastAnswer();
    void readLastAloud(); ///< or stops what is read
    bool stopReading(); ///< true if an answer was being read aloud
    void copyConversation(); ///< the branch that is shown, as Markdown
    void copyLastCode(); ///< the last block of code of all answers
    void removeLast();

signals:
    void compareRequested(services::MessageId message);
    void forkRequested(services::MessageId until);
    void checkRequested(services::MessageId answer);
    void evidenceRequested(services::MessageId answer);
    void outputRequested(services::MessageId answer, ui::OutputKind kind);
    void readingFailed(const QString& message); ///< aloud
    void boxesRequested(services::MessageId answer);
    void modelRequested(); ///< one that knows photographs, from where models can be fetched
    /// The answer is to be written again once the model for photographs has been downloaded.
    void photoModelAwaited(services::MessageId answer);
    void betterAnswerRequested(services::MessageId answer); ///< by a model that is here
    /// The CPU shall be used in place of a GPU; sent before the answer is regenerated.
    void cpuRequested();
    void imageRequested(services::MessageId message, const ui::OpenImage& image);
    void placeRequested(const ui::OpenPlace& place);
    /// `read`: when the model read it; `statements` cite it.
    void sourceRequested(
        const services::Source& source, const QDateTime& read, const QStringList& statements);

private:
    void handle(services::MessageId message, MessageCommand command);
    void handle(services::MessageId message, const ShowVersion& version);
    void handle(services::MessageId message, const OpenImage& image);
    void handle(services::MessageId message, const OpenPlace& place);
    void handle(services::MessageId message, const OpenSource& source);
    void handle(services::MessageId message, const OpenDocument& document);
    void handle(services::MessageId message, const FollowLink& link);
    void handle(services::MessageId message, const DecideToolCall& call);
    void edit(services::MessageId message);
    void sendEdited(const services::Draft& message);
    void generateAlternatives(services::MessageId answer);
    void continueAnswer(services::MessageId answer);
    void remove(services::MessageId message);
    void readAloud(services::MessageId answer);
    services::MessageId lastBy(services::Author author) const;
    services::MessageId lastEndedAnswer() const;

    ChatView& m_chat;
    PromptBox& m_prompt;
    services::AnswerWriter& m_writer;
    services::Settings& m_settings;
    ReadAloud* m_aloud;
    services::Conversation* m_conversation = nullptr;
    services::MessageId m_edited = services::noMessage; // while the prompt box edits it
};

} // namespace ui
