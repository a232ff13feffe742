#pragma once

#include "vision/images/raster.h"

namespace vision {

/// WebP through libwebp: still pictures, lossy or lossless, and the first frame of animations laid
/// on their canvas. The orientation is that of an EXIF chunk.
bool isWebp(FileBytes file);
Raster decodeWebp(FileBytes file);

} // namespace vision
