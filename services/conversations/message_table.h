#pragma once

#include "services/conversations/message.h"
#include "services/storage/database.h"

namespace services {

/// The messages of ConversationDatabase with everything that belongs to them, and drafts. Belongs
/// to the thread of its database and throws what the database throws.
class MessageTable {
public:
    explicit MessageTable(Database& database); ///< the database must outlive it

    /// The messages of a conversation, sorted by id. Images are decoded; those that cannot be
    /// decoded are left out.
    QList<Message> messages(const QString& conversation);

    /// The conversation must be in the file already. Must be called within a transaction. Saves
    /// only the removal of a message that is in the file.
    void save(const QString& conversation, const Message& message);

    /// Reads only the images and attachments of a draft.
    Draft draftFiles(const QString& conversation);
    void saveDraftFiles(const QString& conversation, const Draft& draft);

    QList<Draft> queue(const QString& conversation); ///< the messages that wait to be sent
    void saveQueue(const QString& conversation, const QList<Draft>& queue);

    void completeOpenAnswers(); ///< ends them with the text that they have

    /// Deletes the contents of removed messages for good: of all or, if they are given, of those of
    /// a conversation that were removed with a message. Returns false if there were none.
    bool eraseRemoved();
    bool eraseRemoved(const QString& conversation, MessageId with);

    /// Merges a part of the search's indexes, in which deleted words stay otherwise. Takes a tenth
    /// of a second; returns false when nothing is left to be merged.
    bool mergeIndexes();

    void erasePicturesNobodyHas(); ///< looks at all images

private:
    bool eraseWhere(const QString& condition, const QVariantList& values);
    bool mergeIndex(const char* index);
    qint64 changes();
    bool setRemoved(const QString& conversation, const Message& message);
    bool isFound(const QString& conversation, MessageId message);
    void leaveOutOfSearch(const QString& conversation, MessageId message);
    void saveFiles(const QString& conversation, const Message& message);
    void forgetAwaited(const QString& conversation, MessageId message);
    void saveSources(const QString& conversation, const Message& message);
    void saveToolUses(const QString& conversation, const Message& message);
    void saveToolPictures(const QString& conversation, const Message& message);
    void savePictures(const QString& conversation, const Message& message);
    void savePictureTexts(const QString& conversation, const Message& message);
    void saveAttachments(const QString& conversation, const Message& message);
    void addToSearch(const QString& conversation, const Message& message);
    void addPictures(const QString& conversation, QList<Message>& messages);
    void addAttachments(const QString& conversation, QList<Message>& messages);
    void addAwaited(const QString& conversation, QList<Message>& messages);
    void addSources(const QString& conversation, QList<Message>& messages);
    void addToolUses(const QString& conversation, QList<Message>& messages);
    QByteArray keepPicture(const Picture& picture);
    Draft unsentFiles(const QString& conversation, qint64 first);
    void saveUnsentFiles(const QString& conversation, const Draft& draft, qint64 first);
    QList<QVariant> dropUnsentFiles(const QString& conversation, qint64 first, qint64 end);
    void erasePicturesNobodyHas(const QList<QVariant>& hashes);

    Database& m_database;
};

} // namespace services
