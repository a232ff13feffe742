#pragma once

#include <cstdint>

// The grids of the IQ types, which are part of the GGUF format (ggml-common.h in ggml). An entry
// packs the codes of several values, the first value in the lowest bits.

namespace kernels {

extern const uint16_t iq3XxsGrid[256]; ///< 4 values of 4 bits
extern const uint16_t iq3SGrid[512]; ///< 4 values of 4 bits
extern const uint16_t iq2SGrid[1024]; ///< 8 values of 2 bits
extern const uint16_t iq2XxsGrid[256]; ///< 8 values of 2 bits
extern const uint16_t iq2XsGrid[512]; ///< 8 values of 2 bits
extern const uint16_t iq1Grid[2048]; ///< 8 values of 2 bits, one more than what they mean

} // namespace kernels
