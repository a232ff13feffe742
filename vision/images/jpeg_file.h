#pragma once

#include "vision/images/image.h"

namespace vision {

bool isJpeg(FileBytes file);

/// Decodes with libjpeg, as Pillow does. Large images are scaled, see maxScaledPixels. A file that
/// ends before its end marker is read if nothing but that is missing. An image with four channels is
/// taken for inverted CMYK, as Photoshop's "Adobe" marker would say.
Raster decodeJpeg(FileBytes file);

} // namespace vision
