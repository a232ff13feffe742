#pragma once

#include "vision/images/raster.h"

namespace vision {

/// The first picture of a GIF on its screen; what it leaves free is transparent if it has a
/// transparent colour, else the first colour of the palette. A picture with pixels missing is
/// refused; what follows its last pixel is not read.
///
///     "GIF89a", screen width u16, height u16, flags, background, aspect, global palette, then
///     blocks: '!' kind, sub-blocks · ',' x, y, width, height u16, flags, palette, code bits,
///     sub-blocks of LZW codes · ';' the end. A sub-block is its length u8 and the bytes, the last
///     has length 0.
bool isGif(FileBytes file);
Raster decodeGif(FileBytes file);

} // namespace vision
