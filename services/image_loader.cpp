#include "services/image_loader.h"

#include "services/background.h"
#include "vision/images/decode.h"

#include <QFileInfo>
#include <QPainter>

#include <filesystem>
#include <span>

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

Picture makePicture(const QString& name, const QImage& image)
{
    const bool small = image.width() <= maxPreviewSide && image.height() <= maxPreviewSide;
    const QSize previewSize(maxPreviewSide, maxPreviewSide);
    return {name, image,
        small ? image : image.scaled(previewSize, Qt::KeepAspectRatio, Qt::SmoothTransformation)};
}

} // namespace

template <typename Work>
ImageLoader::Ticket ImageLoader::load(Work work)
{
    const Ticket ticket = ++m_lastTicket;
    runInBackground<Picture>(
        this, std::move(work), [this, ticket](const Outcome<Picture>& outcome) {
            if (outcome.value)
                emit loaded(ticket, *outcome.value);
            else
                emit failed(ticket, outcome.error);
        });
    return ticket;
}

ImageLoader::Ticket ImageLoader::loadFile(const QString& path)
{
    return load([path] {
        const std::filesystem::path file(path.toStdU16String());
        return makePicture(QFileInfo(path).fileName(), toQImage(vision::decodeImageFile(file)));
    });
}

ImageLoader::Ticket ImageLoader::loadBytes(const QByteArray& file, const QString& name)
{
    return load([file, name] {
        const auto bytes = std::as_bytes(std::span(file.constData(), size_t(file.size())));
        return makePicture(name, toQImage(vision::decodeImage(bytes)));
    });
}

ImageLoader::Ticket ImageLoader::loadImage(const QImage& image, const QString& name)
{
    return load([image, name] { return makePicture(name, onWhite(image)); });
}

} // namespace services
