#pragma once

// The sizes of the blocks of prompt attention, the fastest of those that were compared on an H200.

namespace kernels::cuda {

/// Blocks for few rows, for many rows, and for any type and layout of keys and values.
enum class Use { Small, Large, Any };

/// The rows of a block, and whether its queries stay in registers; if not, they are read from shared
/// memory, in the form of fragments.
struct BlockSize {
    int rowTiles; ///< of sixteen rows, per warp
    int warps;
    int blocks; ///< for which the registers of a multiprocessor suffice
    bool keepsQuery;
};

constexpr BlockSize blockSize(int dims, Use use)
{
    if (dims > 128)
        return {1, 4, 1, false};
    if (use == Use::Any)
        return {1, 8, 1, true};
    if (use == Use::Large)
        return {2, 4, 2, dims <= 80};
    return {1, 4, 3, true};
}

} // namespace kernels::cuda
