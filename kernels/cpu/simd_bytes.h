#pragma once

#include <stdint.h>
#include <string.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define ALWAYS __attribute__((always_inline)) // of lambdas

// Sixteen or 32 bytes with element-wise operators, the same for every instruction set.
// Everything here has internal linkage, see isa_avx2.cpp.

namespace kernels::cpu {

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint16_t BytePairs __attribute__((vector_size(16)));
typedef uint64_t Longs __attribute__((vector_size(16)));
typedef uint8_t Bytes32 __attribute__((vector_size(32)));
typedef uint16_t BytePairs32 __attribute__((vector_size(32)));

static inline Bytes loadBytes(const void* memory)
{
    Bytes bytes;
    memcpy(&bytes, memory, sizeof bytes);
    return bytes;
}
static inline Bytes32 loadBytes32(const void* memory)
{
    Bytes32 bytes;
    memcpy(&bytes, memory, sizeof bytes);
    return bytes;
}
static inline void storeBytes(void* memory, Bytes bytes)
{
    memcpy(memory, &bytes, sizeof bytes);
}
static inline void storeBytes(void* memory, Bytes32 bytes)
{
    memcpy(memory, &bytes, sizeof bytes);
}

/// Shifts all bytes to the left, or to the right if `up` is negative, and applies a mask. The mask
/// must remove the bits that come from a neighboring byte: bytes are shifted in pairs, because
/// there is no instruction that shifts single ones.
static inline Bytes movedBits(Bytes bytes, int up, uint8_t mask)
{
    const BytePairs pairs = (BytePairs)bytes;
    return (Bytes)(up >= 0 ? pairs << up : pairs >> -up) & mask;
}
static inline Bytes32 movedBits(Bytes32 bytes, int up, uint8_t mask)
{
    const BytePairs32 pairs = (BytePairs32)bytes;
    return (Bytes32)(up >= 0 ? pairs << up : pairs >> -up) & mask;
}

/// table[i] for every index i, each of which must be below 16.
static inline Bytes lookedUp(Bytes table, Bytes indices)
{
    return __builtin_shuffle(table, indices);
}

} // namespace kernels::cpu
