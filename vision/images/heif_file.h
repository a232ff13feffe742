#pragma once

#include "vision/images/raster.h"

#include <optional>

namespace vision {

/// Decodes the primary picture of an HEIC or AVIF file with libheif; 10 and 12 bits become 8. The
/// turns and mirrors of the container (irot, imir) are applied and, as the HEIF standard says, the
/// EXIF orientation is not: the result is upright.
bool isHeif(FileBytes file);
Raster decodeHeif(FileBytes file);

/// Decodes the small picture that cameras store beside the large one, which is much faster. Nothing
/// if there is none or the file is damaged.
std::optional<Raster> decodeHeifThumbnail(FileBytes file);

} // namespace vision
