#pragma once

#include "vision/images/image.h"

#include <cstdint>
#include <optional>

// The steps of decoding a JPEG in which decoders may differ, computed as libjpeg computes them (its
// "islow" transform and "fancy" upsampling), so that images come out exactly as in Pillow.

namespace vision {

/// Transforms a block of 8 × 8 coefficients, already multiplied by the quantization table, to the
/// pixels out[y · stride + x], each 0 … 255.
void inverseCosineTransform(uint8_t* out, int stride, int16_t coefficients[64]);

/// Doubles the width and the height of chroma. Makes one output row of `width` pixels of `near`,
/// the chroma row that it is in, and `far`, the neighboring row: three parts of the nearer to one
/// part of the farther, in both directions. Writes and returns `out` [2 · width]. A row of one or
/// two pixels is repeated instead.
uint8_t* doubleRow(uint8_t* out, uint8_t* near, uint8_t* far, int width, int);

/// Does the same if chroma is halved in width only; `far` is not read.
uint8_t* doubleWidth(uint8_t* out, uint8_t* row, uint8_t* far, int width, int);

/// Converts `count` pixels from Y Cb Cr (JFIF) to red, green and blue, which become the first three
/// of every `step` bytes of `out`. A fourth byte becomes 255.
void toRgb(uint8_t* out, const uint8_t* luma, const uint8_t* blueChroma, const uint8_t* redChroma,
    int count, int step);

// stb_image, restricted to what this program needs of it. The files must have been checked, and
// `width` and `height` must be what their headers say. The result has 8 bits per channel. All
// functions throw Error{BadFile} with stb's reason, and take no more memory than such an image
// needs.

Raster decodePngWithStb(FileBytes file, int64_t width, int64_t height, int channels);
Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height);

/// Decompresses a zlib stream of at most `maxBytes`. Nothing if it is damaged, longer, or ends
/// early.
std::optional<std::vector<uint8_t>> inflateWithStb(FileBytes stream, size_t maxBytes);

} // namespace vision
