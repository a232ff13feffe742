#include "services/pictures/picture.h"

#include "base/error.h"
#include "services/pictures/svg_picture.h"
#include "vision/image_budget.h"
#include "vision/images/decode.h"
#include "vision/images/heif_file.h"
#include "vision/images/jpeg_file.h"
#include "vision/tiling.h"
#include "vision/video_frames.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageReader>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

namespace services {

QImage toQImage(const Pixels& pixels)
{
    const auto letGo = [](void* held) { delete static_cast<Pixels*>(held); };
    return QImage(pixels->rgb.data(), int(pixels->width), int(pixels->height),
        qsizetype(3 * pixels->width), QImage::Format_RGB888, letGo, new Pixels(pixels));
}

Pixels toPixels(vision::Image image)
{
    return std::make_shared<const vision::Image>(std::move(image));
}

namespace {

constexpr qint64 manyPixels = 1'000'000; // fewer are decoded at once

vision::FileBytes asFileBytes(const QByteArray& file)
{
    return std::as_bytes(std::span(file.constData(), size_t(file.size())));
}

// The plain form in which vision/images takes over.
vision::Raster toRaster(const QImage& image)
{
    const bool hasAlpha = image.hasAlphaChannel();
    const QImage plain
        = image.convertToFormat(hasAlpha ? QImage::Format_RGBA8888 : QImage::Format_RGB888);
    vision::Raster raster{plain.width(), plain.height(), hasAlpha ? 4 : 3, {}};
    const auto rowBytes = size_t(raster.channels) * size_t(plain.width());
    raster.bytes.resize(rowBytes * size_t(plain.height()));
    for (int row = 0; row < plain.height(); ++row)
        std::memcpy(
            raster.bytes.data() + rowBytes * size_t(row), plain.constScanLine(row), rowBytes);
    return raster;
}

const QByteArray tiff = "tiff";

QByteArray viewBytes(vision::FileBytes file)
{
    return QByteArray::fromRawData(
        reinterpret_cast<const char*>(file.data()), qsizetype(file.size()));
}

// Byte order, then 42, or 43 in files that may be larger than 4 GiB.
bool isTiff(vision::FileBytes file)
{
    return vision::startsWith(file, "II\x2A\0", 4) || vision::startsWith(file, "MM\0\x2A", 4)
        || vision::startsWith(file, "II\x2B\0", 4) || vision::startsWith(file, "MM\0\x2B", 4);
}

// Reads the first page, upright, with the plugin of Qt's image formats.
vision::Raster decodeTiff(vision::FileBytes file)
{
    if (!QImageReader::supportedImageFormats().contains(tiff))
        vision::refusePicture(
            "is a TIFF file, but Qt's image format plugin for TIFF isn't installed");
    QBuffer buffer;
    buffer.setData(viewBytes(file));
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, tiff);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (!size.isValid())
        vision::refusePicture("is a broken TIFF: its header cannot be read");
    vision::checkImageSize(size.width(), size.height());
    const QImage image = reader.read();
    if (image.isNull())
        vision::refusePicture("is a TIFF with damaged or unsupported pixel data");
    return toRaster(image);
}

// The formats that need Qt.
constexpr vision::ImageFormat qtFormats[] = {
    {isTiff, decodeTiff},
    {[](vision::FileBytes file) { return isSvg(viewBytes(file)); },
        [](vision::FileBytes file) { return toRaster(decodeSvg(viewBytes(file))); }},
};

// Leaves pixels out down to twice the size, which is fast, and averages the rest.
QImage shrunk(const QImage& image, const QSize& size)
{
    QImage halfway = image;
    if (image.width() > 4 * size.width())
        halfway = image.scaled(size * 2, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    return halfway.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage makePreview(const QImage& image)
{
    if (image.width() <= maxPreviewSide && image.height() <= maxPreviewSide)
        return image;
    const QSize size = image.size().scaled(maxPreviewSide, maxPreviewSide, Qt::KeepAspectRatio);
    return shrunk(image, size.expandedTo({1, 1}));
}

Picture makePicture(const Pixels& pixels, const QString& name, const QByteArray& file)
{
    const QImage image = toQImage(pixels);
    return {name, image, makePreview(image), file, pixels};
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
    if (!size.isValid() || pixels < manyPixels || pixels > vision::maxScaledPixels)
        return {};
    reader.setScaledSize(size.scaled(400, 400, Qt::KeepAspectRatio).expandedTo({1, 1}));
    return reader.read();
}

} // namespace

const QList<PictureFormat>& pictureFormats()
{
    static const QList<PictureFormat> formats
        = {{"PNG", "png"}, {"JPEG", "jpg jpeg"}, {"WebP", "webp"}, {"GIF", "gif"}, {"BMP", "bmp"},
            {"HEIC", "heic heif"}, {"AVIF", "avif"}, {"Photoshop", "psd"},
            {"Netpbm", "ppm pgm pnm"}, {"Targa", "tga"}, {"TIFF", "tif tiff"}, {"SVG", "svg"}};
    return formats;
}

QStringList pictureNamePatterns()
{
    QStringList patterns;
    for (const PictureFormat& format : pictureFormats())
        for (const QString& suffix : QString::fromLatin1(format.suffixes).split(u' '))
            patterns << QStringLiteral("*.") + suffix;
    return patterns;
}

Pixels toPixels(const QImage& picture)
{
    return toPixels(vision::withoutAlpha(toRaster(picture), vision::Transparency::OnWhite));
}

bool isPicture(const QByteArray& file)
{
    return vision::isImage(asFileBytes(file), qtFormats);
}

Picture decodePicture(const QByteArray& file, const QString& name)
{
    return makePicture(
        toPixels(vision::decodeImage(asFileBytes(file), vision::Transparency::OnWhite, qtFormats)),
        name, file);
}

Picture undecodedPicture(const QString& name, const QByteArray& file, qint64 tokens)
{
    Picture picture{.name = name, .file = file};
    if (tokens != 0)
        picture.pixels = toPixels(vision::Image{.tokens = tokens});
    return picture;
}

Picture decodePicture(const Picture& stored)
{
    Picture picture = withTokens(decodePicture(stored.file, stored.name), tokensOf(stored));
    picture.text = stored.text;
    return picture;
}

QImage quickPreview(const QByteArray& file)
{
    if (file.size() > vision::maxImageFileBytes)
        return {};
    if (vision::isJpeg(asFileBytes(file)))
        return coarseJpeg(file);
    if (const auto thumbnail = vision::decodeHeifThumbnail(asFileBytes(file)))
        return toQImage(toPixels(vision::withoutAlpha(*thumbnail, vision::Transparency::OnWhite)));
    return {};
}

Picture decodePictureFile(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    try {
        const std::vector<std::byte> bytes
            = vision::readImageFile(std::filesystem::path(path.toStdU16String()));
        return decodePicture(
            QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())), name);
    } catch (const base::Error& error) {
        throw base::Error(error.kind(), name.toStdString() + ": " + error.what());
    }
}

