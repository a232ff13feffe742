#pragma once

#include <QObject>

namespace services {
class Conversation;
class MessageQueue;
struct Draft;
} // namespace services

namespace ui {

class PromptBox;

/// Shows the queue of a conversation above the prompt box, and does with it what the user asks for
/// there.
class PromptQueue : public QObject {
    Q_OBJECT

public:
    /// Both must outlive this object.
    PromptQueue(PromptBox& prompt, services::MessageQueue& queue, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation); ///< the one that is shown

private:
    void connectPrompt();
    void add(const services::Draft& message);
    void edit(qint64 message);
    void replaceEdited(const services::Draft& message);
    void remove(qint64 message);
    void show();
    QString state() const;

    PromptBox& m_prompt;
    services::MessageQueue& m_queue;
    services::Conversation* m_conversation = nullptr; // owned by the list
    qint64 m_edited = 0; // while the prompt box edits it; 0: none
};

} // namespace ui
