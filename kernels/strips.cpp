#include "kernels/strips.h"

#include "base/error.h"
#include "kernels/block_formats.h"
#include "kernels/dequantize.h"
#include "kernels/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace kernels {
namespace {

struct StripTypes {
    DType stored, strips;
};

constexpr StripTypes typeTable[] = {
    {DType::Q4_0, DType::StripQ4_0},
    {DType::Q4_1, DType::StripQ4_1},
    {DType::Q5_0, DType::StripQ5_0},
    {DType::Q5_1, DType::StripQ5_1},
    {DType::Q8_0, DType::StripQ8_0},
    {DType::Q2_K, DType::StripQ2_K},
    {DType::Q3_K, DType::StripQ3_K},
    {DType::Q4_K, DType::StripQ4_K},
    {DType::Q5_K, DType::StripQ5_K},
    {DType::Q6_K, DType::StripQ6_K},
    {DType::IQ4_NL, DType::StripIQ4_NL},
    {DType::IQ4_XS, DType::StripIQ4_XS},
    {DType::MXFP4, DType::StripMXFP4},
};

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

// The levels of a block, a byte each, in the order of its values.
template <int bytes>
void unpackNibbles(uint8_t* levels, const uint8_t* low)
{
    for (int i = 0; i < bytes; ++i) {
        levels[i] = low[i] & 15;
        levels[bytes + i] = low[i] >> 4;
    }
}

// Adds the bits above the nibbles, `bits` of each level: bits of byte i, the lowest first, belong to
// the levels i, i + 32, and so on.
template <int bits, int runs>
void addHigh(uint8_t* levels, const uint8_t* high)
{
    constexpr uint32_t mask = 0x01010101 * ((1u << bits) - 1);
    for (int i = 0; i < 32; i += 4)
        for (int run = 0; run < runs; ++run) {
            uint8_t* at = levels + 32 * run + i;
            put(at, fourBytes(at) | (fourBytes(high + i) >> bits * run & mask) << 4);
        }
}

// The low four bits of levels become bytes of the strip, those above them are left out.
template <int count>
void weaveNibbles(uint8_t (*low)[16][4], int row, const uint8_t* levels)
{
    constexpr uint32_t nibbles = 0x0f0f0f0f;
    for (int eight = 0; eight < count / 8; ++eight) {
        const uint8_t* at = levels + 8 * eight;
        put(low[eight][row], (fourBytes(at) & nibbles) | (fourBytes(at + 4) & nibbles) << 4);
    }
}

// The bits above them, `bits` of each level; the four levels 4 j … of `fours` share their bytes.
template <int bits, int fours>
void weaveHigh(uint8_t (&high)[16][4], int row, const uint8_t* levels)
{
    constexpr uint32_t mask = 0x01010101 * ((1u << bits) - 1);
    uint32_t woven = 0;
    for (int j = 0; j < fours; ++j)
        woven |= (fourBytes(levels + 4 * j) >> 4 & mask) << bits * j;
    put(high[row], woven);
}

// Some bits of each of 256 levels, which are in `bits` runs of 32 bytes as addHigh() takes them.
template <int bits>
void weaveBits(uint8_t (*to)[16][4], int row, const uint8_t* bytes)
{
    constexpr int fours = 8 / bits; // of a group
    uint8_t levels[256] = {};
    for (int run = 0; run < bits; ++run)
        addHigh<bits, fours>(levels + 256 / bits * run, bytes + 32 * run);
    for (int group = 0; group < 8 * bits; ++group)
        weaveHigh<bits, fours>(to[group], row, levels + 4 * fours * group);
}

// Fifth bits: value i has bit i.
void weaveFifth(uint8_t (&high)[16][4], int row, uint32_t bits)
{
    uint8_t woven[4] = {};
    for (int i = 0; i < 32; ++i)
        woven[i % 4] |= uint8_t((bits >> i & 1) << i / 4);
    put(high[row], fourBytes(woven));
}

// Types with nibbles and two blocks a strip: their other members are found by name.
template <typename Strip, typename Block>
void pack(Strip& strip, int row, const Block* blocks)
{
    for (int half = 0; half < 2; ++half) {
        const Block& block = blocks[half];
        uint8_t levels[32];
        unpackNibbles<16>(levels, block.low);
        weaveNibbles<32>(strip.low + 4 * half, row, levels);
        if constexpr (requires { strip.exponents; })
            strip.exponents[half][row] = block.exponent;
        else
            strip.scales[half][row] = block.scale;
        if constexpr (requires { strip.minimums; })
            strip.minimums[half][row] = block.minimum;
        if constexpr (requires { strip.high; })
            weaveFifth(strip.high[half], row, block.high);
    }
}

void pack(StripQ8_0& strip, int row, const BlockQ8_0* blocks)
{
    for (int half = 0; half < 2; ++half) {
        for (int four = 0; four < 8; ++four)
            put(strip.values[8 * half + four][row],
                fourBytes(blocks[half].values + 4 * four) ^ 0x80808080); // plus 128
        strip.scales[half][row] = blocks[half].scale;
    }
}

// What Q4_K and Q5_K have in common.
template <typename Strip, typename Block>
void packGroups(Strip& strip, int row, const Block& block)
{
    uint8_t scales[8], minimums[8];
    unpackGroups(block.groups, scales, minimums);
    strip.scales[row] = block.scale;
    strip.minimums[row] = block.minimum;
    for (int group = 0; group < 8; ++group) {
        strip.groupScales[group][row] = scales[group];
        strip.groupMinimums[group / 2][row][group % 2] = minimums[group];
    }
}

void pack(StripQ4_K& strip, int row, const BlockQ4_K* block)
{
    packGroups(strip, row, *block);
    uint8_t levels[256];
    for (int run = 0; run < 4; ++run)
        unpackNibbles<32>(levels + 64 * run, block->low + 32 * run);
    weaveNibbles<256>(strip.low, row, levels);
}

void pack(StripQ5_K& strip, int row, const BlockQ5_K* block)
{
    packGroups(strip, row, *block);
    uint8_t levels[256];
    for (int run = 0; run < 4; ++run)
        unpackNibbles<32>(levels + 64 * run, block->low + 32 * run);
    weaveNibbles<256>(strip.low, row, levels);
    weaveBits<1>(strip.high, row, block->high);
}

void pack(StripQ6_K& strip, int row, const BlockQ6_K* block)
{
    strip.scales[row] = floatFromHalf(block->scale);
    uint8_t levels[256];
    for (int half = 0; half < 2; ++half)
        unpackNibbles<64>(levels + 128 * half, block->low + 64 * half);
    weaveNibbles<256>(strip.low, row, levels);
    weaveBits<2>(strip.high, row, block->high);
    for (int group = 0; group < 16; ++group)
        strip.groupScales[group][row] = block->groups[group];
}

void pack(StripQ2_K& strip, int row, const BlockQ2_K* block)
{
    strip.scales[row] = block->scale;
    strip.minimums[row] = block->minimum;
    for (int group = 0; group < 16; ++group)
        strip.groups[group][row] = block->groups[group];
    weaveBits<2>(strip.low, row, block->low);
}

void pack(StripQ3_K& strip, int row, const BlockQ3_K* block)
{
    strip.scales[row] = block->scale;
    for (int group = 0; group < 16; ++group)
        strip.groupScales[group][row] = int8_t(groupScaleOf(*block, group));
    weaveBits<2>(strip.low, row, block->low);
    weaveBits<1>(strip.high, row, block->high);
}

void pack(StripIQ4_XS& strip, int row, const BlockIQ4_XS* block)
{
    strip.scales[row] = block->scale;
    uint8_t levels[256];
    for (int group = 0; group < 8; ++group) {
        strip.groupScales[group][row] = int8_t(groupScaleOf(*block, group));
        unpackNibbles<16>(levels + 32 * group, block->low + 16 * group);
    }
    weaveNibbles<256>(strip.low, row, levels);
}

template <typename Strip, typename Block>
void packAll(TensorView strips, TensorView rows)
{
    const int64_t perRow = Strip::length / info(rows.dtype).blockSize;
    const int64_t blocks = rows.columns / Strip::length;
    auto* to = strips.data<Strip>();
    for (int64_t first = 0; first < rows.rows; first += stripRows, to += blocks)
        for (int row = 0; row < stripRows; ++row) {
            const auto* from = rows.rowRange(first + row, 1).data<Block>();
            for (int64_t block = 0; block < blocks; ++block)
                pack(to[block], row, from + perRow * block);
        }
}

// Rounds 64 values to int16 with a common scale and packs them as row `row` of a strip.
void packRounded(StripWords& strip, int row, const float* values)
{
    float most = 0;
    for (int i = 0; i < StripWords::length; ++i)
        most = std::max(most, std::fabs(values[i]));
    const float inverse = most > 0 ? mostWord / most : 0;
    for (int i = 0; i < StripWords::length; ++i)
        strip.words[i / 2][row][i % 2] = int16_t(std::nearbyint(values[i] * inverse));
    strip.scales[row] = most / mostWord;
}

void packRounded(TensorView strips, TensorView rows)
{
    const int64_t blocks = rows.columns / StripWords::length;
    std::vector<float> values(size_t(rows.columns));
    for (int64_t r = 0; r < rows.rows; ++r) {
        auto* to = strips.data<StripWords>() + r / stripRows * blocks;
        dequantizeRow(rows.dtype, rows.rowRange(r, 1).bytes, values.data(), rows.columns);
        for (int64_t block = 0; block < blocks; ++block)
            packRounded(to[block], int(r % stripRows), values.data() + block * StripWords::length);
    }
}

// ---- back to floats ----

int nibbleAt(const uint8_t (*low)[16][4], int row, int i)
{
    return low[i / 8][row][i % 4] >> i % 8 / 4 * 4 & 15;
}

template <int bits>
int bitsAt(const uint8_t (*woven)[16][4], int row, int i)
{
    constexpr int group = 32 / bits; // values
    return woven[i / group][row][i % 4] >> i % group / 4 * bits & ((1 << bits) - 1);
}

float valueAt(const StripQ4_0& strip, int row, int i)
{
    return floatFromHalf(strip.scales[i / 32][row]) * float(nibbleAt(strip.low, row, i) - 8);
}

float valueAt(const StripQ5_0& strip, int row, int i)
{
    const int fifth = bitsAt<1>(strip.high, row, i);
    return floatFromHalf(strip.scales[i / 32][row])
        * float((nibbleAt(strip.low, row, i) | fifth << 4) - 16);
}

template <typename Strip>
float valueAboveMinimum(const Strip& strip, int row, int i, int level)
{
    return floatFromHalf(strip.scales[i / 32][row]) * float(level)
        + floatFromHalf(strip.minimums[i / 32][row]);
}

float valueAt(const StripQ4_1& strip, int row, int i)
{
    return valueAboveMinimum(strip, row, i, nibbleAt(strip.low, row, i));
}

float valueAt(const StripQ5_1& strip, int row, int i)
{
    const int fifth = bitsAt<1>(strip.high, row, i);
    return valueAboveMinimum(strip, row, i, nibbleAt(strip.low, row, i) | fifth << 4);
}

float valueAt(const StripIQ4_NL& strip, int row, int i)
{
    return floatFromHalf(strip.scales[i / 32][row]) * float(iq4Levels[nibbleAt(strip.low, row, i)]);
}

float valueAt(const StripMXFP4& strip, int row, int i)
{
    return mxfp4Scale(strip.exponents[i / 32][row])
        * float(mxfp4Levels[nibbleAt(strip.low, row, i)]);
}

float valueAt(const StripQ8_0& strip, int row, int i)
{
    return floatFromHalf(strip.scales[i / 32][row]) * float(strip.values[i / 4][row][i % 4] - 128);
}

template <typename Strip>
float valueInGroup(const Strip& strip, int row, int i, int level)
{
    const float scale = floatFromHalf(strip.scales[row]) * float(strip.groupScales[i / 32][row]);
    const float minimum
        = floatFromHalf(strip.minimums[row]) * float(strip.groupMinimums[i / 64][row][i / 32 % 2]);
    return scale * float(level) - minimum;
}

float valueAt(const StripQ4_K& strip, int row, int i)
{
    return valueInGroup(strip, row, i, nibbleAt(strip.low, row, i));
}

float valueAt(const StripQ5_K& strip, int row, int i)
{
    const int fifth = bitsAt<1>(strip.high, row, i);
    return valueInGroup(strip, row, i, nibbleAt(strip.low, row, i) | fifth << 4);
}

float valueAt(const StripQ6_K& strip, int row, int i)
{
    const int high = bitsAt<2>(strip.high, row, i);
    return strip.scales[row] * float(strip.groupScales[i / 16][row])
        * float((nibbleAt(strip.low, row, i) | high << 4) - 32);
}

float valueAt(const StripQ2_K& strip, int row, int i)
{
    const int group = strip.groups[i / 16][row];
    const float scale = floatFromHalf(strip.scales[row]) * float(group & 15);
    const float minimum = floatFromHalf(strip.minimums[row]) * float(group >> 4);
    return scale * float(bitsAt<2>(strip.low, row, i)) - minimum;
}

float valueAt(const StripQ3_K& strip, int row, int i)
{
    const int level = bitsAt<2>(strip.low, row, i) | bitsAt<1>(strip.high, row, i) << 2;
    return floatFromHalf(strip.scales[row]) * float(strip.groupScales[i / 16][row])
        * float(level - 4);
}

float valueAt(const StripIQ4_XS& strip, int row, int i)
{
    return floatFromHalf(strip.scales[row]) * float(strip.groupScales[i / 32][row])
        * float(iq4Levels[nibbleAt(strip.low, row, i)]);
}

float valueAt(const StripWords& strip, int row, int i)
{
    return strip.scales[row] * float(strip.words[i / 2][row][i % 2]);
}

template <typename Strip>
void dequantizeFrom(TensorView strips, int64_t row, float* out)
{
    const auto* blocks = strips.rowRange(row / stripRows * stripRows, stripRows).data<Strip>();
    for (int64_t i = 0; i < strips.columns; ++i)
        out[i] = valueAt(blocks[i / Strip::length], int(row % stripRows), int(i % Strip::length));
}

// Calls work(strip, block) with null pointers to the types of a strip and of the rows in it.
template <typename Work>
void withStrips(DType strips, const Work& work)
{
    switch (strips) {
    case DType::StripQ4_0:
        return work(static_cast<StripQ4_0*>(nullptr), static_cast<BlockQ4_0*>(nullptr));
    case DType::StripQ4_1:
        return work(static_cast<StripQ4_1*>(nullptr), static_cast<BlockQ4_1*>(nullptr));
    case DType::StripQ5_0:
        return work(static_cast<StripQ5_0*>(nullptr), static_cast<BlockQ5_0*>(nullptr));
    case DType::StripQ5_1:
        return work(static_cast<StripQ5_1*>(nullptr), static_cast<BlockQ5_1*>(nullptr));
    case DType::StripQ8_0:
        return work(static_cast<StripQ8_0*>(nullptr), static_cast<BlockQ8_0*>(nullptr));
    case DType::StripQ2_K:
        return work(static_cast<StripQ2_K*>(nullptr), static_cast<BlockQ2_K*>(nullptr));
    case DType::StripQ3_K:
        return work(static_cast<StripQ3_K*>(nullptr), static_cast<BlockQ3_K*>(nullptr));
    case DType::StripQ4_K:
        return work(static_cast<StripQ4_K*>(nullptr), static_cast<BlockQ4_K*>(nullptr));
    case DType::StripQ5_K:
        return work(static_cast<StripQ5_K*>(nullptr), static_cast<BlockQ5_K*>(nullptr));
    case DType::StripQ6_K:
        return work(static_cast<StripQ6_K*>(nullptr), static_cast<BlockQ6_K*>(nullptr));
    case DType::StripIQ4_NL:
        return work(static_cast<StripIQ4_NL*>(nullptr), static_cast<BlockIQ4_NL*>(nullptr));
    case DType::StripIQ4_XS:
        return work(static_cast<StripIQ4_XS*>(nullptr), static_cast<BlockIQ4_XS*>(nullptr));
    case DType::StripMXFP4:
        return work(static_cast<StripMXFP4*>(nullptr), static_cast<BlockMXFP4*>(nullptr));
    default:
        CHECK(!"a type of strips");
    }
}

} // namespace

