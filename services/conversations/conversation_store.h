#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_database.h"
#include "services/storage/database_thread.h"

#include <QObject>

#include <functional>

namespace services {

/// Adds the pixels to the images, of which the store has only the files. Leaves out images that
/// cannot be decoded, so that their messages can still be read. Takes a while; any thread may call
/// it.
ConversationContents decodedContents(ConversationContents contents);

/// True if there are images to decode.
bool holdsPictures(const ConversationContents& contents);

/// Saves and reads conversations on a thread of its own, for the window's thread: every function
/// returns at once, and the work is done in the order of the calls. A message is on the disk when
/// the signal `saved` is sent for it; everything is when the store has been destroyed.
class ConversationStore : public QObject {
    Q_OBJECT

public:
    /// Creates the file if it does not exist. If it cannot be used, `failed` says why and nothing
    /// is stored.
    explicit ConversationStore(const QString& path, QObject* parent = nullptr);

    using RecordsReader = std::function<void(const QList<ConversationRecord>&)>;
    using FoldersReader = std::function<void(const QList<Folder>&)>;
    using ContentsReader = std::function<void(const ConversationContents&)>;
    using HitsReader = std::function<void(const QList<SearchHit>&)>;

    using Unread = std::function<void()>;

    // Exactly one of `reader` and `unread` is called, once and in the window's thread, unless
    // `receiver` has been destroyed by then: `unread` if the file could not be read, after `failed`
    // has said why.
    void loadConversations(QObject* receiver, RecordsReader reader, Unread unread = {});
    void loadFolders(QObject* receiver, FoldersReader reader);
    void loadContents(
        const QString& conversation, QObject* receiver, ContentsReader reader, Unread unread = {});
    void search(const QString& words, const SearchFilter& filter, int count, QObject* receiver,
        HitsReader reader, Unread unread = {});
    /// Calls `then` when everything that was requested before is done, or `unread` if there is no
    /// file.
    void whenDone(QObject* receiver, std::function<void()> then, Unread unread = {});

    void saveConversation(const ConversationRecord& record);
    /// Saves a message. If it cannot be written, `notSaved` is called in the same way, but not if
    /// there is no file.
    void saveMessage(const ConversationRecord& record, const Message& message,
        QObject* receiver = nullptr, std::function<void()> notSaved = {});
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages);
    /// Calls `kept` when the messages are on the disk, or `notKept` if they cannot be written.
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages,
        QObject* receiver, std::function<void()> kept, Unread notKept);
    void saveDraft(const ConversationRecord& record, const Draft& draft); ///< including its files
    /// `queue` must be all queued messages. Files that have not been read are left out.
    void saveQueue(const ConversationRecord& record, const QList<Draft>& queue);
    void saveFolders(const QList<Folder>& folders); ///< `folders` must be all folders
    void setDeleted(const QString& conversation, bool isDeleted);

    /// Deletes a conversation for good, or the messages that were removed with this one, and every
    /// trace of their words (see ConversationDatabase::tidy), between other work.
    void erase(const QString& conversation);
    void eraseRemoved(const QString& conversation, MessageId with);

signals:
    void saved(const QString& conversation, services::MessageId message);
    /// Says what could not be done and why. Sent once until something was saved again.
    void failed(const QString& message);

private:
    void tidy();
    void reportFailed(const QString& message);

    QString m_reported; // by `failed`, since something was saved last
    DatabaseThread<ConversationDatabase> m_thread; // the last member: it ends before the signals
};

} // namespace services
