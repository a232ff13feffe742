#pragma once

#include <cstdint>

// The steps of decoding a JPEG in which decoders may differ, computed as libjpeg computes them (its
// "islow" transform and "fancy" upsampling), so that pictures come out exactly as in Pillow.
namespace vision {

/// Transforms a block of 8 × 8 coefficients, already multiplied by the quantisation table, to the
/// pixels out[y · stride + x], each 0 … 255.
void inverseCosineTransform(uint8_t* out, int stride, int16_t coefficients[64]);

/// Doubles the width and the height of chroma. Makes one output row of `width` pixels of `near`,
/// the chroma row that it lies in, and `far`, the neighbouring row: three parts of the nearer to
/// one part of the farther, in both directions. Writes and returns `out` [2 · width]. A row of one
/// or two pixels is repeated instead.
uint8_t* doubleRow(uint8_t* out, uint8_t* near, uint8_t* far, int width, int);

/// Does the same if chroma is halved in width only; `far` is not read.
uint8_t* doubleWidth(uint8_t* out, uint8_t* row, uint8_t* far, int width, int);

/// Converts `count` pixels from Y Cb Cr (JFIF) to red, green and blue, which become the first three
/// of every `step` bytes of `out`. A fourth byte becomes 255.
void toRgb(uint8_t* out, const uint8_t* luma, const uint8_t* blueChroma, const uint8_t* redChroma,
    int count, int step);

} // namespace vision
