#pragma once

#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

/// True for CacheQ8, CacheQ6 and CacheQ4; see cache_blocks.h.
bool isCacheBlockType(DType type);

/// Replaces every 32 numbers x of `count` by H · x / √32, where H is the Hadamard matrix in
/// Sylvester's order. The operation is its own inverse.
void rotateCacheRuns(float* x, int64_t count);

/// Packs `count` floats at `values` into a row of blocks. The last block is filled up with zeros.
///
/// Q8 and Q6 use equal steps, Q4 the levels of IQ4_NL. The largest number of a run is given the
/// outermost level, on the side that has more levels; then the scale is the one that fits the
/// chosen levels best by least squares. The loss for normally distributed numbers, as a mean square
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
