// Interleaves rows as panels, eight rows at a time: what eight rows have side by side is turned
// into vectors with a lane for each row. The plain loops are those of interleave(). See
// isa_avx2.cpp for the rule that holds here.
#include "kernels/block_formats.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/half.h"
#include "kernels/interleaved.h"

#include <immintrin.h>

#include <string.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

namespace kernels::avx2 {
namespace {

using V = __m256i;
constexpr int rows = 8; // of a vector: half of a panel

ALWAYS_INLINE V load(const void* memory)
{
    return _mm256_loadu_si256((const V*)memory);
}
ALWAYS_INLINE void store(void* memory, V v)
{
    _mm256_storeu_si256((V*)memory, v);
}

ALWAYS_INLINE V shiftedRight(V v, int bits)
{
    return _mm256_srl_epi32(v, _mm_cvtsi32_si128(bits));
}

// Lane r of vector k becomes lane k of vector r.
ALWAYS_INLINE void transpose(V (&v)[8])
{
    V pairs[8], fours[8];
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
    }
#pragma GCC unroll 2
    for (int i = 0; i < 8; i += 4) {
        fours[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        fours[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        fours[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        fours[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        v[i] = _mm256_permute2x128_si256(fours[i], fours[4 + i], 0x20);
        v[4 + i] = _mm256_permute2x128_si256(fours[i], fours[4 + i], 0x31);
    }
}

// The same block of eight rows.
template <typename Block>
struct EightBlocks {
    const char* first;
    int64_t rowBytes;
    const Block& operator[](int row) const { return *(const Block*)(first + row * rowBytes); }
};

// Interleaves 32 bytes with two 4-bit codes each. Lane 2 i contains four bytes of a panel for the
// values 8 i … of the low nibbles, lane 2 i + 1 those of the high nibbles.
ALWAYS_INLINE V interleavedNibbles(V bytes)
{
    const V nibbles = _mm256_set1_epi8(15);
    const V low = _mm256_and_si256(bytes, nibbles);
    const V high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibbles);
    const V ofLow = _mm256_or_si256(low, _mm256_srli_epi64(low, 28));
    const V ofHigh = _mm256_or_si256(high, _mm256_srli_epi64(high, 28));
    return _mm256_blend_epi32(ofLow, _mm256_slli_epi64(ofHigh, 32), 0xaa);
}

// They, turned to vectors with a lane for each of eight rows.
ALWAYS_INLINE void turnNibbles(V (&bytes)[8])
{
#pragma GCC unroll 8
    for (V& v : bytes)
        v = interleavedNibbles(v);
    transpose(bytes);
}

// Writes them: those of `low` go to the panel's eights first, first + 1 …, those of the high nibbles
// begin `apart` eights later.
ALWAYS_INLINE void storeNibbles(uint8_t (*low)[16][4], int row, int first, int apart, V (&bytes)[8])
{
    turnNibbles(bytes);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k)
        store(low[first + k / 2 + k % 2 * apart][row], bytes[k]);
}

// The same of 32 bytes that are two blocks of 16.
ALWAYS_INLINE void storeNibblesOfTwo(uint8_t (*low)[16][4], int row, V (&bytes)[8])
{
    turnNibbles(bytes);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) // of each block: eights 0, 2, 1, 3
        store(low[k / 4 * 4 + k % 4 / 2 + k % 2 * 2][row], bytes[k]);
}

// Stores codes of `bits` bits from 32 bytes that contain 8 / bits parts of 32 values. Each of the
// eight groups receives as many fours as there are parts.
template <int bits>
ALWAYS_INLINE void storeBits(uint8_t (*to)[16][4], int row, V (&bytes)[8])
{
    constexpr int fours = 8 / bits;
    const V lowest = _mm256_set1_epi8((1 << bits) - 1);
    transpose(bytes);
    for (int group = 0; group < 8; ++group) {
        V interleaved = _mm256_setzero_si256();
#pragma GCC unroll 8
        for (int j = 0; j < fours; ++j) {
            const V moved = shiftedRight(bytes[group % bits * fours + j], group / bits * bits);
            interleaved = _mm256_or_si256(
                interleaved, _mm256_slli_epi32(_mm256_and_si256(moved, lowest), bits * j));
        }
        store(to[group][row], interleaved);
    }
}

template <typename Interleaved, typename Block>
ALWAYS_INLINE void interleaveGroups(Interleaved& panel, int row, const EightBlocks<Block>& blocks)
{
    for (int r = 0; r < rows; ++r) {
        const Block& block = blocks[r];
        uint8_t scales[8], minimums[8];
        unpackGroups(block.groups, scales, minimums);
        panel.scales[row + r] = block.scale;
        panel.minimums[row + r] = block.minimum;
#pragma GCC unroll 8
        for (int group = 0; group < 8; ++group) {
            panel.groupScales[group][row + r] = scales[group];
            panel.groupMinimums[group / 2][row + r][group % 2] = minimums[group];
        }
    }
}

template <typename Interleaved, typename Block>
ALWAYS_INLINE void interleaveNibbleGroups(
    Interleaved& panel, int row, const EightBlocks<Block>& blocks)
{
    for (int part = 0; part < 4; ++part) {
        V low[8];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            low[r] = load(blocks[r].low + 32 * part);
        storeNibbles(panel.low, row, 8 * part, 4, low);
    }
}

// ---- the types: each interleaves a block of eight rows ----

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ4_K& panel, int row, const EightBlocks<BlockQ4_K>& blocks)
{
    interleaveGroups(panel, row, blocks);
    interleaveNibbleGroups(panel, row, blocks);
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ5_K& panel, int row, const EightBlocks<BlockQ5_K>& blocks)
{
    interleaveGroups(panel, row, blocks);
    interleaveNibbleGroups(panel, row, blocks);
    V high[8];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
        high[r] = load(blocks[r].high);
    storeBits<1>(panel.high, row, high);
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ6_K& panel, int row, const EightBlocks<BlockQ6_K>& blocks)
{
    for (int r = 0; r < rows; ++r) {
        panel.scales[row + r] = _cvtsh_ss(blocks[r].scale);
#pragma GCC unroll 16
        for (int group = 0; group < 16; ++group)
            panel.groupScales[group][row + r] = blocks[r].groups[group];
    }
    for (int half = 0; half < 2; ++half) {
        V high[8];
        for (int part = 0; part < 2; ++part) {
            V low[8];
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r)
                low[r] = load(blocks[r].low + 64 * half + 32 * part);
            storeNibbles(panel.low, row, 16 * half + 4 * part, 8, low);
        }
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            high[r] = load(blocks[r].high + 32 * half);
        storeBits<2>(panel.high + 8 * half, row, high);
    }
}

