#pragma once

#include "services/conversations/message.h"

#include <QPointer>

namespace services {

class Conversation;

/// A reply of a conversation that is still being written; Conversation hands it out. Whoever writes
/// the reply owns it and passes it on by moving it. Destroying it while it is open ends the reply as
/// stopped: what was written is kept. If the conversation has been destroyed, the functions that
/// change the reply do nothing. Lives in the window's thread.
class [[nodiscard]] OpenReply {
public:
    OpenReply() = default; ///< one that has ended
    OpenReply(OpenReply&& other) noexcept;
    OpenReply& operator=(OpenReply&& other) noexcept;
    ~OpenReply() { stop(); }

    /// False after finish(), fail() and stop(), and if it was moved from or its conversation has been
    /// destroyed.
    bool isOpen() const { return m_isOpen && m_conversation; }

    Conversation* conversation() const { return m_conversation; } ///< null: it has been destroyed
    MessageId id() const { return m_id; }
    const Message& message() const; ///< the conversation must exist

    // The reply must not have ended for these.
    void setWaitReason(const QString& reason);
    void setSpeed(double tokensPerSecond);
    void setSources(const QList<Source>& sources);
    void setNote(const QString& note); ///< see Message::note
    void append(const QString& text);
    /// Adds calls of tools that the reply ends with for now; it waits from then on. Returns the index
    /// of the first one in Message::toolUses.
    int addToolUses(const QList<ToolUse>& uses);
    void setToolUse(int index, const ToolUse& use, const QList<Picture>& returned = {});
    void restart(); ///< drops what was written, to begin again

    // Each of these ends the reply. Calls of tools that are open are refused.
    void finish(const AnswerStatistics& statistics = {});
    void fail(const QString& error); ///< what was written is kept
    void stop(); ///< does nothing if the reply has ended

private:
    friend class Conversation;
    OpenReply(Conversation& conversation, MessageId id);

    Message* edit();
    void notifyProgress();
    void end(Message::State state);

    QPointer<Conversation> m_conversation;
    MessageId m_id = noMessage;
    bool m_isOpen = false;
};

} // namespace services
