#pragma once

#include "vision/images/raster.h"

#include <optional>

namespace vision {

/// HEIC and AVIF through libheif: the primary picture, 10 and 12 bits made 8. The container's own
/// turns and mirrors (irot, imir) are applied and, as its standard says, EXIF's orientation is not:
/// rasters come out upright.
bool isHeif(FileBytes file);
Raster decodeHeif(FileBytes file);

/// The small picture that cameras put beside the large one; much faster to read. Nothing if there
/// is none, or the file is broken.
std::optional<Raster> decodeHeifThumbnail(FileBytes file);

} // namespace vision
