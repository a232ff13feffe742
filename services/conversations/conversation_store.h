#pragma once

#include "services/conversations/conversation_database.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace services {

/// Conversations on the disk, for the window's thread: every call returns at once, the work is done
/// in its order on a thread of the store's own. What was saved is on the disk when `saved` says so,
/// and at the latest when the store is gone.
class ConversationStore : public QObject {
    Q_OBJECT

public:
    /// Creates the file if there is none. If it cannot be used `failed` says why, and nothing is
    /// kept: the program goes on without memory.
    explicit ConversationStore(const QString& path, QObject* parent = nullptr);
    ~ConversationStore() override; ///< waits for what was to be saved

    using RecordsReader = std::function<void(const QList<ConversationRecord>&)>;
    using MessagesReader = std::function<void(const QList<Message>&)>;
    using HitsReader = std::function<void(const QList<SearchHit>&)>;

    // The reader is called in the window's thread, unless `receiver` has died by then.
    void loadConversations(QObject* receiver, RecordsReader reader);
    void loadMessages(const QString& conversation, QObject* receiver, MessagesReader reader);
    void search(const QString& words, int count, QObject* receiver, HitsReader reader);

    void saveConversation(const ConversationRecord& record);
    void saveMessage(const ConversationRecord& record, const Message& message);
    void setDeleted(const QString& conversation, bool isDeleted);

signals:
    void saved(const QString& conversation, services::MessageId message);
    void failed(const QString& sentence); ///< what could not be done, and why

private:
    using Work = std::function<void(ConversationDatabase&)>;

    void post(Work work);
    template <typename Value, typename Read, typename Reader>
    void load(QObject* receiver, Read read, Reader reader);

    QThread m_thread;
    QObject* m_worker; // lives in m_thread, owned by it
    std::unique_ptr<ConversationDatabase> m_database; // touched by m_thread only
};

} // namespace services
