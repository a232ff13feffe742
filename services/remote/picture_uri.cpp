#include "services/remote/picture_uri.h"

#include "kernels/error.h"

#include <QBuffer>
#include <QImage>

#include <algorithm>

namespace services {

namespace {

constexpr int jpegQuality = 90; // per cent
constexpr int quickPng = 80; // per cent: little is packed, for it travels no way
constexpr qint64 mostPixelsOfPng = 512 * 512;
constexpr qsizetype mostBytesOfPng = 128 << 10;

QImage scaled(const QImage& picture, int mostSide)
{
    if (mostSide == 0 || std::max(picture.width(), picture.height()) <= mostSide)
        return picture;
    QSize size = picture.size().scaled(mostSide, mostSide, Qt::KeepAspectRatio);
    size = size.expandedTo({1, 1});
    return picture.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QByteArray encoded(const QImage& image, const char* format, int quality)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!image.save(&buffer, format, quality))
        throw kernels::Error(
            kernels::ErrorKind::BadRequest, "The picture cannot be written in a form to send.");
    return bytes;
}

std::string uri(const char* type, const QByteArray& bytes)
{
    return std::string("data:") + type + ";base64," + bytes.toBase64().toStdString();
}

} // namespace

std::string pictureUri(const Pixels& picture, int mostSide)
{
    const QImage image = scaled(viewOf(picture), mostSide);
    if (image.isNull())
        throw kernels::outOfMemory("the picture");
    if (mostSide == 0)
        return uri("image/png", encoded(image, "PNG", quickPng));
    if (qint64(image.width()) * image.height() <= mostPixelsOfPng)
        if (const QByteArray bytes = encoded(image, "PNG", -1); bytes.size() <= mostBytesOfPng)
            return uri("image/png", bytes);
    return uri("image/jpeg", encoded(image, "JPEG", jpegQuality));
}

} // namespace services
