#pragma once

#include "services/conversations/conversation_store.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace services {

class Conversation;

/// Saves conversations as they change: a message as soon as it is sent or complete, an answer that
/// is being written and a draft once a second. If a message cannot be saved, it tries again every
/// second.
class ConversationSaver : public QObject {
    Q_OBJECT

public:
    /// The store must outlive the saver.
    explicit ConversationSaver(ConversationStore& store, QObject* parent = nullptr);
    ~ConversationSaver() override; ///< saves what is waiting

    void watch(Conversation* conversation);
    void forget(Conversation* conversation); ///< nothing of it is saved from now on

    /// Saves everything of a conversation that is not on the disk yet.
    void saveAll(const Conversation* conversation);

    /// Calls `then` as soon as the whole conversation is on the disk. Never calls it if saving
    /// fails, or if the conversation changes or is destroyed before.
    void whenKept(Conversation* conversation, std::function<void()> then);

private:
    enum class DraftPart { Text, Files };

    void touch(Conversation* conversation, MessageId message);
    void save(Conversation* conversation, MessageId message);
    void noteDraft(Conversation* conversation, DraftPart part);
    void saveRecord(Conversation* conversation);
    void startTimer();
    void saveWaiting();
    void drop(Conversation* conversation);

    ConversationStore& m_store;
    QSet<const Conversation*> m_watched;
    QHash<Conversation*, QSet<MessageId>> m_waiting; // answers being written, what could not be
    QHash<Conversation*, DraftPart> m_drafts; // that have changed; with its files the text, too
    QSet<const Conversation*> m_unkept; // of which all is being saved, or could not be
    QSet<const Conversation*> m_unchanged; // since it was asked when all of it is kept
    QTimer m_timer;
};

} // namespace services
