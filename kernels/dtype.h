#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernels {

/// The quantized types of GGUF files: name, values per block, number in GGUF files. INTERLEAVED types
/// also have a form whose rows are interleaved for fast products on CPUs (kernels/interleaved.h); STORED
/// types have none. The blocks are declared in kernels/block_formats.h as Block<name>, the interleaved
/// ones in kernels/interleaved.h as Interleaved<name>. Everything that depends on the type is generated
/// from this list, or found by overloads for these blocks.
#define VIGNETTE_QUANTIZED_TYPES(INTERLEAVED, STORED) \
    INTERLEAVED(Q4_0, 32, 2)                          \
    INTERLEAVED(Q4_1, 32, 3)                          \
    INTERLEAVED(Q5_0, 32, 6)                          \
    INTERLEAVED(Q5_1, 32, 7)                          \
    INTERLEAVED(Q8_0, 32, 8)                          \
    INTERLEAVED(Q2_K, 256, 10)                        \
    INTERLEAVED(Q3_K, 256, 11)                        \
    INTERLEAVED(Q4_K, 256, 12)                        \
    INTERLEAVED(Q5_K, 256, 13)                        \
    INTERLEAVED(Q6_K, 256, 14)                        \
    INTERLEAVED(IQ4_NL, 32, 20)                       \
    INTERLEAVED(IQ4_XS, 256, 23)                      \
    STORED(IQ1_S, 256, 19)                            \
    STORED(IQ1_M, 256, 29)                            \
    STORED(IQ2_XXS, 256, 16)                          \
    STORED(IQ2_XS, 256, 17)                           \
    STORED(IQ3_XXS, 256, 18)                          \
    STORED(IQ3_S, 256, 21)                            \
    STORED(IQ2_S, 256, 22)                            \
    STORED(Q1_0, 128, 41)                             \
    STORED(TQ1_0, 256, 34)                            \
    STORED(TQ2_0, 256, 35)                            \
    STORED(NVFP4, 64, 40)                             \
    INTERLEAVED(MXFP4, 32, 39)

/// Leaves out a part of the list.
#define VIGNETTE_NO_TYPE(...)

/// How the numbers of a tensor are stored. The block types are those of the GGUF format and some
/// more, which exist only in the memory of a running program.
enum class DType : uint8_t {
    F32,
    F16,
    BF16,
    I32,
#define VIGNETTE_ENUMERATOR(name, ...) name,
    VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENUMERATOR, VIGNETTE_ENUMERATOR)
#undef VIGNETTE_ENUMERATOR
        CacheQ8, ///< this and the next two store keys and values, see cache_blocks.h
    CacheQ6,
    CacheQ4,
// Sixteen rows each, see interleaved.h.
#define VIGNETTE_ENUMERATOR(name, ...) Interleaved##name,
    VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENUMERATOR, VIGNETTE_NO_TYPE)
#undef VIGNETTE_ENUMERATOR
        InterleavedInt16, ///< plain numbers, rounded
};
inline constexpr int dtypeCount = int(DType::InterleavedInt16) + 1;

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
