#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernels {

/// How the numbers of a tensor are stored. The block types are those of the GGUF format and some
/// more, which exist only in the memory of a running program.
enum class DType : uint8_t {
    F32,
    F16,
    BF16,
    I32,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2_K,
    Q3_K,
    Q4_K,
    Q5_K,
    Q6_K,
    IQ4_NL,
    IQ4_XS,
    IQ3_XXS,
    IQ3_S,
    IQ2_S,
    TQ1_0,
    TQ2_0,
    MXFP4,
    CacheQ8, ///< this and the next two store keys and values, see cache_blocks.h
    CacheQ6,
    CacheQ4,
    StripQ4_0, ///< this and those behind it hold rows by sixteen, see strips.h
    StripQ4_1,
    StripQ5_0,
    StripQ5_1,
    StripQ8_0,
    StripQ2_K,
    StripQ3_K,
    StripQ4_K,
    StripQ5_K,
    StripQ6_K,
    StripIQ4_NL,
    StripIQ4_XS,
    StripMXFP4,
    StripWords, ///< rows of plain numbers, rounded; see strips.h
};

/// The layout of a type in memory.
struct DTypeInfo {
    const char* name; ///< as GGUF tools write it: "Q4_K"
    int blockSize; ///< the number of values in a block; 1 for plain numbers
    int blockBytes; ///< the number of bytes of a block
    int ggufType; ///< its number in GGUF files; −1 if no file contains it
};

const DTypeInfo& info(DType type);
inline const char* name(DType type)
{
    return info(type).name;
}
inline bool isBlockType(DType type)
{
    return info(type).blockSize > 1;
}

// These return types that files may hold, or nothing.
std::optional<DType> dtypeFromName(std::string_view name);
std::optional<DType> dtypeFromGguf(int64_t ggufType);

/// The number of bytes of a row of `columns` values. `columns` must be a multiple of the block
/// size.
int64_t rowBytes(DType type, int64_t columns);

/// `columns` rounded up to whole blocks.
int64_t wholeBlocks(DType type, int64_t columns);

} // namespace kernels
