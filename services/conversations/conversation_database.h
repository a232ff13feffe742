#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_record.h"
#include "services/conversations/message_table.h"
#include "services/storage/database.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace services {

/// The words of a search, in the forms that the database needs. A text must contain all of them.
class SearchWords {
public:
    explicit SearchWords(const QString& text);

    bool isEmpty() const { return m_words.isEmpty(); }

    /// True if a word is in a script without spaces between words (Chinese, Japanese, Thai …). The
    /// index of the database holds whole runs of such characters and finds only their beginnings,
    /// so texts must be read.
    bool needScan() const;

    /// A query for SQLite's FTS5: each word as a quoted string.
    QString match() const;
    /// One pattern per word for SQL's LIKE, with '\' as escape character.
    QStringList patterns() const;

    /// The part of a text around the first word that is found in it. The word is put between U+0002
    /// and U+0003, as in the excerpts of FTS5 here.
    QString excerpt(const QString& text) const;

private:
    QStringList m_words;
};

/// A location at which the searched words were found.
struct SearchHit {
    QString conversation;
    MessageId message = noMessage;
    QString title;
    QString excerpt; ///< the found words are between U+0002 and U+0003
};

/// Limits the messages that are searched.
struct SearchFilter {
    std::optional<Author> author = {}; ///< only messages of this author
    bool withPictures = false; ///< only messages with images and the answers to them

    bool operator==(const SearchFilter&) const = default;
};

/// The conversations in a SQLite file. Belongs to one thread; ConversationStore is for the window's
/// thread. Throws what Database throws.
class ConversationDatabase {
public:
    /// Deletes for good what was removed before. Answers that were being written when the program
    /// ended become stopped ones with the text that they had.
    explicit ConversationDatabase(const QString& path);
    /// Deletes for good what was removed, and what is left of it in a file that is not very large;
    /// a larger one is gone on with when it is opened again.
    ~ConversationDatabase();

    /// The migration scripts of the file, see Database.
    static QStringList migrations();

    /// Pinned ones first, then by the time of their last change, the latest first.
    QList<ConversationRecord> conversations();
    QList<Folder> folders();
    ConversationContents contents(const QString& conversation);

    void saveConversation(const ConversationRecord& record);
    /// Saves a message and the record of its conversation, which may be new.
    void saveMessage(const ConversationRecord& record, const Message& message);
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages);
    void saveDraft(const ConversationRecord& record, const Draft& draft); ///< including its files
    /// `queue` must be all queued messages. Files that have not been read are left out.
    void saveQueue(const ConversationRecord& record, const QList<Draft>& queue);
    void saveFolders(const QList<Folder>& folders); ///< `folders` must be all folders

    /// Hides or restores a conversation. A hidden one is deleted for good by erase(), or when the
    /// file is closed.
    void setDeleted(const QString& conversation, bool isDeleted);

    /// Deletes a conversation for good, or the messages that were removed with this one. Their
    /// words can be found in the file until tidy() has returned false. What cannot be erased now is
    /// tried again with the next one, and when the file is closed or opened; messages whose removal
    /// is not in the file yet are erased when it is saved.
    void erase(const QString& conversation);
    void eraseRemoved(const QString& conversation, MessageId with);

    /// Does a part of what deleting leaves to be done: erases the words from the index of the
    /// search, then from the file (see Database::eraseTraces), and gives its unused space back.
    /// Takes a tenth of a second, its end up to one. Returns true if there is more to do.
    bool tidy();

    qint64 bytes() { return m_database.bytes(); } ///< see Database::bytes()

    /// Finds at most `count` messages that contain all words, in their text or in their attached
    /// texts. The newest messages that contain the last word exactly come first, then the newest in
    /// which it is the beginning of a word. (Ranking by relevance would take seconds among a
    /// million messages, and going through all words with a common beginning half a second.) Texts
    /// in scripts without spaces are read one by one, because the index has only the beginnings of
    /// their runs.
    QList<SearchHit> search(const QString& text, const SearchFilter& filter, int count);

private:
    void eraseForgotten();
    void eraseForgotten(const QString& conversation, MessageId with);
    void eraseHidden();
    bool eraseWhere(const QString& condition, const QVariantList& values = {});
    void markUntidy();
    void endTidying(qint64 mostBytes);
    void tidyAtEnd();
    QList<SearchHit> hits(
        const char* index, const QString& match, const SearchFilter& filter, int count);
    QList<SearchHit> scan(const char* text, const char* tables, const SearchWords& words,
        const SearchFilter& filter, int count);

    Database m_database;
    MessageTable m_messages;
    QStringList m_forgotten; // that have not been erased
    QSet<std::pair<QString, MessageId>> m_forgottenMessages; // by what they were removed with
    bool m_isUntidy = false; // words of what was deleted may still be in the file
};

} // namespace services
