#include "engine/files/packed_matrix.h"

#include "base/error.h"
#include "base/utf8.h"
#include "kernels/block_formats.h"
#include "kernels/half.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace engine {

using base::Error;
using base::ErrorKind;

const StoredArray* PackedArrays::find(std::string_view ending) const
{
    return m_file.findArray(m_prefix + std::string(ending));
}

const StoredArray& PackedArrays::require(std::string_view ending,
    std::initializer_list<std::string_view> dtypes, size_t dimensions) const
{
    const StoredArray* array = find(ending);
    if (!array)
        refuse("has no " + std::string(ending.substr(1)));
    if (std::ranges::find(dtypes, array->dtype) == dtypes.end()
        || array->shape.size() != dimensions)
        refuse("has " + std::string(ending.substr(1)) + " of an unknown type or shape");
    return *array;
}

void PackedArrays::refuse(const std::string& why) const
{
    throw Error(ErrorKind::BadFile,
        m_file.path().filename().string() + ": the packed matrix " + base::printable(m_prefix) + " "
            + why);
}

std::optional<std::string> findPrefix(const StoredArray& numbers, std::string_view ending)
{
    if (!numbers.name.ends_with(ending))
        return std::nullopt;
    return numbers.name.substr(0, numbers.name.size() - ending.size());
}

float numberAt(const StoredArray& array, int64_t index)
{
    if (array.dtype == "F32") {
        float number;
        std::memcpy(&number, array.bytes.data() + index * 4, sizeof number);
        return number;
    }
    uint16_t half;
    std::memcpy(&half, array.bytes.data() + index * 2, sizeof half);
    return array.dtype == "F16" ? kernels::floatFromHalf(half) : kernels::floatFromBfloat(half);
}

} // namespace engine

// MXFP4 as transformers keeps it (OCP Microscaling Formats, 2023): NAME_blocks [matrices, rows,
// blocks, 16], two values a byte, the even one in the low four bits; NAME_scales [matrices, rows,
// blocks], the exponents. kernels::BlockMXFP4 has the first half of a block in the low bits.

namespace engine {

namespace {

class Mxfp4Matrix final : public PackedMatrix {
public:
    Mxfp4Matrix(const PackedArrays& arrays)
        : m_blocks(arrays.require("_blocks", {"U8"}, 4))
        , m_exponents(arrays.require("_scales", {"U8"}, 3))
    {
        arrays.requireThat(m_blocks.shape.back() == 16
                && std::equal(
                    m_exponents.shape.begin(), m_exponents.shape.end(), m_blocks.shape.begin()),
            "has arrays that don't match");
        name = arrays.prefix();
        shape = {m_blocks.shape[0], m_blocks.shape[1], m_blocks.shape[2] * 32};
        dtype = kernels::DType::MXFP4;
        bytes = m_blocks.bytes;
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        const int64_t blocks = columns() / 32;
        for (int64_t index = first * blocks; index < (first + count) * blocks; ++index) {
            const auto* from = reinterpret_cast<const uint8_t*>(m_blocks.bytes.data()) + index * 16;
            kernels::BlockMXFP4 block{
                .exponent = uint8_t(m_exponents.bytes[size_t(index)]), .low = {}};
            for (int i = 0; i < 16; ++i)
                block.low[i] = uint8_t(valueAt(from, i) | valueAt(from, i + 16) << 4);
            std::memcpy(out, &block, sizeof block);
            out += sizeof block;
        }
    }

private:
    static int valueAt(const uint8_t* block, int i) { return block[i / 2] >> (i % 2 * 4) & 15; }

    const StoredArray& m_blocks;
    const StoredArray& m_exponents;
};

} // namespace

PackedMatrixPtr findMxfp4Matrix(const ArrayFile& file, const StoredArray& numbers)
{
    const auto prefix = findPrefix(numbers, "_blocks");
    return prefix ? std::make_unique<Mxfp4Matrix>(PackedArrays(file, *prefix)) : nullptr;
}

} // namespace engine

// EXL2, after the layout that exllamav2 publishes in its sources (conversion/adaptivegptq.py,
// exllamav2_ext/cuda/q_matrix.cu). Inputs are sorted by importance, q_invperm says where each went,
// and cut into groups of 2 to 8 bits each, in this order:
//
//     q_groups     [2 · groups]          bits of a group and the row of q_weight where it begins
//     q_weight     [words, outputs]      down each column a stream of the group's levels
//     q_scale      [groups, outputs / 8] four bits a scale, the lowest first
//     q_scale_max  [groups]              f16
//
//     value = (level − 2^(bits − 1)) · (q_scale + 1)² · q_scale_max / 256
//
// Each of the three products is rounded to f16, as the reference implementation rounds them.

