#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/tensor_core.cuh"

#include <cstring>
#include <type_traits>

// Fragments of cached keys and values for the tensor cores, read from shared memory as the cache
// stores them. Sixteen positions of a head are the matrix `a` of either product (g = lane / 4,
// t = lane % 4, see tensor_core.cuh):
//
//   scores^T [16 keys, 8 columns]  +=  keys [16 keys, 16 or 32 dims]  ·  query^T
//   output^T [16 dims, 8 columns]  +=  values^T [16 dims, 16 keys]    ·  weights^T
//
// Rows in half precision are read with ldmatrix. Packed rows are unpacked in registers: a lane takes
// the bytes that it can use from its rows. Keys become signed bytes, which are multiplied with the
// digits of the query. Values become halves: a byte u next to the byte 0x64 is the half 1024 + u, from
// which the bias is subtracted; that is exact. The scales of the blocks of 32 values (a block of the
// cache) are applied in f32: those of keys multiply the scores, those of values the weights.
//
// A row or a k of the tensor cores may represent any dimension, as long as query and output agree,
// so each lane takes contiguous bytes. With j = 0, 1 for the k-steps or tiles of 16 in a block:
//
//   keys     word 0 (k = 2t, 2t + 1)         word 2 (k = 2t + 8, 2t + 9)
//     f16    16 j + (2t, 2t + 1)             16 j + (2t + 8, 2t + 9)
//   keys     word 0 (k = 4t … 4t + 3)        word 2 (k = 4t + 16 … 4t + 19)
//     q8 q6  4t … 4t + 3                     16 + 4t … 16 + 4t + 3
//     q4     4t, 16 + 4t, 4t + 1, 17 + 4t    4t + 2, 18 + 4t, 4t + 3, 19 + 4t
//
//   values   row g of tile j of a block      row g + 8
//     f16    16 j + g                        16 j + g + 8
//     q8…q4  16 j + 2g                       16 j + 2g + 1

namespace kernels::cuda {

/// How a side of the cache (keys or values) is stored, if a kernel is compiled for it. The kernels of
/// Q8, Q6 and Q4 are for heads of `dims` numbers. Any means that the kernel looks at the type of the
/// tensor and at the size of the heads.
enum class CacheFormat { F16, Q8, Q6, Q4, Any };

inline CacheFormat cacheFormat(DType type)
{
    return type == DType::F16    ? CacheFormat::F16
        : type == DType::CacheQ8 ? CacheFormat::Q8
        : type == DType::CacheQ6 ? CacheFormat::Q6
                                 : CacheFormat::Q4;
}

/// Whether heads consist of whole blocks that begin at multiples of four bytes.
VIGNETTE_DEVICE constexpr bool isAligned(CacheFormat format)
{
    return format != CacheFormat::F16 && format != CacheFormat::Any;
}

/// The type of a tensor, known to the compiler if the format is.
template <CacheFormat format>
VIGNETTE_DEVICE constexpr DType cacheType(DType type)
{
    return format == CacheFormat::F16 ? DType::F16
        : format == CacheFormat::Q8   ? DType::CacheQ8
        : format == CacheFormat::Q6   ? DType::CacheQ6
        : format == CacheFormat::Q4   ? DType::CacheQ4
                                      : type;
}

/// The index of a dimension in a query whose numbers 16 s + 4t … 16 s + 4t + 3 are the lane's words
/// of `b` in k-step s. Keys are f16.
__device__ __forceinline__ int queryIndex(int dim)
{
    const int step = dim / 16 * 16, inStep = dim % 16;
    return step + inStep % 8 / 2 * 4 + inStep / 8 * 2 + inStep % 2;
}

/// The index of a dimension in digits of a query, of which 32 b + 8t … 32 b + 8t + 7 are the lane's
/// words of `b` for block b. Keys are packed.
__device__ __forceinline__ int digitIndex(DType keys, int dim)
{
    const int upper = dim / 16 % 2, inHalf = dim % 16;
    const int inLane = keys == DType::CacheQ4 ? inHalf % 4 * 2 + upper : upper * 4 + inHalf % 4;
    return dim / 32 * 32 + inHalf / 4 * 8 + inLane;
}

/// The dimension of row g (upper = 0) or g + 8 (upper = 1) of a tile of sixteen dimensions of values.
__device__ __forceinline__ int valueDim(bool isPacked, int tile, int upper, int g)
{
    return tile * 16 + (isPacked ? 2 * g + upper : 8 * upper + g);
}

__device__ __forceinline__ float scaleAt(SharedAddress block)
{
    return halfToFloat(uint16_t(sharedHalf(block)));
}

/// The numbers of two bytes at two addresses; the first is the lower one of the result.
__device__ __forceinline__ uint32_t halvesAt(SharedAddress first, SharedAddress second)
{
    return permutedBytes(sharedHalf(first), sharedHalf(second), 0x5410);
}

/// Splits a number into the nearest half and the remainder, rounded to a half.
__device__ __forceinline__ uint32_t splitHalves(float x)
{
    const float nearest = __half2float(__float2half_rn(x));
    return halfPair(nearest, x - nearest);
}

/// Words at even offsets of shared memory, read by aligned words. Whether an offset given to at() is a
/// multiple of four must be known to the compiler; `extra` must be one. If the kernel is compiled for
/// blocks that begin at multiples of four (`isAligned`), so must `begin` be.
template <bool isAligned>
class EvenWords {
public:
    __device__ __forceinline__ EvenWords(SharedAddress memory, int begin)
        : m_shift(isAligned ? 0 : begin % 4 * 8)
        , m_first(memory + (isAligned ? begin : begin - begin % 4))
        , m_second(memory + (isAligned ? begin - 2 : begin - (2 - begin % 4)))
    {
    }

