#pragma once

#include "services/conversations/conversation.h"
#include "services/conversations/folder.h"
#include "services/conversations/message_table.h"
#include "services/storage/database.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// A place where the words searched for were found.
struct SearchHit {
    QString conversation;
    MessageId message = noMessage;
    QString title;
    QString excerpt; ///< the words found stand between U+0002 and U+0003
};

class SearchWords;

/// Which messages are looked through. A value.
struct SearchFilter {
    std::optional<Author> author = {}; ///< only theirs
    bool withPictures = false; ///< only messages with pictures, and answers to them

    bool operator==(const SearchFilter&) const = default;
};

/// Conversations in a SQLite file. Belongs to one thread; see ConversationStore for the window's.
/// Errors are those of Database.
class ConversationDatabase {
public:
    /// Removes for good what was deleted before. Answers that were being written when the program
    /// ended are stopped with the text they had.
    explicit ConversationDatabase(const QString& path);

    /// The scripts that made the file what it is, for a Database of it.
    static QStringList migrations();

    /// Pinned ones first, then those that changed last.
    QList<ConversationRecord> conversations();
    QList<Folder> folders();
    ConversationContents contents(const QString& conversation);

    void saveConversation(const ConversationRecord& record);
    /// Together with its conversation, which may be new.
    void saveMessage(const ConversationRecord& record, const Message& message);
    void saveMessages(const ConversationRecord& record, const QList<Message>& messages);
    void saveDraft(const ConversationRecord& record, const Draft& draft); ///< with its files
    void saveFolders(const QList<Folder>& folders); ///< all there are

    /// A deleted conversation is hidden, and gone for good when the file is opened again.
    void setDeleted(const QString& conversation, bool isDeleted);

    /// Gives room back to the disk that nothing uses any more, a part of it. True if there is more.
    bool shrink() { return m_database.shrink(); }

    /// Messages that hold all words, themselves or in the texts that go with them, at most `count`:
    /// first the newest with the last word as it is, then the newest where it goes on. (To rank
    /// them by merit takes seconds among a million, and to go through all words that begin with a
    /// common one half a second.) Texts in scripts without spaces are read one by one: the index
    /// finds only the beginnings of their runs.
    QList<SearchHit> search(const QString& text, const SearchFilter& filter, int count);

private:
    void removeDeleted();
    QList<SearchHit> hits(
        const char* index, const QString& match, const SearchFilter& filter, int count);
    QList<SearchHit> scan(const char* text, const char* tables, const SearchWords& words,
        const SearchFilter& filter, int count);

    Database m_database;
    MessageTable m_messages;
};

} // namespace services
