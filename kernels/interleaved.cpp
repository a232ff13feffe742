#include "kernels/interleaved.h"

#include "base/error.h"
#include "kernels/block_formats.h"
#include "kernels/half.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace kernels {
namespace {

uint32_t fourBytes(const void* at)
{
    uint32_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

void put(void* at, uint32_t bytes)
{
    std::memcpy(at, &bytes, sizeof bytes);
}

// ---- from rows ----

// The codes of a block, a byte each, in the order of its values.
template <int bytes>
void unpackNibbles(uint8_t* codes, const uint8_t* low)
{
    for (int i = 0; i < bytes; ++i) {
        codes[i] = low[i] & 15;
        codes[bytes + i] = low[i] >> 4;
    }
}

// Adds the bits above the nibbles, `bits` of each code: bits of byte i, the lowest first, belong to
// the codes i, i + 32, and so on.
template <int bits, int parts>
void addHigh(uint8_t* codes, const uint8_t* high)
{
    constexpr uint32_t mask = 0x01010101 * ((1u << bits) - 1);
    for (int i = 0; i < 32; i += 4)
        for (int part = 0; part < parts; ++part) {
            uint8_t* at = codes + 32 * part + i;
            put(at, fourBytes(at) | (fourBytes(high + i) >> bits * part & mask) << 4);
        }
}

// The low four bits of codes become bytes of the panel, those above them are left out.
template <int count>
void interleaveNibbles(uint8_t (*low)[16][4], int row, const uint8_t* codes)
{
    constexpr uint32_t nibbles = 0x0f0f0f0f;
    for (int eight = 0; eight < count / 8; ++eight) {
        const uint8_t* at = codes + 8 * eight;
        put(low[eight][row], (fourBytes(at) & nibbles) | (fourBytes(at + 4) & nibbles) << 4);
    }
}

// The bits above them, `bits` of each code; the four codes 4 j … of `fours` share their bytes.
template <int bits, int fours>
void interleaveHigh(uint8_t (&high)[16][4], int row, const uint8_t* codes)
{
    constexpr uint32_t mask = 0x01010101 * ((1u << bits) - 1);
    uint32_t interleaved = 0;
    for (int j = 0; j < fours; ++j)
        interleaved |= (fourBytes(codes + 4 * j) >> 4 & mask) << bits * j;
    put(high[row], interleaved);
}

// Some bits of each of 256 codes, which are in `bits` parts of 32 bytes as addHigh() takes them.
template <int bits>
void interleaveBits(uint8_t (*to)[16][4], int row, const uint8_t* bytes)
{
    constexpr int fours = 8 / bits; // of a group
    uint8_t codes[256] = {};
    for (int part = 0; part < bits; ++part)
        addHigh<bits, fours>(codes + 256 / bits * part, bytes + 32 * part);
    for (int group = 0; group < 8 * bits; ++group)
        interleaveHigh<bits, fours>(to[group], row, codes + 4 * fours * group);
}

// Fifth bits: value i has bit i.
void interleaveFifth(uint8_t (&high)[16][4], int row, uint32_t bits)
{
    uint8_t interleaved[4] = {};
    for (int i = 0; i < 32; ++i)
        interleaved[i % 4] |= uint8_t((bits >> i & 1) << i / 4);
    put(high[row], fourBytes(interleaved));
}

// Types with nibbles and two blocks a panel: their other members are found by name.
template <typename Interleaved, typename Block>
void pack(Interleaved& panel, int row, const Block* blocks)
{
    for (int half = 0; half < 2; ++half) {
        const Block& block = blocks[half];
        uint8_t codes[32];
        unpackNibbles<16>(codes, block.low);
        interleaveNibbles<32>(panel.low + 4 * half, row, codes);
        if constexpr (requires { panel.exponents; })
            panel.exponents[half][row] = block.exponent;
        else
            panel.scales[half][row] = block.scale;
        if constexpr (requires { panel.minimums; })
            panel.minimums[half][row] = block.minimum;
        if constexpr (requires { panel.high; })
            interleaveFifth(panel.high[half], row, block.high);
    }
}

void pack(InterleavedQ8_0& panel, int row, const BlockQ8_0* blocks)
{
    for (int half = 0; half < 2; ++half) {
        for (int four = 0; four < 8; ++four)
            put(panel.values[8 * half + four][row],
                fourBytes(blocks[half].values + 4 * four) ^ 0x80808080); // plus 128
        panel.scales[half][row] = blocks[half].scale;
    }
}

// What Q4_K and Q5_K have in common.
template <typename Interleaved, typename Block>
void packGroups(Interleaved& panel, int row, const Block& block)
{
    uint8_t scales[8], minimums[8];
    unpackGroups(block.groups, scales, minimums);
    panel.scales[row] = block.scale;
    panel.minimums[row] = block.minimum;
    for (int group = 0; group < 8; ++group) {
        panel.groupScales[group][row] = scales[group];
        panel.groupMinimums[group / 2][row][group % 2] = minimums[group];
    }
}

void pack(InterleavedQ4_K& panel, int row, const BlockQ4_K* block)
{
    packGroups(panel, row, *block);
    uint8_t codes[256];
    for (int part = 0; part < 4; ++part)
        unpackNibbles<32>(codes + 64 * part, block->low + 32 * part);
    interleaveNibbles<256>(panel.low, row, codes);
}

void pack(InterleavedQ5_K& panel, int row, const BlockQ5_K* block)
{
    packGroups(panel, row, *block);
    uint8_t codes[256];
    for (int part = 0; part < 4; ++part)
        unpackNibbles<32>(codes + 64 * part, block->low + 32 * part);
    interleaveNibbles<256>(panel.low, row, codes);
    interleaveBits<1>(panel.high, row, block->high);
}

void pack(InterleavedQ6_K& panel, int row, const BlockQ6_K* block)
{
    panel.scales[row] = floatFromHalf(block->scale);
    uint8_t codes[256];
    for (int half = 0; half < 2; ++half)
        unpackNibbles<64>(codes + 128 * half, block->low + 64 * half);
    interleaveNibbles<256>(panel.low, row, codes);
    interleaveBits<2>(panel.high, row, block->high);
    for (int group = 0; group < 16; ++group)
        panel.groupScales[group][row] = block->groups[group];
}

void pack(InterleavedQ2_K& panel, int row, const BlockQ2_K* block)
{
    panel.scales[row] = block->scale;
    panel.minimums[row] = block->minimum;
    for (int group = 0; group < 16; ++group)
        panel.groups[group][row] = block->groups[group];
    interleaveBits<2>(panel.low, row, block->low);
}

void pack(InterleavedQ3_K& panel, int row, const BlockQ3_K* block)
{
    panel.scales[row] = block->scale;
    for (int group = 0; group < 16; ++group)
        panel.groupScales[group][row] = int8_t(signedGroupScale(*block, group));
    interleaveBits<2>(panel.low, row, block->low);
    interleaveBits<1>(panel.high, row, block->high);
}

void pack(InterleavedIQ4_XS& panel, int row, const BlockIQ4_XS* block)
{
    panel.scales[row] = block->scale;
    uint8_t codes[256];
    for (int group = 0; group < 8; ++group) {
        panel.groupScales[group][row] = int8_t(signedGroupScale(*block, group));
        unpackNibbles<16>(codes + 32 * group, block->low + 16 * group);
    }
    interleaveNibbles<256>(panel.low, row, codes);
}

template <typename Interleaved, typename Block>
void packAll(TensorView panels, TensorView rows)
{
    const int64_t perRow = Interleaved::length / info(rows.dtype).blockSize;
    const int64_t blocks = rows.columns / Interleaved::length;
    auto* to = panels.data<Interleaved>();
    for (int64_t first = 0; first < rows.rows; first += panelRows, to += blocks)
        for (int row = 0; row < panelRows; ++row) {
            const auto* from = rows.rowRange(first + row, 1).data<Block>();
            for (int64_t block = 0; block < blocks; ++block)
                pack(to[block], row, from + perRow * block);
        }
}

// Rounds 64 values to int16 with a common scale and packs them as row `row` of a panel.
void packRounded(InterleavedInt16& panel, int row, const float* values)
{
    float highest = 0;
    for (int i = 0; i < InterleavedInt16::length; ++i)
        highest = std::max(highest, std::fabs(values[i]));
    const float inverse = highest > 0 ? maxInt16Code / highest : 0;
    for (int i = 0; i < InterleavedInt16::length; ++i)
        panel.values[i / 2][row][i % 2] = int16_t(std::nearbyint(values[i] * inverse));
    panel.scales[row] = highest / maxInt16Code;
}

void packRounded(TensorView panels, TensorView rows)
{
    const int64_t blocks = rows.columns / InterleavedInt16::length;
    std::vector<float> values(size_t(rows.columns));
    for (int64_t r = 0; r < rows.rows; ++r) {
        auto* to = panels.data<InterleavedInt16>() + r / panelRows * blocks;
        dequantizeRow(rows.dtype, rows.rowRange(r, 1).bytes, values.data(), rows.columns);
        for (int64_t block = 0; block < blocks; ++block)
            packRounded(
                to[block], int(r % panelRows), values.data() + block * InterleavedInt16::length);
    }
}

// ---- back to floats ----

int nibbleAt(const uint8_t (*low)[16][4], int row, int i)
{
    return low[i / 8][row][i % 4] >> i % 8 / 4 * 4 & 15;
}

template <int bits>
int bitsAt(const uint8_t (*interleaved)[16][4], int row, int i)
{
    constexpr int group = 32 / bits; // values
    return interleaved[i / group][row][i % 4] >> i % group / 4 * bits & ((1 << bits) - 1);
}

float valueAt(const InterleavedQ4_0& panel, int row, int i)
{
    return floatFromHalf(panel.scales[i / 32][row]) * float(nibbleAt(panel.low, row, i) - 8);
}

float valueAt(const InterleavedQ5_0& panel, int row, int i)
{
    const int fifth = bitsAt<1>(panel.high, row, i);
    return floatFromHalf(panel.scales[i / 32][row])
        * float((nibbleAt(panel.low, row, i) | fifth << 4) - 16);
}

template <typename Interleaved>
float valueAboveMinimum(const Interleaved& panel, int row, int i, int code)
{
    return floatFromHalf(panel.scales[i / 32][row]) * float(code)
        + floatFromHalf(panel.minimums[i / 32][row]);
}

float valueAt(const InterleavedQ4_1& panel, int row, int i)
{
    return valueAboveMinimum(panel, row, i, nibbleAt(panel.low, row, i));
}

float valueAt(const InterleavedQ5_1& panel, int row, int i)
{
    const int fifth = bitsAt<1>(panel.high, row, i);
    return valueAboveMinimum(panel, row, i, nibbleAt(panel.low, row, i) | fifth << 4);
}

float valueAt(const InterleavedIQ4_NL& panel, int row, int i)
{
    return floatFromHalf(panel.scales[i / 32][row]) * float(iq4Values[nibbleAt(panel.low, row, i)]);
}

float valueAt(const InterleavedMXFP4& panel, int row, int i)
{
    return mxfp4Scale(panel.exponents[i / 32][row])
        * float(mxfp4Values[nibbleAt(panel.low, row, i)]);
}

float valueAt(const InterleavedQ8_0& panel, int row, int i)
{
    return floatFromHalf(panel.scales[i / 32][row]) * float(panel.values[i / 4][row][i % 4] - 128);
}

template <typename Interleaved>
float valueInGroup(const Interleaved& panel, int row, int i, int code)
{
    const float scale = floatFromHalf(panel.scales[row]) * float(panel.groupScales[i / 32][row]);
    const float minimum
        = floatFromHalf(panel.minimums[row]) * float(panel.groupMinimums[i / 64][row][i / 32 % 2]);
    return scale * float(code) - minimum;
}

float valueAt(const InterleavedQ4_K& panel, int row, int i)
{
    return valueInGroup(panel, row, i, nibbleAt(panel.low, row, i));
}

float valueAt(const InterleavedQ5_K& panel, int row, int i)
{
    const int fifth = bitsAt<1>(panel.high, row, i);
    return valueInGroup(panel, row, i, nibbleAt(panel.low, row, i) | fifth << 4);
}

float valueAt(const InterleavedQ6_K& panel, int row, int i)
{
    const int high = bitsAt<2>(panel.high, row, i);
    return panel.scales[row] * float(panel.groupScales[i / 16][row])
        * float((nibbleAt(panel.low, row, i) | high << 4) - 32);
}

float valueAt(const InterleavedQ2_K& panel, int row, int i)
{
    const int group = panel.groups[i / 16][row];
    const float scale = floatFromHalf(panel.scales[row]) * float(group & 15);
    const float minimum = floatFromHalf(panel.minimums[row]) * float(group >> 4);
    return scale * float(bitsAt<2>(panel.low, row, i)) - minimum;
}

float valueAt(const InterleavedQ3_K& panel, int row, int i)
{
    const int code = bitsAt<2>(panel.low, row, i) | bitsAt<1>(panel.high, row, i) << 2;
    return floatFromHalf(panel.scales[row]) * float(panel.groupScales[i / 16][row])
        * float(code - 4);
}

float valueAt(const InterleavedIQ4_XS& panel, int row, int i)
{
    return floatFromHalf(panel.scales[row]) * float(panel.groupScales[i / 32][row])
        * float(iq4Values[nibbleAt(panel.low, row, i)]);
}

float valueAt(const InterleavedInt16& panel, int row, int i)
{
    return panel.scales[row] * float(panel.values[i / 2][row][i % 2]);
}

template <typename Interleaved>
void dequantizeFrom(TensorView panels, int64_t row, float* out)
{
    const auto* blocks
        = panels.rowRange(row / panelRows * panelRows, panelRows).data<Interleaved>();
    for (int64_t i = 0; i < panels.columns; ++i)
        out[i] = valueAt(
            blocks[i / Interleaved::length], int(row % panelRows), int(i % Interleaved::length));
}

} // namespace

DType interleavedType(DType stored)
{
    switch (stored) {
    case DType::F32:
    case DType::F16:
    case DType::BF16:
        return DType::InterleavedInt16;
#define VIGNETTE_CASE(name, ...) \
    case DType::name:            \
        return DType::Interleaved##name;
        VIGNETTE_QUANTIZED_TYPES(VIGNETTE_CASE, VIGNETTE_NO_TYPE)
#undef VIGNETTE_CASE
    default:
        return stored;
    }
}

DType storedType(DType interleaved)
{
    switch (interleaved) {
#define VIGNETTE_CASE(name, ...)   \
    case DType::Interleaved##name: \
        return DType::name;
        VIGNETTE_QUANTIZED_TYPES(VIGNETTE_CASE, VIGNETTE_NO_TYPE)
#undef VIGNETTE_CASE
    default:
        return interleaved;
    }
}

void interleave(TensorView panels, TensorView rows)
{
    CHECK(panels.sameShape(rows) && panels.rows % panelRows == 0);
    if (panels.dtype == DType::InterleavedInt16)
        return packRounded(panels, rows);
    CHECK(storedType(panels.dtype) == rows.dtype);
    const bool isDone = withInterleaved(
        panels.dtype, [&]<typename Interleaved, typename Block>(Interleaved*, Block*) {
            packAll<Interleaved, Block>(panels, rows);
        });
    CHECK(isDone);
}

void dequantizeInterleavedRow(TensorView panels, int64_t row, float* out)
{
    if (panels.dtype == DType::InterleavedInt16)
        return dequantizeFrom<InterleavedInt16>(panels, row, out);
    const bool isDone
        = withInterleaved(panels.dtype, [&]<typename Interleaved>(Interleaved*, auto*) {
              dequantizeFrom<Interleaved>(panels, row, out);
          });
    CHECK(isDone);
}

} // namespace kernels
