#pragma once

#include "vision/images/raster.h"

namespace vision {

/// The orientation, 1 … 8, in an EXIF block: a TIFF header, which "Exif\0\0" may precede. 1 if the
/// block does not say or is damaged: a picture is not refused because of its EXIF block.
int exifOrientation(FileBytes block);

/// Turns or mirrors an image whose rows lie as `image.orientation` says, so that it is upright.
Raster upright(Raster image);

} // namespace vision
