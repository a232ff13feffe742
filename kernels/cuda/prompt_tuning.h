#pragma once

// The sizes of the blocks of prompt attention.

// Overridable while the kernels are being tuned, as the digits of one number: row tiles of a warp,
// warps of a block, blocks of a multiprocessor, and whether queries stay in registers (else they are
// read from shared memory, in the form of fragments).
#ifndef VIGNETTE_PROMPT_LARGE_64
#define VIGNETTE_PROMPT_LARGE_64 2421
#endif
#ifndef VIGNETTE_PROMPT_LARGE_80
#define VIGNETTE_PROMPT_LARGE_80 2421
#endif
#ifndef VIGNETTE_PROMPT_LARGE_96
#define VIGNETTE_PROMPT_LARGE_96 2420
#endif
#ifndef VIGNETTE_PROMPT_LARGE_128
#define VIGNETTE_PROMPT_LARGE_128 2420
#endif
#ifndef VIGNETTE_PROMPT_SMALL_64
#define VIGNETTE_PROMPT_SMALL_64 1431
#endif
#ifndef VIGNETTE_PROMPT_SMALL_80
#define VIGNETTE_PROMPT_SMALL_80 1431
#endif
#ifndef VIGNETTE_PROMPT_SMALL_96
#define VIGNETTE_PROMPT_SMALL_96 1431
#endif
#ifndef VIGNETTE_PROMPT_SMALL_128
#define VIGNETTE_PROMPT_SMALL_128 1431
#endif
#ifndef VIGNETTE_PROMPT_256
#define VIGNETTE_PROMPT_256 1410
#endif
#ifndef VIGNETTE_PROMPT_ANY
#define VIGNETTE_PROMPT_ANY 1811
#endif
// Large blocks are used where there are at least so many percent of a block for each block that the
// multiprocessors can hold.
#ifndef VIGNETTE_PROMPT_LARGE_PERCENT
#define VIGNETTE_PROMPT_LARGE_PERCENT 100
#endif

namespace kernels::cuda {

/// Blocks for few rows, for many rows, and for any type and layout of keys and values.
enum class Use { Small, Large, Any };

template <int digits>
struct TuningOf {
    static constexpr int rowTiles = digits / 1000, warps = digits / 100 % 10,
                         blocks = digits / 10 % 10;
    static constexpr bool keepsQuery = digits % 10 != 0;
};

constexpr int tuningDigits(int dims, Use use)
{
    if (dims > 128)
        return VIGNETTE_PROMPT_256;
    if (use == Use::Any)
        return VIGNETTE_PROMPT_ANY;
    const bool isLarge = use == Use::Large;
    switch (dims) {
    case 64:
        return isLarge ? VIGNETTE_PROMPT_LARGE_64 : VIGNETTE_PROMPT_SMALL_64;
    case 80:
        return isLarge ? VIGNETTE_PROMPT_LARGE_80 : VIGNETTE_PROMPT_SMALL_80;
    case 96:
        return isLarge ? VIGNETTE_PROMPT_LARGE_96 : VIGNETTE_PROMPT_SMALL_96;
    default:
        return isLarge ? VIGNETTE_PROMPT_LARGE_128 : VIGNETTE_PROMPT_SMALL_128;
    }
}

template <int dims, Use use>
using Tuning = TuningOf<tuningDigits(dims, use)>;

} // namespace kernels::cuda
