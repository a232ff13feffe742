#include "ui/theme/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace ui {

namespace {

constexpr int sides[] = {20, 40, 60}; // pixels

bool read(QSvgRenderer& renderer, const QString& name, const QColor& color)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly)
        && renderer.load(file.readAll().replace("currentColor", color.name().toLatin1()));
}

QPixmap draw(QSvgRenderer& renderer, int side)
{
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

// Asked for at every paint, so what was drawn once is kept.
QIcon icon(const QString& name, const QColor& color)
{
    QSvgRenderer renderer; // reads the file when the first image is missing
    QIcon icon;
    for (const int side : sides) {
        const QString key = QStringLiteral("%1 %2 %3").arg(name, color.name()).arg(side);
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            if (!renderer.isValid() && !read(renderer, name, color))
                return {};
            pixmap = draw(renderer, side);
            QPixmapCache::insert(key, pixmap);
        }
        icon.addPixmap(pixmap);
    }
    return icon;
}

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/vignette.svg"));
}

} // namespace ui