bool isStripType(DType type)
{
    return type == DType::StripWords || typeOfRowsIn(type) != type;
}

DType stripTypeOf(DType stored)
{
    if (stored == DType::F32 || stored == DType::F16 || stored == DType::BF16)
        return DType::StripWords;
    for (const StripTypes& types : typeTable)
        if (types.stored == stored)
            return types.strips;
    return stored;
}

DType typeOfRowsIn(DType strips)
{
    for (const StripTypes& types : typeTable)
        if (types.strips == strips)
            return types.stored;
    return strips;
}

void packStrips(TensorView strips, TensorView rows)
{
    CHECK(strips.sameShape(rows) && strips.rows % stripRows == 0);
    if (strips.dtype == DType::StripWords)
        return packRounded(strips, rows);
    CHECK(typeOfRowsIn(strips.dtype) == rows.dtype);
    withStrips(strips.dtype, [&]<typename Strip, typename Block>(Strip*, Block*) {
        packAll<Strip, Block>(strips, rows);
    });
}

void dequantizeStripRow(TensorView strips, int64_t row, float* out)
{
    if (strips.dtype == DType::StripWords)
        return dequantizeFrom<StripWords>(strips, row, out);
    withStrips(strips.dtype,
        [&]<typename Strip>(Strip*, auto*) { dequantizeFrom<Strip>(strips, row, out); });
}

} // namespace kernels
