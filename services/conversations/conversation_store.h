#pragma once

#include "services/conversations/conversation_database.h"
#include "services/storage/database_thread.h"

#include <QObject>

#include <functional>

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

    using RecordsReader = std::function<void(const QList<ConversationRecord>&)>;
    using FoldersReader = std::function<void(const QList<Folder>&)>;
    using ContentsReader = std::function<void(const ConversationContents&)>;
    using HitsReader = std::function<void(const QList<SearchHit>&)>;

    using Unread = std::function<void()>;

    // One of the two is called, once and in the window's thread, unless `receiver` has died by
    // then: the reader, or `unread` where nothing could be read, after `failed` has said why.
    void loadConversations(QObject* receiver, RecordsReader reader, Unread unread = {});
    void loadFolders(QObject* receiver, FoldersReader reader);
    void loadContents(
        const QString& conversation, QObject* receiver, ContentsReader reader, Unread unread = {});
    void search(const QString& words, const SearchFilter& filter, int count, QObject* receiver,
        HitsReader reader, Unread unread = {});
    /// Calls `then` when all that was asked for before has been done; `unread` if there is no file
    /// to do it with.
    void whenDone(QObject* receiver, std::function<void()> then, Unread unread = {});

    void saveConversation(const ConversationRecord& record);
    /// Where it cannot be written `notSaved` is called as above, not where there is no file.
    void saveMessage(const ConversationRecord& record, const Message& message,
        QObject* receiver = nullptr, std::function<void()> notSaved = {});
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages);
    /// The same; one of the two is called as above, `kept` when they are on the disk.
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages,
        QObject* receiver, std::function<void()> kept, Unread notKept);
    void saveDraft(const ConversationRecord& record, const Draft& draft); ///< with its files
    void saveFolders(const QList<Folder>& folders); ///< all there are
    void setDeleted(const QString& conversation, bool isDeleted);

signals:
    void saved(const QString& conversation, services::MessageId message);
    /// What could not be done, and why: once until something was saved again.
    void failed(const QString& sentence);

private:
    void shrink();
    void tellFailed(const QString& sentence);

    QString m_told; // by `failed`, since something was saved last
    DatabaseThread<ConversationDatabase> m_thread; // the last member: it ends before the signals
};

} // namespace services
