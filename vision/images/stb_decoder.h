#pragma once

#include "vision/images/image.h"

#include <cstdint>

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

/// Decodes with stb_image. The file must have been checked, and `width` and `height` must be what its
/// header says. Throws Error{BadFile} with stb's reason, and takes no more memory than such an image
/// needs.
Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height);

} // namespace vision
