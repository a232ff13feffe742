#include "services/pictures/picture.h"

#include "base/error.h"
#include "services/pictures/picture_formats.h"
#include "vision/film_frames.h"
#include "vision/images/decode.h"
#include "vision/images/heif_file.h"
#include "vision/images/jpeg_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageReader>
#include <QPainter>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

namespace services {

QImage viewOf(const Pixels& pixels)
{
    const auto letGo = [](void* held) { delete static_cast<Pixels*>(held); };
    return QImage(pixels->rgb.data(), int(pixels->width), int(pixels->height),
        qsizetype(3 * pixels->width), QImage::Format_RGB888, letGo, new Pixels(pixels));
}

Pixels pixelsOf(vision::Image image)
{
    return std::make_shared<const vision::Image>(std::move(image));
}

Pixels pixelsOf(const QImage& picture)
{
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    vision::Image image{rgb.width(), rgb.height(), {}};
    const auto rowBytes = size_t(3) * size_t(rgb.width());
    image.rgb.resize(rowBytes * size_t(rgb.height()));
    for (int row = 0; row < rgb.height(); ++row)
        std::memcpy(image.rgb.data() + rowBytes * size_t(row), rgb.constScanLine(row), rowBytes);
    return pixelsOf(std::move(image));
}

namespace {

constexpr qint64 manyPixels = 1'000'000; // fewer are decoded at once

vision::FileBytes bytesOf(const QByteArray& file)
{
    return std::as_bytes(std::span(file.constData(), size_t(file.size())));
}

// What `read` makes of a file; messages begin with its name.
template <typename Value, typename Read>
Value readNamed(const QString& path, Read read)
{
    const QString name = QFileInfo(path).fileName();
    try {
        const std::vector<std::byte> bytes
            = vision::readPictureFile(std::filesystem::path(path.toStdU16String()));
        return read(
            QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())), name);
    } catch (const base::Error& error) {
        throw base::Error(error.kind(), name.toStdString() + ": " + error.what());
    }
}

QImage onWhite(const QImage& image)
{
    if (!image.hasAlphaChannel())
        return image.convertToFormat(QImage::Format_RGB888);
    QImage opaque(image.size(), QImage::Format_RGB888);
    opaque.fill(Qt::white);
    QPainter(&opaque).drawImage(0, 0, image);
    return opaque;
}

Pixels decodedPixels(const QByteArray& file)
{
    for (const PictureFormat& format : pictureFormats())
        if (format.isOfIt && format.isOfIt(file)) {
            if (file.size() > vision::maxImageFileBytes)
                vision::refusePicture(
                    "is larger than " + std::to_string(vision::maxImageFileBytes >> 20) + " MiB");
            return pixelsOf(onWhite(format.decode(file)));
        }
    return pixelsOf(vision::decodeImage(bytesOf(file)));
}

// Leaves pixels out down to twice the size, which is fast, and averages the rest.
QImage shrunk(const QImage& image, const QSize& size)
{
    QImage halfway = image;
    if (image.width() > 4 * size.width())
        halfway = image.scaled(size * 2, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    return halfway.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage previewOf(const QImage& image)
{
    if (image.width() <= maxPreviewSide && image.height() <= maxPreviewSide)
        return image;
    const QSize size = image.size().scaled(maxPreviewSide, maxPreviewSide, Qt::KeepAspectRatio);
    return shrunk(image, size.expandedTo({1, 1}));
}

Picture pictureOf(const Pixels& pixels, const QString& name, const QByteArray& file)
{
    const QImage image = viewOf(pixels);
    return {name, image, previewOf(image), file, pixels};
}

// libjpeg leaves out what a small image does not show, so it takes a fraction of the time.
QImage coarseJpeg(const QByteArray& file)
{
    QBuffer buffer;
    buffer.setData(file);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "jpeg");
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    const qint64 pixels = qint64(size.width()) * size.height();
    if (!size.isValid() || pixels < manyPixels || pixels > vision::maxImagePixels)
        return {};
    reader.setScaledSize(size.scaled(400, 400, Qt::KeepAspectRatio).expandedTo({1, 1}));
    return reader.read();
}

} // namespace

bool isPicture(const QByteArray& file)
{
    for (const PictureFormat& format : pictureFormats())
        if (format.isOfIt && format.isOfIt(file))
            return true;
    return vision::isImage(bytesOf(file));
}

Picture decodePicture(const QByteArray& file, const QString& name)
{
    return pictureOf(decodedPixels(file), name, file);
}

QImage quickPreview(const QByteArray& file)
{
    if (file.size() > vision::maxImageFileBytes)
        return {};
    if (vision::isJpeg(bytesOf(file)))
        return coarseJpeg(file);
    if (const auto thumbnail = vision::decodeHeifThumbnail(bytesOf(file)))
        return viewOf(pixelsOf(vision::withoutAlpha(*thumbnail, vision::Transparency::OnWhite)));
    return {};
}

Picture decodePictureFile(const QString& path)
{
    return readNamed<Picture>(path,
        [](const QByteArray& file, const QString& name) { return decodePicture(file, name); });
}

Pixels readPicturePixels(const QString& path)
{
    return readNamed<Pixels>(
        path, [](const QByteArray& file, const QString&) { return decodedPixels(file); });
}

Picture pictureOf(const QImage& image, const QString& name)
{
    return pictureOf(pixelsOf(onWhite(image)), name, {});
}

Picture reducedPicture(Picture picture, qint64 maxPixels)
{
    const QSize size = picture.image.size();
    const qint64 pixels = qint64(size.width()) * size.height();
    const bool moves = picture.pixels && picture.pixels->film; // towers scale its frames
    if (pixels <= maxPixels || moves)
        return picture;
    const double scale = std::sqrt(double(maxPixels) / double(pixels));
    picture.pixels
        = pixelsOf(picture.image.scaled((QSizeF(size) * scale).toSize().expandedTo({1, 1}),
            Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    picture.image = viewOf(picture.pixels);
    return picture;
}

QByteArray encodedPicture(const Picture& picture)
{
    if (!picture.file.isEmpty())
        return picture.file;
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    picture.image.save(&buffer, "PNG");
    return file;
}

SeenPicture seenSize(QSize picture, const vision::VisionConfig& config)
{
    const vision::Tiling tiling = vision::chooseTiling(config, {picture.width(), picture.height()});
    SeenPicture seen;
    seen.size = QSize(int(tiling.scaled.width), int(tiling.scaled.height));
    for (const vision::PixelRect& tile : tiling.tiles)
        seen.tiles << QRect(int(tile.left), int(tile.top), int(tile.width), int(tile.height));
    seen.rows = int(tiling.rows);
    seen.columns = int(tiling.columns);
    seen.hasOverview = tiling.hasOverview;
    seen.tileSize = seen.tiles.first().size();
    seen.tokensPerTile = tiling.rowsPerTile;
    seen.tokens = tiling.promptRows();
    return seen;
}

SeenPicture seenPicture(const QImage& picture, const vision::VisionConfig& config)
{
    SeenPicture seen = seenSize(picture.size(), config);
    const Pixels pixels = pixelsOf(picture);
    seen.scaled = viewOf(pixelsOf(vision::scaledImage(
        *pixels, vision::chooseTiling(config, {pixels->width, pixels->height}))));
    return seen;
}

} // namespace services
