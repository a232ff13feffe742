#pragma once

#include "kernels/block_formats.h"

#include <cstdint>

// How keys and values are packed. Each run of 32 numbers of a row is rotated, which spreads what a
// few channels stand out by over the whole run, and then stored in a block with one scale:
//
//   CacheQ8  8.5 bits a number  a BlockQ8_0
//   CacheQ6  6.5 bits           a BlockCacheQ6
//   CacheQ4  4.5 bits           a BlockIQ4_NL
//
// The rotation is orthonormal: the product of a query and a key is that of both rotated, and a sum
// of values may be rotated back once it is complete. So attention reads the blocks as they are.

namespace kernels {

#pragma pack(push, 1)
struct BlockCacheQ6 { ///< 32 values: scale · (q − 32)
    uint16_t scale; ///< a float16
    uint8_t low[16]; ///< four bits of each value, as in BlockQ4_0
    uint8_t high[8]; ///< bits 2k and 2k + 1 of byte j are the upper two of value 8k + j
};
#pragma pack(pop)
static_assert(sizeof(BlockCacheQ6) == 26);

} // namespace kernels
