#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_actions.h"

#include <QObject>

namespace services {
class AnswerWriter;
class Conversation;
} // namespace services

namespace ui {

class ChatView;
class PromptBox;

/// What can be done with the messages of the conversation that is shown: editing, answering again,
/// continuing, going through versions, copying, deleting. Does what the chat view and the prompt
/// box ask for.
class MessageCommands : public QObject {
    Q_OBJECT

public:
    static constexpr int severalAnswers = 4; ///< how many new versions AnswerSeveral writes

    /// All references must outlive this object.
    MessageCommands(ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer,
        QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    void carryOut(services::MessageId message, MessageWish wish);
    /// −1: the previous version, 1: the next.
    void showVersion(services::MessageId message, int step);

    // The same for the last message for which it is possible; these do nothing if there is none.
    void editLast();
    void answerLastAgain();
    void answerLastSeveral();
    void continueLast();
    void walkLastVersions(int step);
    void compareLast();
    void copyLastAnswer();
    void copyConversation(); ///< the branch that is shown, as Markdown
    void copyLastCode(); ///< the last block of code of all answers
    void removeLast();

signals:
    void compareRequested(services::MessageId message);
    void forkRequested(services::MessageId until);
    void modelRequested(); ///< one that knows photographs, from where models can be fetched
    void betterAnswerRequested(services::MessageId answer); ///< by a model that is here
    /// The CPU shall be used in place of a GPU; sent before an answer is asked for again.
    void processorRequested();

private:
    void edit(services::MessageId message);
    void sendEdited(const services::Draft& message);
    void answerSeveral(services::MessageId answer);
    void continueAnswer(services::MessageId answer);
    void remove(services::MessageId message);
    services::MessageId lastOf(services::Author author) const;
    services::MessageId lastAnswerThatEnded() const;

    ChatView& m_chat;
    PromptBox& m_prompt;
    services::AnswerWriter& m_writer;
    services::Conversation* m_conversation = nullptr;
    services::MessageId m_edited = services::noMessage; // while the prompt box edits it
};

} // namespace ui
