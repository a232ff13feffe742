#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"
#include "services/database.h"

#include <QList>
#include <QString>

namespace services {

/// A place where the words searched for were found.
struct SearchHit {
    QString conversation;
    MessageId message = noMessage;
    QString title;
    QString excerpt; ///< the words found stand between U+0002 and U+0003
};

/// Conversations in a SQLite file. Belongs to one thread; see ConversationStore for the window's.
/// Errors are those of Database.
class ConversationDatabase {
public:
    /// Removes for good what was deleted before. Answers that were being written when the program
    /// ended are stopped with the text they had.
    explicit ConversationDatabase(const QString& path);

    /// Pinned ones first, then those that changed last.
    QList<ConversationRecord> conversations();

    /// By id. Pictures are decoded; one that cannot be is left out.
    QList<Message> messages(const QString& conversation);

    void saveConversation(const ConversationRecord& record);
    /// Together with its conversation, which may be new.
    void saveMessage(const ConversationRecord& record, const Message& message);

    /// A deleted conversation is hidden, and gone for good when the file is opened again.
    void setDeleted(const QString& conversation, bool isDeleted);

    /// The newest `count` messages that hold all words, the last one perhaps unfinished. (To rank
    /// them by merit takes seconds among a million.)
    QList<SearchHit> search(const QString& words, int count);

private:
    void completeAnswers();
    void removeDeleted();
    bool isFound(const QString& conversation, MessageId message);
    void savePictures(const QString& conversation, const Message& message);
    QList<Picture> pictures(const QString& conversation, MessageId message);

    Database m_database;
};

} // namespace services
