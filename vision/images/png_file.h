#pragma once

#include "vision/images/image.h"

namespace vision {

bool isPng(FileBytes file);

/// Decodes a PNG with libpng. 16 bits become 8 by their upper half, as in Pillow; colors that a palette lacks
/// are black. A damaged chunk is rejected, but not a wrong checksum behind the pixel data, where the file
/// may also be cut off. Throws Error{BadFile} with a message that says what is wrong.
Raster decodePng(FileBytes file);

} // namespace vision
