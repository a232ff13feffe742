#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/message.h"

#include <QHash>
#include <QObject>

namespace services {

class AnswerWriter;
class Conversation;

/// Sends the messages that the user finished while an answer was being written: one whenever an
/// answer has ended. If it failed or was stopped, the queue is held until the user releases it; so
/// is a queue of the program's last run. Files that are still being read are put into queued
/// messages when they have been. Lives in the window's thread.
class MessageQueue : public QObject {
    Q_OBJECT

public:
    static constexpr int maxMessages = 20; ///< in one conversation

    /// Why nothing is sent by itself.
    enum class Hold {
        None,
        Stopped, ///< the user stopped the answer
        Failed, ///< the answer failed
        Restored, ///< it is from the last run
    };

    /// Both must outlive the queue, and so must conversations that are passed to it, unless they are
    /// destroyed as QObjects.
    MessageQueue(AnswerWriter& answers, AttachmentLoader& loader, QObject* parent = nullptr);

    /// Adds a message at the end and releases the queue. Returns false if it is full.
    bool add(Conversation& conversation, const Draft& message);
    void replace(Conversation& conversation, qint64 id, const Draft& message);
    void remove(Conversation& conversation, qint64 id);
    void putBack(Conversation& conversation, qsizetype index, const QueuedMessage& message);

    /// Sends the first message as soon as possible: an answer that is being written is stopped, and
    /// keeps its text. Releases the queue.
    void sendNow(Conversation& conversation);

    void hold(Conversation& conversation); ///< as if the user had stopped an answer
    Hold holdOf(const Conversation& conversation) const;

    /// Nothing is sent to this conversation, in which the user edits a message, until another one or
    /// null is set.
    void setEdited(Conversation* conversation);

signals:
    void changed(services::Conversation* conversation); ///< whether it is held
    /// A file of a queued message could not be read and was removed from it.
    void fileFailed(services::Conversation* conversation, const QString& message);

private:
    struct Watched {
        Hold hold = Hold::None;
        bool sendsNext = false; // however the answer ends
        MessageId lastEnded = noMessage;
    };

    Watched& watch(Conversation& conversation);
    void note(Conversation& conversation, MessageId touched);
    void onWritingEnded(Conversation& conversation);
    void setHold(Conversation& conversation, Hold hold);
    void sendSoon(Conversation& conversation);
    void send(Conversation& conversation);
    template <typename Act>
    void forFile(AttachmentLoader::Ticket ticket, Act act);

    AnswerWriter& m_answers;
    QHash<Conversation*, Watched> m_watched;
    const Conversation* m_edited = nullptr;
};

} // namespace services
