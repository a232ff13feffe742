#pragma once

#include "vision/images/image.h"

namespace vision {

enum class Resampling { Nearest, Bilinear, Bicubic, Lanczos, Box };

/// Scales to width × height with antialiasing and rounds to 8 bits between the horizontal and the
/// vertical pass. The result is exactly that of Image.resize of Pillow 13 for an RGB image. Any
/// thread may call it.
Image resizeImage(const Image& image, int64_t width, int64_t height, Resampling resampling);

} // namespace vision
