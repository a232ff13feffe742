#pragma once

#include "services/conversations/conversation.h"
#include "tests/benchmarks/ui/figures.h"
#include "ui/chat/chat_view.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace bench {

/// Text that arrives in the last message as from a model, so many tokens a second, and when it is seen.
class StreamedAnswer : public QObject {
    Q_OBJECT

public:
    /// Appends a reply to the conversation, which must be the one that is shown.
    StreamedAnswer(
        services::Conversation& conversation, const ui::ChatView& chat, int tokensPerSecond);

    /// Must be called for each frame. One token is followed at a time: from sending it until a
    /// frame was drawn with it.
    void onFrame();

    const Samples& latency() const { return m_latency; } ///< milliseconds

private:
    void addToken();
    void beginAnother();

    services::Conversation& m_conversation;
    const ui::ChatView& m_chat;
    services::OpenReply m_answer;
    QTimer m_timer;
    QElapsedTimer m_since;
    qsizetype m_awaited = 0; // the length of the text with the token that is followed
    Samples m_latency;
    qsizetype m_tokens = 0;
};

} // namespace bench
