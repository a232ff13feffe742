#include "services/conversations/transfer/picture_decoder.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QCryptographicHash>

namespace services {

using kernels::Error;
using kernels::ErrorKind;

namespace {

constexpr qint64 maxPixels = 1'000'000'000; // of all pictures: they are shown together
constexpr qint64 maxBytes = 1 << 30; // of all picture files: they are in memory together

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

// How many pixels a file holds; 0: it is no picture.
qint64 PictureDecoder::pixelsOf(const QByteArray& file)
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
        fail(Text::tr("The pictures of the conversation take more than %1 MiB together.")
                 .arg(maxBytes >> 20));
    const qint64 pixels = pixelsOf(file);
    m_pixels += pixels;
    if (m_pixels > maxPixels)
        fail(Text::tr("The pictures of the conversation have more than %1 megapixels together.")
                 .arg(maxPixels / 1'000'000));
    return pixels > 0;
}

} // namespace services
