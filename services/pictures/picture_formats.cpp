#include "services/pictures/picture_formats.h"

#include "services/pictures/svg_picture.h"
#include "vision/images/image.h"

#include <QBuffer>
#include <QImageReader>

namespace services {

const QList<PictureFormat>& pictureFormats()
{
    static const QList<PictureFormat> formats = {
        {"PNG", "png"},
        {"JPEG", "jpg jpeg"},
        {"WebP", "webp"},
        {"GIF", "gif"},
        {"BMP", "bmp"},
        {"HEIC", "heic heif"},
        {"AVIF", "avif"},
        {"TIFF", "tif tiff", isTiff, decodeTiff},
        {"SVG", "svg", isSvg, decodeSvg},
    };
    return formats;
}

QStringList pictureNamePatterns()
{
    QStringList patterns;
    for (const PictureFormat& format : pictureFormats())
        for (const QString& ending : QString::fromLatin1(format.endings).split(u' '))
            patterns << QStringLiteral("*.") + ending;
    return patterns;
}

namespace {

const QByteArray format = "tiff";

} // namespace

bool isTiff(const QByteArray& file)
{
    // Byte order, then 42, or 43 in files that may be larger than 4 GiB.
    return file.startsWith(QByteArray("II\x2A\0", 4)) || file.startsWith(QByteArray("MM\0\x2A", 4))
        || file.startsWith(QByteArray("II\x2B\0", 4)) || file.startsWith(QByteArray("MM\0\x2B", 4));
}

QImage decodeTiff(const QByteArray& file)
{
    if (!QImageReader::supportedImageFormats().contains(format))
        vision::refusePicture(
            "is a TIFF file, but Qt's image format plugin for TIFF isn't installed");
    QBuffer buffer;
    buffer.setData(file);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (!size.isValid())
        vision::refusePicture("is a broken TIFF: its header cannot be read");
    vision::checkImageSize(size.width(), size.height());
    const QImage image = reader.read();
    if (image.isNull())
        vision::refusePicture("is a TIFF with damaged or unsupported pixel data");
    return image;
}

} // namespace services
