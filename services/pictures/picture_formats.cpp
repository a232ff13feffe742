#include "services/pictures/picture_formats.h"

#include "services/pictures/svg_picture.h"
#include "services/pictures/tiff_picture.h"

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

} // namespace services
