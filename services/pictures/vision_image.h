#pragma once

#include "vision/images/image.h"

#include <QImage>

namespace services {

/// Conversions between the pictures of the models' towers and those of the window. Any thread may
/// call them.
QImage toQImage(const vision::Image& image); ///< Format_RGB888
vision::Image toVisionImage(const QImage& picture); ///< `picture` must be opaque

} // namespace services
