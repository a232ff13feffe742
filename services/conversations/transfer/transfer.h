#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"
#include "services/pictures/picture.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

namespace services {

/// An import or export of conversations, running since it was constructed. Lives in the window's
/// thread.
class Transfer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~Transfer() override;

    virtual int total() const = 0; ///< the number of conversations; 0 if it is not known

    /// Ends it after the conversation that is being handled.
    virtual void stop() = 0;

signals:
    void progressed(int conversations); ///< how many conversations are done
};

/// A time in milliseconds since 1970 as files of conversations hold it: ISO 8601, UTC.
QString textOfTime(qint64 milliseconds);

/// Reads such a time; now, if it is none or is in the future.
qint64 timeFromText(const QString& text);

/// The ending for an image file by its first bytes: "png", "jpg", …; "bin" if they are of no known
/// format.
QString pictureEnding(const QByteArray& file);

/// The path of an image in an archive, which depends on its bytes alone: "pictures/<SHA-256>.png".
QString picturePath(const QByteArray& file);

/// True if `path` has exactly this form.
bool isPicturePath(const QString& path);

/// Checks the image files of a conversation that is imported and counts their bytes and pixels
/// together: a file may name one image very often, and a small file may hold very many pixels. Each
/// is decoded once, however often it comes.
class PictureDecoder {
public:
    /// True if the bytes are an image that can be read. Throws Error{BadFile} with a message if the
    /// images up to this one take too much together.
    bool isPicture(const QByteArray& file);

private:
    qint64 countPixels(const QByteArray& file);

    QHash<QByteArray, qint64> m_pixelsOf; // files, by their hashes
    qint64 m_bytes = 0;
    qint64 m_pixels = 0;
};

/// What files of conversations call their format.
inline constexpr const char* conversationFormat = "vignette-conversation";

/// A conversation as it is written to a file for the user, or read from one. Any thread may hold
/// one.
struct ExportedConversation {
    ConversationRecord record; ///< its id and draft are not used
    QList<Message> messages; ///< all of them, indexed by id; none is removed
};

/// Leaves out messages that were removed and renumbers the others.
ExportedConversation exportedConversation(
    const ConversationRecord& record, const QList<Message>& messages);

/// The messages of the branch that is shown, from the first one on.
QList<Message> shownBranch(const ExportedConversation& conversation);

} // namespace services
