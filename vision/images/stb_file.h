#pragma once

#include "vision/images/image.h"

namespace vision {

/// True for Photoshop (PSD), binary Netpbm (PGM, PPM) and Targa (TGA, of version 2, whose end names
/// it) files.
bool isStbImage(FileBytes file);

/// Decodes such a file with stb_image: of layers the merged image, 16 bits become 8. A file that
/// ends before its pixels do is rejected.
Raster decodeStbImage(FileBytes file);

} // namespace vision