    __device__ __forceinline__ uint32_t at(int offset, int extra = 0) const
    {
        const bool isMultiple = offset % 4 == 0;
        const SharedAddress words = (isMultiple ? m_first : m_second) + (offset + extra);
        if (isAligned)
            return isMultiple ? sharedWord(words)
                              : permutedBytes(sharedWord(words), sharedWord(words + 4), 0x5432);
        return __funnelshift_r(sharedWord(words), sharedWord(words + 4),
            uint32_t(isMultiple ? m_shift : 16 - m_shift));
    }

private:
    const int m_shift; // bits, for multiples of four
    const SharedAddress m_first, m_second; // for multiples of four, and for others
};

template <typename Block>
constexpr DType typeOfBlock = std::is_same_v<Block, BlockQ8_0> ? DType::CacheQ8
    : std::is_same_v<Block, BlockCacheQ6>                      ? DType::CacheQ6
                                                               : DType::CacheQ4;

/// The first words of the lower and of the upper eight codes of IQ4_NL.
struct CodeTable {
    uint32_t lower, upper;
};

/// Constants that must be in registers. The compiler would keep them in uniform registers, from which
/// each use would have to move them to others, so they are made to look different in every lane.
struct Constants {
    CodeTable keys, values; ///< as signed bytes; plus 128
    uint32_t sides, exponents;
    int start; ///< see integerOfSum()

    /// `none` must not be negative, but the compiler must not know that.
    __device__ explicit Constants(int none)
        : keys{inRegister(0xbfad9881, none), inRegister(0x26190d01, none)}
        , values{inRegister(0x3f2d1801, none), inRegister(0xa6998d81, none)}
        , sides(inRegister(0x32103210, none))
        , exponents(inRegister(0x64646464, none))
        , start(int(inRegister(0x4b400000, none)))
    {
    }

    __device__ __forceinline__ static uint32_t inRegister(uint32_t constant, int none)
    {
        return constant + (threadIdx.x & uint32_t(none >> 31));
    }
};

/// The sum of an integer product that started from Constants::start, as a float. The start is the float
/// 1.5 · 2^23, whose lowest bit is 1, so adding an integer of at most 22 bits to its bits adds it to the
/// number, too.
__device__ __forceinline__ float integerOfSum(int sum)
{
    return __int_as_float(sum) - 0x1.8p23f;
}

/// Converts two of four unsigned bytes to halves and subtracts `bias`: two halves of 1024 plus the
/// excess of the bytes over their values. Nibbles 0 and 2 of the selector name the bytes, the
/// others are 4.
__device__ __forceinline__ uint32_t halvesOfBytes(
    uint32_t bytes, uint32_t selector, uint32_t bias, const Constants& constants)
{
    const uint32_t raised = permutedBytes(bytes, constants.exponents, selector);
    __half2 number, subtrahend;
    memcpy(&number, &raised, sizeof number);
    memcpy(&subtrahend, &bias, sizeof subtrahend);
    number = __hsub2(number, subtrahend);
    uint32_t halves;
    memcpy(&halves, &number, sizeof halves);
    return halves;
}

/// The fragments that a lane makes from blocks of a type.
///
/// keys(): the signed bytes of a block of one row, words 0 and 2, times `keyFactor`. `row` points 4t bytes
/// into the row, `block` is the offset of the block.
///
/// values(): of a block of two rows, each a pair of halves (the first row in the lower bits), row g
/// and g + 8 of tile 0, row g and g + 8 of tile 1. The rows point 2g bytes into them.
template <typename Block>
struct PackedFragments;

template <>
struct PackedFragments<BlockQ8_0> {
    static constexpr uint32_t bias = 0x64806480; // 1024 + 128
    static constexpr float keyFactor = 1;

    template <typename Words>
    __device__ __forceinline__ static void keys(
        uint32_t (&words)[2], const Words& row, int block, int, const Constants&)
    {
        for (int half = 0; half < 2; ++half)
            words[half] = row.at(block + 2 + 16 * half);
    }

