#pragma once

#include <cstdint>
#include <cstring>

// Conversions of the 16-bit floating point types, in plain code. Internal linkage on purpose: these
// are also compiled into code for one instruction set, which must not be shared with other files.

namespace kernels {

static inline float floatFromBits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bitsOfFloat(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Converts an IEEE half to a float, exactly. A signaling NaN becomes a quiet one, as in hardware.
static inline float floatFromHalf(uint16_t half)
{
    const uint32_t sign = uint32_t(half & 0x8000) << 16;
    const uint32_t exponent = (half >> 10) & 0x1f;
    const uint32_t mantissa = half & 0x3ff;
    if (exponent == 0) { // zero or subnormal: mantissa · 2⁻²⁴
        const float magnitude = float(mantissa) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    if (exponent == 31)
        return floatFromBits(sign | 0x7f800000 | mantissa << 13 | (mantissa ? 0x400000 : 0));
    return floatFromBits(sign | (exponent + 112) << 23 | mantissa << 13);
}

/// Rounds to the nearest half, ties to even. Numbers that are too large become infinity.
static inline uint16_t halfFromFloat(float value)
{
    const uint32_t bits = bitsOfFloat(value);
    const uint16_t sign = uint16_t(bits >> 16 & 0x8000);
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) // NaN
        return uint16_t(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
    if (magnitude >= 0x477ff000) // rounds to 2¹⁶ or above
        return sign | 0x7c00;
    if (magnitude < 0x38800000) { // below 2⁻¹⁴: adding ½ leaves the rounded multiple of 2⁻²⁴
        const float shifted = floatFromBits(magnitude) + 0.5f;
        return uint16_t(sign | (bitsOfFloat(shifted) - 0x3f000000));
    }
    const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return uint16_t(sign | ((rounded >> 13) - (112 << 10)));
}

static inline float floatFromBfloat(uint16_t bfloat)
{
    return floatFromBits(uint32_t(bfloat) << 16);
}

/// Rounds to the nearest bfloat16, ties to even.
static inline uint16_t bfloatFromFloat(float value)
{
    const uint32_t bits = bitsOfFloat(value);
    if ((bits & 0x7fffffff) > 0x7f800000) // NaN: keep it one, and quiet
        return uint16_t(bits >> 16 | 0x40);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

} // namespace kernels
