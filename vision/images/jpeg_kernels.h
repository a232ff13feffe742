#pragma once

#include <cstdint>

// The arithmetic of a JPEG where decoders may differ, done as libjpeg does it (its "islow"
// transform and "fancy" upsampling), so that pictures come out as Pillow shows them.
namespace vision {

/// One block of 8 × 8 coefficients, already multiplied by the quantisation table, to pixels:
/// out[y · stride + x], 0 … 255.
void inverseCosineTransform(uint8_t* out, int stride, int16_t coefficients[64]);

/// A row of chroma at twice its width: three parts of `near`, the row it lies in, and one of `far`,
/// the neighbour; likewise along the row. Returns `out` [2 · width]. Rows of one or two are
/// repeated.
uint8_t* doubleRow(uint8_t* out, uint8_t* near, uint8_t* far, int width, int);

/// The same where there is as much chroma from top to bottom as there are rows: `far` is not read.
uint8_t* doubleWidth(uint8_t* out, uint8_t* row, uint8_t* far, int width, int);

/// Y Cb Cr (JFIF) to red, green, blue: three of every `step` bytes of out; a fourth becomes 255.
void toRgb(uint8_t* out, const uint8_t* luma, const uint8_t* blueChroma, const uint8_t* redChroma,
    int count, int step);

} // namespace vision
