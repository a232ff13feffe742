#pragma once

#include "services/conversations/draft.h"
#include "services/storage/database.h"

namespace services {

/// The messages of ConversationDatabase with all that hangs on them, and drafts. Belongs to the
/// thread of its database; errors are the database's.
class MessageTable {
public:
    explicit MessageTable(Database& database); ///< which must outlive it

    /// Of one conversation, by id. Pictures are decoded; one that cannot be is left out.
    QList<Message> messages(const QString& conversation);

    /// The conversation must be in the file. To be called within a transaction.
    void save(const QString& conversation, const Message& message);

    /// The pictures and attachments only.
    Draft draftFiles(const QString& conversation);
    void saveDraftFiles(const QString& conversation, const Draft& draft);

    void completeOpenAnswers(); ///< with the text they have
    void eraseRemoved(); ///< for good, what they said
    void erasePicturesNobodyHas(); ///< looks through all of them

private:
    bool isFound(const QString& conversation, MessageId message);
    void leaveOutOfSearch(const QString& conversation, MessageId message);
    void saveFiles(const QString& conversation, const Message& message);
    void forgetAwaited(const QString& conversation, MessageId message);
    void saveSources(const QString& conversation, const Message& message);
    void savePictures(const QString& conversation, const Message& message);
    void saveAttachments(const QString& conversation, const Message& message);
    void addToSearch(const QString& conversation, const Message& message);
    void addPictures(const QString& conversation, QList<Message>& messages);
    void addAttachments(const QString& conversation, QList<Message>& messages);
    void addAwaited(const QString& conversation, QList<Message>& messages);
    void addSources(const QString& conversation, QList<Message>& messages);
    QByteArray keepPicture(const Picture& picture);

    Database& m_database;
};

} // namespace services
