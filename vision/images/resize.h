#pragma once

#include "vision/images/image.h"

namespace vision {

enum class Resampling { Nearest, Bilinear, Bicubic, Lanczos, Box };

/// Scaled to width × height with antialiasing, rounded to 8 bits between the horizontal and the
/// vertical pass: exactly what Pillow's Image.resize gives for an RGB image. Any thread.
Image resizeImage(const Image& image, int64_t width, int64_t height, Resampling resampling);

} // namespace vision