    __device__ __forceinline__ static void values(uint32_t (&pairs)[4], SharedAddress first,
        SharedAddress second, int block, int, const Constants& constants)
    {
        for (int tile = 0; tile < 2; ++tile) {
            const int offset = block + 2 + 16 * tile;
            const uint32_t bytes = halvesAt(first + offset, second + offset) ^ 0x80808080;
            pairs[2 * tile] = halvesOfBytes(bytes, 0x4240, bias, constants);
            pairs[2 * tile + 1] = halvesOfBytes(bytes, 0x4341, bias, constants);
        }
    }
};

// Bits 2k and 2k + 1 of byte j of `high` belong to value 8k + j, which is in the lower nibbles for
// k = 0, 1 and in the upper ones for k = 2, 3; `odd` is k % 2.
template <>
struct PackedFragments<BlockCacheQ6> {
    static constexpr uint32_t bias = 0x64206420; // 1024 + 32
    static constexpr float keyFactor = 4;

    // A code is in the upper six bits of a byte, its highest bit inverted: 4 · (code − 32).
    template <typename Words>
    __device__ __forceinline__ static void keys(
        uint32_t (&words)[2], const Words& row, int block, int t, const Constants&)
    {
        const uint32_t nibbles = row.at(block + 2), high = row.at(block + 18, 4 * (t % 2) - 4 * t);
        const int odd = t / 2;
        words[0]
            = ((nibbles << 2 & 0x3c3c3c3c) | (high << (6 - 2 * odd) & 0xc0c0c0c0)) ^ 0x80808080;
        words[1]
            = ((nibbles >> 2 & 0x3c3c3c3c) | (high << (2 - 2 * odd) & 0xc0c0c0c0)) ^ 0x80808080;
    }

    __device__ __forceinline__ static void values(uint32_t (&pairs)[4], SharedAddress first,
        SharedAddress second, int block, int g, const Constants& constants)
    {
        const int low = block + 2, high = block + 18 - g / 4 * 8, odd = g / 4;
        const uint32_t nibbles = halvesAt(first + low, second + low);
        const uint32_t highs = halvesAt(first + high, second + high);
        const uint32_t bytes[2] = {(nibbles & 0x0f0f0f0f) | (highs << (4 - 2 * odd) & 0x30303030),
            (nibbles >> 4 & 0x0f0f0f0f) | (highs >> 2 * odd & 0x30303030)};
        for (int tile = 0; tile < 2; ++tile) {
            pairs[2 * tile] = halvesOfBytes(bytes[tile], 0x4240, bias, constants);
            pairs[2 * tile + 1] = halvesOfBytes(bytes[tile], 0x4341, bias, constants);
        }
    }
};

template <>
struct PackedFragments<BlockIQ4_NL> {
    static constexpr uint32_t bias = 0x64806480; // 1024 + 128
    static constexpr float keyFactor = 1;

    /// Looks up eight nibbles: each four of them become four bytes in the same order. A nibble
    /// selects a byte among the lower and among the upper eight values; its bit 3, moved to bit 2,
    /// selects between the two. `lower` and `upper` are the second words of the table.
    template <uint32_t lower, uint32_t upper>
    __device__ __forceinline__ static void lookUp(
        uint32_t (&bytes)[2], uint32_t nibbles, const CodeTable& table, uint32_t sidesOfNone)
    {
        const uint32_t names = nibbles & 0x77777777;
        const uint32_t sides = (nibbles >> 1 & 0x44444444) | sidesOfNone;
        for (int i = 0; i < 2; ++i) {
            const uint32_t low = permutedBytes(table.lower, lower, names >> 16 * i);
            const uint32_t high = permutedBytes(table.upper, upper, names >> 16 * i);
            bytes[i] = permutedBytes(low, high, sides >> 16 * i);
        }
    }

    template <typename Words>
    __device__ __forceinline__ static void keys(
        uint32_t (&words)[2], const Words& row, int block, int, const Constants& constants)
    {
        lookUp<0xf6eaddcf, 0x71594535>(words, row.at(block + 2), constants.keys, constants.sides);
    }

    // The bytes of a row are the values 2g, 16 + 2g, 2g + 1, 16 + 2g + 1.
    __device__ __forceinline__ static void values(uint32_t (&pairs)[4], SharedAddress first,
        SharedAddress second, int block, int, const Constants& constants)
    {
        uint32_t bytes[2];
        lookUp<0x766a5d4f, 0xf1d9c5b5>(bytes, halvesAt(first + block + 2, second + block + 2),
            constants.values, constants.sides);
        const uint32_t even = permutedBytes(bytes[0], bytes[1], 0x5140); // 2g, 16 + 2g
        const uint32_t odd = permutedBytes(bytes[0], bytes[1], 0x7362);
        pairs[0] = halvesOfBytes(even, 0x4140, bias, constants);
        pairs[1] = halvesOfBytes(odd, 0x4140, bias, constants);
        pairs[2] = halvesOfBytes(even, 0x4342, bias, constants);
        pairs[3] = halvesOfBytes(odd, 0x4342, bias, constants);
    }
};

/// Calls work(block pointer) for the type of block of a packed type.
template <typename Work>
__device__ __forceinline__ void withCacheBlock(DType type, Work work)
{
    if (type == DType::CacheQ8)
        work(static_cast<BlockQ8_0*>(nullptr));
    else if (type == DType::CacheQ6)
        work(static_cast<BlockCacheQ6*>(nullptr));
    else
        work(static_cast<BlockIQ4_NL*>(nullptr));
}

} // namespace kernels::cuda
