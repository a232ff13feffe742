#pragma once

#include "services/conversations/message.h"

#include <QObject>

namespace services {
class AnswerWriter;
class Conversation;
} // namespace services

namespace ui {

class ChatView;
class PromptBox;

/// What can be done with the messages of the conversation that is shown: editing, writing again,
/// continuing, walking their versions. Carries out what chat view and prompt box ask for.
class MessageCommands : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    MessageCommands(ChatView& chat, PromptBox& prompt, services::AnswerWriter& writer,
        QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    void edit(services::MessageId question); ///< in the prompt box
    void answerAgain(services::MessageId answer);
    void continueAnswer(services::MessageId answer);
    void showVersion(services::MessageId message, int step); ///< −1: the one before, 1: after it

    // The same for the last messages that it makes sense for.
    void editLast();
    void answerLastAgain();
    void walkLastVersions(int step);
    void copyLastAnswer();

private:
    void sendEdited(const QString& text, const QList<services::Picture>& pictures);
    services::MessageId lastOf(services::Author author) const;

    ChatView& m_chat;
    PromptBox& m_prompt;
    services::AnswerWriter& m_writer;
    services::Conversation* m_conversation = nullptr;
    services::MessageId m_edited = services::noMessage; // while the prompt box edits it
};

} // namespace ui
