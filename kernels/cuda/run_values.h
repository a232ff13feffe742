#pragma once

#include "kernels/cuda/run_words.h"

#include <cmath>

// Reads single values of a quantized row: row[32 run + i].

namespace kernels::cuda {

/// The value at position `i` among the four in a word of runWords().
VIGNETTE_DEVICE float signedByte(uint32_t word, int i)
{
    return float(int8_t(word >> 8 * i));
}

template <typename Block>
VIGNETTE_DEVICE float runValue(const Block* row, int64_t run, int i)
{
    const RunWords words = runWords(row, run, i % 16 / 4);
    const RunScales scales = runScales(row, run);
    const float byte = signedByte(i < 16 ? words.low : words.high, i % 4);
    const int half = RunTraits<Block>::hasTwoScales ? i / 16 : 0;
    if constexpr (RunTraits<Block>::hasOffset)
        return fmaf(scales.scale[half], byte, scales.offset[half]);
    return scales.scale[half] * byte;
}

VIGNETTE_DEVICE int iq4Value(int nibble)
{
    return int8_t(iq4Bytes(uint32_t(nibble)) & 255);
}

} // namespace kernels::cuda
