#pragma once

#include "vision/images/image.h"

#include <QImage>

namespace services {

/// The pixels of a picture, as the models' towers and the window hold them. Any thread.
QImage toQImage(const vision::Image& image); ///< Format_RGB888
vision::Image toVisionImage(const QImage& picture); ///< which is opaque

} // namespace services
