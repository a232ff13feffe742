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

/// Keeps the prompt box's context meter true: counts, in the background and when nothing was
/// written for a moment, the tokens of the conversation and of what is in the box. Warns when both
/// together do not fit, and can then leave out the oldest messages. Tells the box, too, which
/// models there are to send to.
class ContextCounter : public QObject {
    Q_OBJECT

public:
    /// All must outlive the counter.
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
