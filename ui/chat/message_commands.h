#pragma once

#include "services/conversations/draft.h"
#include "ui/chat/message_wish.h"

#include <QObject>

namespace services {
class AnswerWriter;
class Conversation;
} // namespace services

namespace ui {

class ChatView;
class PromptBox;

/// What can be done with the messages of the conversation that is shown: editing, writing again,
/// continuing, walking their versions, copying, deleting. Carries out what chat view and prompt box
/// ask for.
class MessageCommands : public QObject {
    Q_OBJECT

public:
    static constexpr int severalAnswers = 4; ///< in place of one that is to be written anew

    /// All must outlive this.
    MessageCommands(ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer,
        QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    void carryOut(services::MessageId message, MessageWish wish);
    void showVersion(services::MessageId message, int step); ///< −1: the one before, 1: after it

    // The same for the last messages that it makes sense for; nothing where there are none.
    void editLast();
    void answerLastAgain();
    void answerLastSeveral();
    void continueLast();
    void walkLastVersions(int step);
    void compareLast();
    void copyLastAnswer();
    void copyConversation(); ///< the branch that is shown, as Markdown
    void copyLastCode(); ///< the last block of code in any answer
    void removeLast();

signals:
    void compareRequested(services::MessageId message);
    void forkRequested(services::MessageId until);
    void modelsRequested(); ///< where others can be found
    void processorRequested(); ///< in place of a graphics card, before an answer is asked for anew

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
