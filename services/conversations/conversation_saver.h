#pragma once

#include "services/conversations/conversation_store.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace services {

class Conversation;

/// Saves conversations as they change: a message as soon as it is sent or complete, an answer that
/// is being written and a draft once a second, the queue at once. If a message cannot be saved, it tries again every
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

/// The memory that the images of a conversation's messages take, with their pixels.
qint64 pictureBytes(const Conversation& conversation);

/// The conversations whose messages are in memory. If the images of those that are not shown take
/// too much memory, the ones used longest ago release their messages, which are on the disk. Lives
/// in the window's thread.
class OpenedConversations {
public:
    /// How much memory the images of all conversations that are not shown may take.
    static constexpr qint64 mostPictureBytes = 256 << 20;

    /// The saver and the conversations must outlive it.
    explicit OpenedConversations(ConversationSaver& saver)
        : m_saver(saver)
    {
    }

    void use(Conversation* conversation);

    /// This conversation is not released until another one is shown.
    void setShown(const Conversation* conversation) { m_shown = conversation; }

    void setMaxPictureBytes(qint64 bytes) { m_most = bytes; }

private:
    bool mayGiveBack(const Conversation& conversation) const;
    void giveBack(Conversation* conversation);

    ConversationSaver& m_saver;
    qint64 m_most = mostPictureBytes;
    QList<Conversation*> m_used; // the one used last comes first
    const Conversation* m_shown = nullptr;
};

} // namespace services