// What Q2_K and Q3_K have in common.
template <typename Interleaved, typename Block>
ALWAYS_INLINE void interleaveLowTwo(Interleaved& panel, int row, const EightBlocks<Block>& blocks)
{
    for (int half = 0; half < 2; ++half) {
        V low[8];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            low[r] = load(blocks[r].low + 32 * half);
        storeBits<2>(panel.low + 8 * half, row, low);
    }
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ2_K& panel, int row, const EightBlocks<BlockQ2_K>& blocks)
{
    interleaveLowTwo(panel, row, blocks);
    for (int r = 0; r < rows; ++r) {
        panel.scales[row + r] = blocks[r].scale;
        panel.minimums[row + r] = blocks[r].minimum;
#pragma GCC unroll 16
        for (int group = 0; group < 16; ++group)
            panel.groups[group][row + r] = blocks[r].groups[group];
    }
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ3_K& panel, int row, const EightBlocks<BlockQ3_K>& blocks)
{
    interleaveLowTwo(panel, row, blocks);
    V high[8];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
        high[r] = load(blocks[r].high);
    storeBits<1>(panel.high, row, high);
    for (int r = 0; r < rows; ++r) {
        panel.scales[row + r] = blocks[r].scale;
#pragma GCC unroll 16
        for (int group = 0; group < 16; ++group)
            panel.groupScales[group][row + r] = int8_t(signedGroupScale(blocks[r], group));
    }
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedIQ4_XS& panel, int row, const EightBlocks<BlockIQ4_XS>& blocks)
{
    for (int part = 0; part < 4; ++part) {
        V low[8];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            low[r] = load(blocks[r].low + 32 * part);
        storeNibblesOfTwo(panel.low + 8 * part, row, low);
    }
    for (int r = 0; r < rows; ++r) {
        panel.scales[row + r] = blocks[r].scale;
#pragma GCC unroll 8
        for (int group = 0; group < 8; ++group)
            panel.groupScales[group][row + r] = int8_t(signedGroupScale(blocks[r], group));
    }
}

