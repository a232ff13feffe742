#pragma once

#include "kernels/block_formats.h"
#include "kernels/dtype.h"

#include <cstdint>

// How keys and values are packed. Each block of 32 numbers of a row is rotated, which spreads the
// large numbers of a few channels over the whole block, and is then stored in a block with one scale
// (after QuaRot, Ashkboos et al., 2024, arXiv:2404.00456):
//
//   CacheQ8  8.5 bits per number  a BlockQ8_0
//   CacheQ6  6.5 bits             a BlockCacheQ6
//   CacheQ4  4.5 bits             a BlockIQ4_NL
//
// The rotation is orthonormal: a rotated query times a rotated key gives the same product as the
// two unrotated, and a sum of rotated values may be rotated back once it is complete. So attention
// reads the blocks without unpacking them first.

namespace kernels {

#pragma pack(push, 1)
struct BlockCacheQ6 { ///< 32 values: scale · (q − 32)
    uint16_t scale; ///< a float16
    uint8_t low[16]; ///< the lower four bits of each value, as in BlockQ4_0
    uint8_t high[8]; ///< bits 2k and 2k + 1 of byte j are the upper two bits of value 8k + j
};
#pragma pack(pop)
static_assert(sizeof(BlockCacheQ6) == 26);

/// True for CacheQ8, CacheQ6 and CacheQ4; see cache_blocks.h.
bool isCacheBlockType(DType type);

/// Replaces every 32 numbers x of `count` by H · x / √32, where H is the Hadamard matrix in
/// Sylvester's order. The operation is its own inverse.
void rotateCacheBlocks(float* x, int64_t count);

/// Packs `count` floats at `values` into a row of blocks. The last block is filled up with zeros.
///
/// Q8 and Q6 use equal steps, Q4 the codes of IQ4_NL. The largest number of a block is given the
/// outermost code, on the side that has more codes; then the scale is the one that fits the
/// chosen codes best by least squares. The loss for normally distributed numbers, as a mean square
/// relative to their variance:
///
///                             8 bits    6 bits    4 bits
///   this                      2.75e-5   4.40e-4   5.76e-3
///   midpoints up to largest   3.09e-5   4.93e-4   7.90e-3
///   rounding to ± 2ᵇ⁻¹ − 1    2.87e-5   4.79e-4   9.40e-3
void packCacheRow(DType type, const float* values, void* row, int64_t count);

/// Writes the floats that `count` packed numbers stand for, rotated back. `count` must be whole
/// blocks.
void unpackCacheRow(DType type, const void* row, float* out, int64_t count);

} // namespace kernels
