#pragma once

#include "vision/images/raster.h"

#include <optional>

namespace vision {

// stb_image, restricted to what this program needs of it. The files must have been checked, and
// `width` and `height` must be what their headers say. The result has 8 bits per channel. All
// functions throw Error{BadFile} with stb's reason, and take no more memory than such a picture
// needs.

Raster decodePngWithStb(FileBytes file, int64_t width, int64_t height, int channels);
Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height);

/// Decompresses a zlib stream of at most `maxBytes`. Nothing if it is damaged, longer, or ends
/// early.
std::optional<std::vector<uint8_t>> inflateWithStb(FileBytes stream, size_t maxBytes);

} // namespace vision
