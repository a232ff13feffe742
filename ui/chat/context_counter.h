#pragma once

#include "services/conversations/message.h"
#include "services/generation/model_pool.h"
#include "ui/services.h"

#include <QPointer>
#include <QTimer>

#include <optional>

namespace services {
class Conversation;
}

namespace ui {

class PromptBox;

/// Keeps the context meter of the prompt box up to date: when nothing was typed for a moment, it
/// counts in the background the tokens of the conversation and of the text in the box. Warns if the
/// two do not fit into the context, and can then leave out the oldest messages. Also tells the box
/// which models a message can be sent to.
class ContextCounter : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the counter.
    ContextCounter(const Services& services, PromptBox& prompt, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

private:
    using Messages = QList<services::Message>;

    void listModels();
    services::ModelId model() const;
    Messages branch() const;
    services::Message draft() const;
    void forgetBranch();
    void count();
    void countBranch();
    void countDraft();
    void show();
    void warn();
    void leaveOutOldest();
    void tryLeavingOut(const Messages& branch, qsizetype least, qsizetype most);

    Services m_services;
    PromptBox& m_prompt;
    QPointer<services::Conversation> m_conversation;
    QTimer m_timer; // runs while the user goes on writing
    quint64 m_round = 0; // of counting; answers to an older one are not heard
    std::optional<qint64> m_branchTokens; // none: not counted yet
    qint64 m_draftTokens = 0;
    qint64 m_contextTokens = 0;
};

} // namespace ui
