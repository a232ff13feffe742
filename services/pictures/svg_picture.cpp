#include "services/pictures/svg_picture.h"

#include "services/pictures/svg_cleaner.h"
#include "vision/images/raster.h"

#include <QGuiApplication>
#include <QPainter>
#include <QSvgRenderer>

namespace services {

namespace {

constexpr qsizetype maxSvgBytes = 8 << 20;
constexpr qsizetype headBytes = 4096; // in which the first element must begin
constexpr int shortestSide = 1024, longestSide = 2048; // pixels, of the longer side

QSize sizeToDraw(const QSizeF& own)
{
    const double longer = std::max(own.width(), own.height());
    if (!(own.width() > 0) || !(own.height() > 0) || longer > 1e6
        || own.width() > 100 * own.height() || own.height() > 100 * own.width())
        vision::refusePicture("is an SVG without a size that makes sense");
    const double scale = std::clamp(longer, double(shortestSide), double(longestSide)) / longer;
    return (own * scale).toSize().expandedTo({1, 1});
}

} // namespace

bool isSvg(const QByteArray& file)
{
    QByteArray head = file.left(headBytes);
    if (head.startsWith("\xEF\xBB\xBF"))
        head.remove(0, 3);
    return head.trimmed().startsWith('<') && head.contains("<svg");
}

QImage decodeSvg(const QByteArray& file)
{
    if (!qobject_cast<QGuiApplication*>(QCoreApplication::instance())) // fonts need one
        vision::refusePicture("is an SVG, which only the desktop program can draw");
    if (file.size() > maxSvgBytes)
        vision::refusePicture(
            "is an SVG larger than " + std::to_string(maxSvgBytes >> 20) + " MiB");
    QSvgRenderer renderer(cleanedSvg(file));
    if (!renderer.isValid())
        vision::refusePicture("is an SVG that cannot be drawn");
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QSizeF own = renderer.viewBoxF().size();
    if (!renderer.defaultSize().isEmpty())
        own = renderer.defaultSize();
    QImage image(sizeToDraw(own), QImage::Format_RGB888);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace services
