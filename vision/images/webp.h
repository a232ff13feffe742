#pragma once

#include "vision/images/decode.h"
#include "vision/images/image.h"

namespace vision {

/// Decodes a WebP file with libwebp: a still image, lossy or lossless, or the first frame of an
/// animation on its canvas. The orientation is that of the EXIF chunk.
bool isWebp(FileBytes file);
Raster decodeWebp(FileBytes file);

/// The video that an animated WebP shows; null if it has one frame only or its chunks are broken. A
/// frame without a time is shown for a tenth of a second.
VideoPtr webpVideo(FileBytes file, Transparency transparency);

} // namespace vision
