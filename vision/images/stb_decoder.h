#pragma once

#include "vision/images/raster.h"

#include <optional>

namespace vision {

// stb_image, kept to what this program asks of it. Files have been checked before, `width` ×
// `height` is what their headers say. Pixels come out with 8 bits a channel. All throw
// Error{BadFile} with stb's reason, and take no more memory than such a picture needs.

Raster decodePngWithStb(FileBytes file, int64_t width, int64_t height, int channels);
Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height);

/// What a zlib stream holds, at most `maxBytes`; nothing if it is broken, longer, or ends early.
std::optional<std::vector<uint8_t>> inflateWithStb(FileBytes stream, size_t maxBytes);

} // namespace vision
