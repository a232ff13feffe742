#pragma once

#include "kernels/block_formats.h"

#include <cstdint>

// How keys and values are packed. Each run of 32 numbers of a row is rotated, which spreads the
// large numbers of a few channels over the whole run, and is then stored in a block with one scale
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

} // namespace kernels
