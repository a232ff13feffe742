#pragma once

#include <QObject>

namespace services {
class Conversation;
class ConversationList;
} // namespace services

namespace ui {

class PromptBox;

/// Shows the draft of a conversation in the prompt box, and stores in the conversation what is
/// typed and attached there. Files that are read for a draft that is no longer shown are stored in
/// its conversation, too.
class PromptDrafts : public QObject {
    Q_OBJECT

public:
    /// Both must outlive this object.
    PromptDrafts(
        PromptBox& prompt, services::ConversationList& conversations, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation); ///< the one that is shown

private:
    void show();

    PromptBox& m_prompt;
    services::Conversation* m_conversation = nullptr; // owned by the list
};

} // namespace ui
