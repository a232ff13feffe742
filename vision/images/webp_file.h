#pragma once

#include "vision/images/raster.h"

namespace vision {

/// Decodes a WebP file with libwebp: a still picture, lossy or lossless, or the first frame of an
/// animation on its canvas. The orientation is that of the EXIF chunk.
bool isWebp(FileBytes file);
Raster decodeWebp(FileBytes file);

} // namespace vision