Pixels readPicturePixels(const QString& path)
{
    return toPixels(vision::decodeImageFile(
        std::filesystem::path(path.toStdU16String()), vision::Transparency::OnWhite, qtFormats));
}

Picture makePicture(const QImage& image, const QString& name)
{
    return makePicture(toPixels(image), name, {});
}

Picture reducedPicture(Picture picture, qint64 maxPixels)
{
    const QSize size = picture.image.size();
    const qint64 pixels = qint64(size.width()) * size.height();
    const bool moves = picture.pixels && picture.pixels->video; // towers scale its frames
    if (pixels <= maxPixels || moves)
        return picture;
    const double scale = std::sqrt(double(maxPixels) / double(pixels));
    picture.pixels
        = toPixels(picture.image.scaled((QSizeF(size) * scale).toSize().expandedTo({1, 1}),
            Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    picture.image = toQImage(picture.pixels);
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

Pixels withTokens(const Pixels& pixels, qint64 tokens)
{
    if (!pixels || pixels->tokens == tokens)
        return pixels;
    auto limited = std::make_shared<vision::Image>(*pixels);
    limited->tokens = tokens;
    return limited;
}

Picture withTokens(Picture picture, qint64 tokens)
{
    const Pixels limited = withTokens(picture.pixels, tokens);
    if (limited == picture.pixels)
        return picture;
    picture.pixels = limited;
    picture.image = toQImage(limited); // or the other pixels would stay in memory
    return picture;
}

qint64 tokensOf(const Picture& picture)
{
    return picture.pixels ? picture.pixels->tokens : 0;
}

namespace {

vision::Tiling tilingOf(QSize picture, const vision::VisionConfig& config, qint64 tokens)
{
    const vision::PixelSize size{picture.width(), picture.height()};
    return vision::chooseTiling(vision::withImageTokens(config, size, tokens), size);
}

} // namespace

SeenPicture seenSize(QSize picture, const vision::VisionConfig& config, qint64 tokens)
{
    const vision::Tiling tiling = tilingOf(picture, config, tokens);
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

SeenPicture seenPicture(const QImage& picture, const vision::VisionConfig& config, qint64 tokens)
{
    SeenPicture seen = seenSize(picture.size(), config, tokens);
    seen.scaled = toQImage(toPixels(
        vision::scaledImage(*toPixels(picture), tilingOf(picture.size(), config, tokens))));
    return seen;
}

namespace {

constexpr double parts = 10'000; // of an image's width or height, in JSON

} // namespace

QString spelled(PictureWord::After after)
{
    switch (after) {
    case PictureWord::After::Nothing:
        return {};
    case PictureWord::After::Space:
        return QStringLiteral(" ");
    case PictureWord::After::Line:
        return QStringLiteral("\n");
    case PictureWord::After::Paragraph:
        break;
    }
    return QStringLiteral("\n\n");
}

QString PictureText::text() const
{
    return text(0, words.size() - 1);
}

QString PictureText::text(qsizetype first, qsizetype last) const
{
    QString all;
    for (qsizetype word = first; word <= last; ++word) {
        all += words[word].text;
        if (word < last)
            all += spelled(words[word].after);
    }
    return all;
}

QJsonArray toJson(const PictureText& text)
{
    QJsonArray json;
    for (const PictureWord& word : text.words) {
        QJsonArray row{word.text};
        for (const double edge :
            {word.place.x(), word.place.y(), word.place.width(), word.place.height()})
            row << std::round(edge * parts);
        json << (row << int(word.after));
    }
    return json;
}

PictureText pictureTextFrom(const QJsonArray& json)
{
    PictureText text;
    for (const QJsonValue& value : json) {
        const QJsonArray row = value.toArray();
        const auto edge = [&row](int at) { return std::clamp(row[at].toDouble() / parts, 0., 1.); };
        const int after = row[5].toInt(-1);
        if (row[0].toString().isEmpty() || after < 0 || after > int(PictureWord::After::Paragraph))
            continue;
        text.words << PictureWord{
            row[0].toString(), {edge(1), edge(2), edge(3), edge(4)}, PictureWord::After(after)};
    }
    return text;
}

} // namespace services