namespace engine {

namespace {

float roundedToHalf(float value)
{
    return kernels::floatFromHalf(kernels::halfFromFloat(value));
}

// A group of inputs, in their sorted order.
struct Group {
    int64_t firstInput = 0, inputs = 0;
    int64_t firstWord = 0; // row of q_weight
    int bits = 0;
};

class Exl2Matrix final : public PackedMatrix {
public:
    Exl2Matrix(const PackedArrays& arrays)
        : m_levels(arrays.require(".q_weight", {"I32"}, 2))
        , m_scales(arrays.require(".q_scale", {"I32"}, 2))
        , m_largest(arrays.require(".q_scale_max", {"F16"}, 1))
    {
        name = arrays.prefix() + ".weight";
        bytes = m_levels.bytes;
        readOrder(arrays);
        shape = {m_levels.shape[1], int64_t(m_inputAt.size())};
        readGroups(arrays);
        arrays.requireThat(m_scales.shape[0] == int64_t(m_groups.size())
                && m_largest.shape[0] == int64_t(m_groups.size())
                && m_scales.shape[1] * 8 == shape.front(),
            "doesn't have a scale for each group");
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        auto* to = reinterpret_cast<uint16_t*>(out);
        for (size_t group = 0; group < m_groups.size(); ++group)
            for (int64_t row = 0; row < count; ++row)
                unpackGroup(int64_t(group), first + row, to + row * columns());
    }

private:
    void unpackGroup(int64_t index, int64_t output, uint16_t* row) const
    {
        const Group& group = m_groups[size_t(index)];
        const int64_t outputs = shape.front();
        const uint32_t step
            = (wordAt(m_scales, index * (outputs / 8) + output / 8) >> (output % 8 * 4) & 15) + 1;
        const float largest = roundedToHalf(numberAt(m_largest, index) / 256);
        const float scale = roundedToHalf(float(step * step) * largest);
        for (int64_t i = 0; i < group.inputs; ++i) {
            const int level = int(bitsAt(
                m_levels, group.firstWord * outputs + output, outputs, i * group.bits, group.bits));
            row[m_inputAt[size_t(group.firstInput + i)]]
                = kernels::halfFromFloat(float(level - (1 << (group.bits - 1))) * scale);
        }
    }

    // q_invperm[input] is its position in the sorted order. Short numbers occur, too.
    void readOrder(const PackedArrays& arrays)
    {
        const StoredArray& positions = arrays.require(".q_invperm", {"I32", "I16"}, 1);
        const int64_t inputs = positions.shape[0];
        m_inputAt.assign(size_t(inputs), -1);
        for (int64_t input = 0; input < inputs; ++input) {
            const uint32_t position
                = positions.dtype == "I32" ? wordAt(positions, input) : shortAt(positions, input);
            arrays.requireThat(
                position < inputs && m_inputAt[position] < 0, "has an invalid order of inputs");
            m_inputAt[position] = int32_t(input);
        }
    }

    void readGroups(const PackedArrays& arrays)
    {
        const StoredArray& stored = arrays.require(".q_groups", {"I16"}, 1);
        const int64_t groups = stored.shape[0] / 2, words = m_levels.shape[0];
        arrays.requireThat(groups > 0 && stored.shape[0] % 2 == 0, "has no groups");
        int64_t input = 0;
        for (int64_t index = 0; index < groups; ++index) {
            Group group{.firstInput = input,
                .firstWord = shortAt(stored, index * 2 + 1),
                .bits = int(shortAt(stored, index * 2))};
            const bool isLast = index + 1 == groups;
            const int64_t end = isLast ? words : shortAt(stored, index * 2 + 3);
            arrays.requireThat((group.bits >= 2 && group.bits <= 6) || group.bits == 8,
                "has a group with an unsupported number of bits");
            arrays.requireThat(
                group.firstWord <= end && end <= words, "has groups that are not in order");
            const int64_t room = (end - group.firstWord) * 32 / group.bits;
            group.inputs = isLast ? columns() - input : room;
            arrays.requireThat(
                group.inputs >= 0 && group.inputs <= room && input + group.inputs <= columns(),
                "has groups that don't match its inputs");
            input += group.inputs;
            m_groups.push_back(group);
        }
        arrays.requireThat(input == columns(), "has inputs without a group");
    }

    static uint32_t shortAt(const StoredArray& array, int64_t index)
    {
        uint16_t value;
        __builtin_memcpy(&value, array.bytes.data() + index * 2, sizeof value);
        return value;
    }

    const StoredArray& m_levels;
    const StoredArray& m_scales;
    const StoredArray& m_largest;
    std::vector<int32_t> m_inputAt; // by position in the sorted order
    std::vector<Group> m_groups;
};

} // namespace

PackedMatrixPtr findExl2Matrix(const ArrayFile& file, const StoredArray& numbers)
{
    const auto prefix = findPrefix(numbers, ".q_weight");
    return prefix ? std::make_unique<Exl2Matrix>(PackedArrays(file, *prefix)) : nullptr;
}

} // namespace engine

// Numbers of eight bits with scales: value = number · scale of its block. Stored as BF16, into which
// every product is rounded; the reference implementations do the same.

