#pragma once

#include "kernels/cuda/run_words.h"
#include "kernels/cuda/run_words_iq.h"

// runWords() and runScales() for the types with few values: −1, 0 and 1, and floating-point numbers
// of four bits.

namespace kernels::cuda {

/// Digit n to base 3, minus one, of each of four bytes. A byte is digits · 256 / 243; multiplied by
/// 3ⁿ modulo 256, its top digit is digit n.
VIGNETTE_DEVICE uint32_t ternaryDigits(const uint8_t* bytes, int n)
{
    const uint32_t power = n == 0 ? 1 : n == 1 ? 3 : n == 2 ? 9 : n == 3 ? 27 : 81;
    uint32_t digits = 0;
    for (int i = 0; i < 4; ++i)
        digits |= ((bytes[i] * power & 255) * 3 >> 8) << 8 * i;
    return uint32_t(lessBytes(int(digits), 1));
}

// Runs 0 to 4 are the digits of the first 32 bytes, the next two and a half those of the next 16,
// and the last half those of the last four.
VIGNETTE_DEVICE RunWords runWords(const BlockTQ1_0* row, int64_t run, int t)
{
    const BlockTQ1_0& block = row[run / 8];
    const int part = int(run % 8);
    if (part < 5)
        return {ternaryDigits(block.digits + 4 * t, part),
            ternaryDigits(block.digits + 16 + 4 * t, part)};
    const int first = (part - 5) * 2;
    const uint8_t* bytes = block.digits + 32 + 4 * t;
    return {ternaryDigits(bytes, first),
        part < 7 ? ternaryDigits(bytes, first + 1) : ternaryDigits(block.lastDigits, t)};
}

VIGNETTE_DEVICE RunScales runScales(const BlockTQ1_0* row, int64_t run)
{
    return oneScale(halfToFloat(row[run / 8].scale));
}

VIGNETTE_DEVICE RunWords runWords(const BlockTQ2_0* row, int64_t run, int t)
{
    const RunWords words = twoBitWords(row[run / 8], int(run % 8), t);
    return {uint32_t(lessBytes(int(words.low), 1)), uint32_t(lessBytes(int(words.high), 1))};
}

VIGNETTE_DEVICE RunScales runScales(const BlockTQ2_0* row, int64_t run)
{
    return oneScale(halfToFloat(row[run / 8].scale));
}

/// Twice the value of four bits that are a floating-point number with two bits of exponent and one
/// of mantissa (E2M1).
VIGNETTE_DEVICE uint32_t mxfp4Bytes(uint32_t nibbles)
{
    return bytesNamed(nibbles, 0x03020100u, 0x0c080604u, 0xfdfeff00u, 0xf4f8fafcu);
}

// The blocks have 17 bytes, so their fields are not aligned.
VIGNETTE_DEVICE RunWords runWords(const BlockMXFP4* row, int64_t run, int t)
{
    const uint8_t* low = row[run].low + 4 * t;
    const uint32_t word
        = low[0] | uint32_t(low[1]) << 8 | uint32_t(low[2]) << 16 | uint32_t(low[3]) << 24;
    return {mxfp4Bytes(word), mxfp4Bytes(word >> 4)};
}

// The scale is 2^(exponent − 128), half of the exponent's value, because mxfp4Bytes() returns
// doubled values.
VIGNETTE_DEVICE RunScales runScales(const BlockMXFP4* row, int64_t run)
{
    const uint32_t exponent = row[run].exponent;
    const uint32_t bits = exponent < 2 ? 0x00200000u << exponent : (exponent - 1) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return oneScale(scale);
}

} // namespace kernels::cuda
