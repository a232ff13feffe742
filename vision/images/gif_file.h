#pragma once

#include "vision/images/raster.h"

namespace vision {

struct GifFrame;

/// Decodes the first frame of a GIF on its canvas; see gif_frames.h for the format. A frame with
/// missing pixels is refused. What follows its last pixel is not read.
bool isGif(FileBytes file);
Raster decodeGif(FileBytes file);

/// The first frame on a screen of this size, or a larger one if it needs that. The part of the
/// screen that the frame leaves free is transparent if the frame has a transparent colour, and has
/// the first colour of the palette otherwise.
Raster onScreen(const GifFrame& frame, int64_t width, int64_t height);

} // namespace vision