// Keeps the first bit of each four and moves them together.
ALWAYS_INLINE V firstOfFours(V bits)
{
    const V ones = _mm256_and_si256(bits, _mm256_set1_epi32(0x11111111));
    const V twos = _mm256_and_si256(
        _mm256_or_si256(ones, _mm256_srli_epi32(ones, 3)), _mm256_set1_epi32(0x03030303));
    const V fours = _mm256_and_si256(
        _mm256_or_si256(twos, _mm256_srli_epi32(twos, 6)), _mm256_set1_epi32(0x000f000f));
    return _mm256_and_si256(
        _mm256_or_si256(fours, _mm256_srli_epi32(fours, 12)), _mm256_set1_epi32(0xff));
}

// Fifth bits of eight rows: value i has bit i.
ALWAYS_INLINE V interleavedFifths(V bits)
{
    V interleaved = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i)
        interleaved = _mm256_or_si256(
            interleaved, _mm256_slli_epi32(firstOfFours(_mm256_srli_epi32(bits, i)), 8 * i));
    return interleaved;
}

// Types with nibbles and two blocks a panel: their other members are found by name.
template <typename Interleaved, typename Block>
ALWAYS_INLINE void interleaveBlocks(
    Interleaved& panel, int row, const EightBlocks<Block[2]>& blocks)
{
    V low[8];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
        const auto& both = blocks[r];
        low[r] = _mm256_loadu2_m128i((const __m128i*)both[1].low, (const __m128i*)both[0].low);
    }
    storeNibblesOfTwo(panel.low, row, low);
    for (int half = 0; half < 2; ++half) {
        uint32_t high[rows];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const Block& block = blocks[r][half];
            if constexpr (requires { panel.exponents; })
                panel.exponents[half][row + r] = block.exponent;
            else
                panel.scales[half][row + r] = block.scale;
            if constexpr (requires { panel.minimums; })
                panel.minimums[half][row + r] = block.minimum;
            if constexpr (requires { panel.high; })
                high[r] = block.high;
        }
        if constexpr (requires { panel.high; })
            store(panel.high[half][row], interleavedFifths(load(high)));
    }
}

ALWAYS_INLINE void interleaveBlocks(
    InterleavedQ8_0& panel, int row, const EightBlocks<BlockQ8_0[2]>& blocks)
{
    const V offset = _mm256_set1_epi8(-128);
    for (int half = 0; half < 2; ++half) {
        V values[8];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            panel.scales[half][row + r] = blocks[r][half].scale;
            values[r] = _mm256_xor_si256(load(blocks[r][half].values), offset);
        }
        transpose(values);
#pragma GCC unroll 8
        for (int k = 0; k < 8; ++k)
            store(panel.values[8 * half + k][row], values[k]);
    }
}

// The blocks of a row that a block of a panel holds: one, or an array of two.
template <typename Block, int count>
struct StoredBlocks {
    using Type = Block[count];
};
template <typename Block>
struct StoredBlocks<Block, 1> {
    using Type = Block;
};

template <typename Interleaved, typename Block, int blockValues>
void interleavePanel(void* panel, int64_t blocks, const void* stored, int64_t rowBytes)
{
    using Stored = typename StoredBlocks<Block, Interleaved::length / blockValues>::Type;
    auto* to = (Interleaved*)panel;
    for (int64_t b = 0; b < blocks; ++b)
        for (int row = 0; row < panelRows; row += rows) {
            const char* first = (const char*)stored + row * rowBytes + b * int64_t(sizeof(Stored));
            interleaveBlocks(to[b], row, EightBlocks<Stored>{first, rowBytes});
        }
}

void interleaveInt16(void* block, const int16_t* numbers, int64_t stride)
{
    auto& panel = *(InterleavedInt16*)block;
    for (int row = 0; row < panelRows; row += rows)
        for (int pair = 0; pair < InterleavedInt16::length / 2; pair += 8) {
            V pairs[8];
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r)
                pairs[r] = load(numbers + (row + r) * stride + 2 * pair);
            transpose(pairs);
#pragma GCC unroll 8
            for (int k = 0; k < 8; ++k)
                store(panel.values[pair + k][row], pairs[k]);
        }
}

} // namespace

const cpu::InterleaveKernels interleave = {
#define VIGNETTE_ENTRY(name, values, ...) interleavePanel<Interleaved##name, Block##name, values>,
    .types = {VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENTRY, VIGNETTE_NO_TYPE)},
#undef VIGNETTE_ENTRY
    .int16 = interleaveInt16,
};

} // namespace kernels::avx2
