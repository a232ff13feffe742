#include "services/conversations/transfer/transfer.h"

#include "base/error.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace services {

Transfer::~Transfer() = default;

QString textOfTime(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODateWithMs);
}

qint64 timeFromText(const QString& text)
{
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return (time.isValid() && time < now ? time : now).toMSecsSinceEpoch();
}

QString pictureEnding(const QByteArray& file)
{
    if (file.startsWith("\x89PNG"))
        return QStringLiteral("png");
    if (file.startsWith("\xff\xd8"))
        return QStringLiteral("jpg");
    if (file.startsWith("RIFF") && file.mid(8, 4) == "WEBP")
        return QStringLiteral("webp");
    if (file.startsWith("GIF8"))
        return QStringLiteral("gif");
    if (file.startsWith("BM"))
        return QStringLiteral("bmp");
    return QStringLiteral("bin");
}

QString picturePath(const QByteArray& file)
{
    const QByteArray hash = QCryptographicHash::hash(file, QCryptographicHash::Sha256);
    return QStringLiteral("pictures/%1.%2")
        .arg(QString::fromLatin1(hash.toHex()), pictureEnding(file));
}

bool isPicturePath(const QString& path)
{
    static const QRegularExpression form(QStringLiteral("^pictures/[0-9a-f]{64}\\.[a-z]{3,4}$"));
    return form.match(path).hasMatch();
}

using base::Error;
using base::ErrorKind;

namespace {

constexpr qint64 maxPixels = 1'000'000'000; // of all images: they are shown together
constexpr qint64 maxBytes = 1 << 30; // of all image files: they are in memory together

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::conversationFrom)
};

[[noreturn]] void fail(const QString& sentence)
{
    throw Error(ErrorKind::BadFile, sentence.toStdString());
}

qint64 decodedPixels(const QByteArray& file)
{
    try {
        const QImage image = decodePicture(file, {}).image;
        return qint64(image.width()) * image.height();
    } catch (const Error&) {
        return 0;
    }
}

} // namespace

// The number of pixels that a file holds; 0: it isn't an image.
qint64 PictureDecoder::countPixels(const QByteArray& file)
{
    const QByteArray hash = QCryptographicHash::hash(file, QCryptographicHash::Sha256);
    if (const auto known = m_pixelsOf.constFind(hash); known != m_pixelsOf.constEnd())
        return *known;
    return *m_pixelsOf.insert(hash, decodedPixels(file));
}

bool PictureDecoder::isPicture(const QByteArray& file)
{
    m_bytes += file.size();
    if (m_bytes > maxBytes)
        fail(Text::tr("The pictures in the chat take more than %1 MiB in total.")
                 .arg(maxBytes >> 20));
    const qint64 pixels = countPixels(file);
    m_pixels += pixels;
    if (m_pixels > maxPixels)
        fail(Text::tr("The pictures in the chat have more than %1 megapixels in total.")
                 .arg(maxPixels / 1'000'000));
    return pixels > 0;
}

ExportedConversation exportedConversation(
    const ConversationRecord& record, const QList<Message>& messages)
{
    QHash<MessageId, MessageId> places{{noMessage, noMessage}}; // by what they were
    ExportedConversation exported{record, {}};
    exported.record.id.clear();
    exported.record.draft.clear();
    for (Message message : messages) {
        if (message.isRemoved()) // and so is all that follows it
            continue;
        places[message.id] = exported.messages.size();
        message.id = exported.messages.size();
        message.parent = places.value(message.parent, noMessage);
        exported.messages << message;
    }
    exported.record.leaf = places.value(record.leaf, exported.messages.size() - 1);
    return exported;
}

QList<Message> shownBranch(const ExportedConversation& conversation)
{
    QList<Message> branch;
    for (MessageId id = conversation.record.leaf; id >= 0 && id < conversation.messages.size();
         id = conversation.messages[id].parent)
        branch.append(conversation.messages[id]);
    std::ranges::reverse(branch);
    return branch;
}

} // namespace services