namespace engine {

namespace {

// The numbers of float8 e4m3fn (OCP 8-bit floating point specification, 2023): a sign, four bits of
// exponent with a bias of 7, three of mantissa; no infinity, and all ones are NaN.
std::array<float, 256> makeE4m3()
{
    std::array<float, 256> numbers{};
    for (int bits = 0; bits < 256; ++bits) {
        const int exponent = bits >> 3 & 15, mantissa = bits & 7;
        float magnitude = exponent == 0 ? std::ldexp(float(mantissa), -9)
                                        : std::ldexp(float(8 + mantissa), exponent - 10);
        if ((bits & 127) == 127)
            magnitude = std::nanf("");
        numbers[size_t(bits)] = bits & 128 ? -magnitude : magnitude;
    }
    return numbers;
}

std::array<float, 256> makeIntegers()
{
    std::array<float, 256> numbers{};
    for (int bits = 0; bits < 256; ++bits)
        numbers[size_t(bits)] = float(int8_t(bits));
    return numbers;
}

const float* zeroNumbers(const std::string& dtype)
{
    static const auto e4m3 = makeE4m3(), integers = makeIntegers();
    return dtype == "I8" ? integers.data() : e4m3.data();
}

// The number of rows and columns that share a scale, and how many scales there are in a row of
// them.
struct ScaleGrid {
    int64_t blockRows = 1, blockColumns = 1, scalesInRow = 1;
};

class ScaledBytes final : public PackedMatrix {
public:
    ScaledBytes(const StoredArray& numbers, const StoredArray& scales, ScaleGrid grid)
        : m_scales(scales)
        , m_numbers(zeroNumbers(numbers.dtype))
        , m_grid(grid)
    {
        name = numbers.name;
        shape = numbers.shape;
        bytes = numbers.bytes;
        dtype = kernels::DType::BF16;
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        auto* to = reinterpret_cast<uint16_t*>(out);
        for (int64_t row = first; row < first + count; ++row) {
            const std::byte* from = bytes.data() + row * columns();
            const int64_t scales = row / m_grid.blockRows * m_grid.scalesInRow;
            for (int64_t begin = 0; begin < columns(); begin += m_grid.blockColumns) {
                const float scale = numberAt(m_scales, scales + begin / m_grid.blockColumns);
                const int64_t end = std::min(begin + m_grid.blockColumns, columns());
                for (int64_t column = begin; column < end; ++column)
                    *to++ = kernels::bfloatFromFloat(m_numbers[size_t(from[column])] * scale);
            }
        }
    }

private:
    const StoredArray& m_scales;
    const float* m_numbers; // of every byte
    ScaleGrid m_grid;
};

int64_t blockCount(int64_t extent, int64_t block)
{
    return (extent + block - 1) / block;
}

ScaleGrid makeScaleGrid(const PackedArrays& arrays, const StoredArray& scales, int64_t rows,
    int64_t columns, int64_t blockRows, int64_t blockColumns)
{
    const int64_t whole = std::max<int64_t>(columns, 1);
    const int64_t down = scales.shape.empty() ? 1 : scales.shape.front();
    const int64_t across = scales.shape.size() < 2 ? 1 : scales.shape.back();
    if (scales.shape.size() <= 2 && down == 1 && across == 1)
        return {std::max<int64_t>(rows, 1), whole, 1};
    if (scales.shape.size() <= 2 && down == rows && across == 1)
        return {1, whole, 1};
    arrays.requireThat(scales.shape.size() == 2 && down == blockCount(rows, blockRows)
            && across == blockCount(columns, blockColumns),
        "does not have a scale for each of its blocks");
    return {blockRows, blockColumns, across};
}

const StoredArray& requireScales(const PackedArrays& arrays, const std::string& numbers)
{
    for (const char* ending : {"_scale_inv", "_scale"})
        if (const StoredArray* scales = arrays.find(ending)) {
            arrays.requireThat(
                scales->dtype == "F32" || scales->dtype == "BF16" || scales->dtype == "F16",
                "has scales of an unknown type");
            return *scales;
        }
    arrays.refuse("has no scale of its numbers, which are " + numbers);
}

} // namespace

PackedMatrixPtr findScaledBytes(
    const ArrayFile& file, const StoredArray& numbers, int64_t blockRows, int64_t blockColumns)
{
    if (numbers.dtype != "F8_E4M3" && numbers.dtype != "I8")
        return nullptr;
    const PackedArrays arrays(file, numbers.name);
    arrays.requireThat(numbers.shape.size() == 2, "isn't a matrix");
    const StoredArray& scales = requireScales(arrays, numbers.dtype);
    const ScaleGrid grid = makeScaleGrid(
        arrays, scales, numbers.shape[0], numbers.shape[1], blockRows, blockColumns);
    return std::make_unique<ScaledBytes>(numbers, scales, grid);
}

} // namespace engine
