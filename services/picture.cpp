#include "services/picture.h"

#include "kernels/error.h"
#include "vision/images/decode.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace services {

namespace {

QImage toQImage(const vision::Image& image)
{
    const auto stride = qsizetype(3 * image.width);
    return QImage(
        image.rgb.data(), int(image.width), int(image.height), stride, QImage::Format_RGB888)
        .copy();
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

QImage previewOf(const QImage& image)
{
    if (image.width() <= maxPreviewSide && image.height() <= maxPreviewSide)
        return image;
    return image.scaled(
        QSize(maxPreviewSide, maxPreviewSide), Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace

Picture decodePicture(const QByteArray& file, const QString& name)
{
    const auto bytes = std::as_bytes(std::span(file.constData(), size_t(file.size())));
    const QImage image = toQImage(vision::decodeImage(bytes));
    return {name, image, previewOf(image), file};
}

Picture decodePictureFile(const QString& path)
{
    const std::filesystem::path file(path.toStdU16String());
    const QString name = QFileInfo(path).fileName();
    try {
        const std::vector<std::byte> bytes = vision::readPictureFile(file);
        return decodePicture(
            QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())), name);
    } catch (const kernels::Error& error) {
        throw kernels::Error(error.kind(), name.toStdString() + ": " + error.what());
    }
}

Picture pictureOf(const QImage& image, const QString& name)
{
    const QImage opaque = onWhite(image);
    return {name, opaque, previewOf(opaque)};
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

} // namespace services
