#pragma once

#include "vision/images/raster.h"

namespace vision {

/// The orientation, 1 … 8, that an EXIF block asks for: a TIFF header, with or without "Exif\0\0"
/// before it. 1 where the block does not say, or is broken: a picture is not refused for its notes.
int exifOrientation(FileBytes block);

/// `image`, whose rows lie as `orientation` says, turned or mirrored so that it stands upright.
Raster upright(Raster image);

} // namespace vision
