#pragma once

#include "vision/images/image.h"

#include <QImage>

#include <memory>

namespace services {

/// The pixels of a picture as models read them. Everyone who holds the picture shares them. Any
/// thread may call the functions below.
using Pixels = std::shared_ptr<const vision::Image>;

/// The pixels as something to paint, in Format_RGB888. They are not copied.
QImage viewOf(const Pixels& pixels);

Pixels pixelsOf(vision::Image image);
Pixels pixelsOf(const QImage& picture); ///< copies the pixels; `picture` must be opaque

} // namespace services
