#pragma once

#include "vision/images/raster.h"

namespace vision {

/// Decodes the first frame of a GIF on its canvas. The part of the canvas that the frame leaves
/// free is transparent if the frame has a transparent colour, and has the first colour of the
/// palette otherwise. A frame with missing pixels is refused. What follows its last pixel is not
/// read.
///
///     "GIF89a", screen width u16, height u16, flags, background, aspect, global palette, then
///     blocks: '!' kind, sub-blocks · ',' x, y, width, height u16, flags, palette, code bits,
///     sub-blocks of LZW codes · ';' the end. A sub-block is its length u8 and the bytes, the last
///     has length 0.
bool isGif(FileBytes file);
Raster decodeGif(FileBytes file);

} // namespace vision
