#pragma once

#include "kernels/cuda/run_words.h"
#include "kernels/iq_grids.h"

#include <cstdint>

// runWords() and runScales() for the types whose values are looked up in grids: an entry of a grid
// has four or eight magnitudes, and separate bits give their signs.

namespace kernels::cuda {

#ifdef __CUDACC__
namespace device_grids {
#define VIGNETTE_TABLE [[maybe_unused]] static __device__ const
#include "kernels/iq_grids.inl"
#undef VIGNETTE_TABLE
} // namespace device_grids
#endif

#ifdef __CUDA_ARCH__
namespace grids = device_grids;
#else
namespace grids = kernels;
#endif

template <>
struct RunTraits<BlockIQ2_S> : WithTwoScales {
};

/// Negates each of four bytes for which one of the lowest four bits of `signs` is set. No byte may
/// be zero.
VIGNETTE_DEVICE uint32_t withSigns(uint32_t bytes, uint32_t signs)
{
    const uint32_t negative = (signs & 15) * 0x00204081 & 0x01010101; // a bit a byte
    return (bytes ^ negative * 255) + negative;
}

VIGNETTE_DEVICE RunScales oneScale(float scale)
{
    return {{scale, scale}, {0, 0}};
}

/// Eight signs that are stored in seven bits: the eighth makes the number of set bits even.
VIGNETTE_DEVICE uint32_t evenSigns(uint32_t seven)
{
    uint32_t parity = seven ^ seven >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    return seven | (parity & 1) << 7;
}

VIGNETTE_DEVICE RunWords runWords(const BlockIQ3_XXS* row, int64_t run, int t)
{
    const BlockIQ3_XXS& block = row[run / 8];
    const int group = int(run % 8);
    const auto packed = uint32_t(fourBytes(&block.signs[group]));
    const auto word = [&](int entry) {
        const uint32_t codes = chosenBytes(
            0x1c140c04u, 0x3e342c24u, grids::iq3XxsGrid[block.grid[group * 8 + entry]]);
        return withSigns(codes, evenSigns(packed >> (entry / 2 * 7) & 127) >> (entry % 2 * 4));
    };
    return {word(t), word(4 + t)};
}

VIGNETTE_DEVICE RunScales runScales(const BlockIQ3_XXS* row, int64_t run)
{
    const BlockIQ3_XXS& block = row[run / 8];
    const auto packed = uint32_t(fourBytes(&block.signs[run % 8]));
    return oneScale(halfToFloat(block.scale) * (0.5f + float(packed >> 28)) * 0.5f);
}

VIGNETTE_DEVICE RunWords runWords(const BlockIQ3_S* row, int64_t run, int t)
{
    const BlockIQ3_S& block = row[run / 8];
    const int group = int(run % 8);
    const auto word = [&](int entry) {
        const int upper = block.high[group] >> entry & 1;
        const uint32_t codes = chosenBytes(
            0x07050301u, 0x0f0d0b09u, grids::iq3SGrid[block.grid[group * 8 + entry] | upper << 8]);
        return withSigns(codes, block.signs[group * 4 + entry / 2] >> (entry % 2 * 4));
    };
    return {word(t), word(4 + t)};
}

VIGNETTE_DEVICE RunScales runScales(const BlockIQ3_S* row, int64_t run)
{
    const BlockIQ3_S& block = row[run / 8];
    const int factor = block.groups[run % 8 / 2] >> (run % 2 * 4) & 15;
    return oneScale(halfToFloat(block.scale) * float(1 + 2 * factor));
}

VIGNETTE_DEVICE RunWords runWords(const BlockIQ2_S* row, int64_t run, int t)
{
    const BlockIQ2_S& block = row[run / 8];
    const int group = int(run % 8), half = t % 2;
    const auto word = [&](int entry) {
        const int upper = block.high[group] >> (entry * 2) & 3;
        const uint32_t grid
            = grids::iq2SGrid[block.grid[group * 4 + entry] | upper << 8] >> (half * 8);
        const uint32_t names
            = (grid & 3) | (grid & 0xc) << 2 | (grid & 0x30) << 4 | (grid & 0xc0) << 6;
        const uint32_t codes = chosenBytes(0x002b1908u, 0, names);
        return withSigns(codes, block.signs[group * 4 + entry] >> (half * 4));
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE RunScales runScales(const BlockIQ2_S* row, int64_t run)
{
    const BlockIQ2_S& block = row[run / 8];
    const int factors = block.groups[run % 8];
    const float scale = halfToFloat(block.scale);
    return {{scale * (0.5f + float(factors & 15)) * 0.25f,
                scale * (0.5f + float(factors >> 4)) * 0.25f},
        {0, 0}};
}

} // namespace kernels::cuda
