#pragma once

#include "services/conversations/conversation_store.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace services {

class Conversation;

/// Keeps conversations on the disk as they change: a message as soon as it is sent or complete, an
/// answer that is being written and a draft once a second.
class ConversationSaver : public QObject {
    Q_OBJECT

public:
    /// The store must outlive the saver.
    explicit ConversationSaver(ConversationStore& store, QObject* parent = nullptr);
    ~ConversationSaver() override; ///< saves what has waited

    void watch(Conversation* conversation);

private:
    void touch(Conversation* conversation, MessageId message);
    void saveRecord(Conversation* conversation);
    void startTimer();
    void saveWaiting();

    ConversationStore& m_store;
    QHash<Conversation*, QSet<MessageId>> m_waiting; // answers being written
    QSet<Conversation*> m_drafts; // that have changed
    QTimer m_timer;
};

} // namespace services
