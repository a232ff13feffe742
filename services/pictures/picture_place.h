#pragma once

#include <QRectF>
#include <QSizeF>

namespace services {

/// A place in an image, given in parts of its width and height, in pixels. Any thread may call it.
inline QRectF inPixels(const QRectF& place, QSizeF size)
{
    return {place.x() * size.width(), place.y() * size.height(), place.width() * size.width(),
        place.height() * size.height()};
}

} // namespace services
