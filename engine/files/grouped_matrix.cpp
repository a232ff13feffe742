#include "engine/files/packed_matrix.h"
#include "kernels/block_formats.h"
#include "kernels/half.h"

#include <algorithm>
#include <cstring>
#include <optional>

// Whole numbers of a few bits, in groups of inputs with a scale and a zero point for each output:
//
//     value[output, input] = scale[group, output] · (level[input, output] − zero[group, output])

namespace engine {

namespace {

using kernels::DType;

const std::initializer_list<std::string_view> scaleTypes = {"F16", "BF16", "F32"};

// What all of them have in common. `Packing` says where the numbers are:
//
//     int bits;
//     uint32_t level(int64_t input, int64_t output) const;
//     uint32_t zero(int64_t group, int64_t output) const;
//     float scale(int64_t group, int64_t output) const;
template <typename Packing>
class GroupedMatrix final : public PackedMatrix {
public:
    GroupedMatrix(const PackedArrays& arrays, Packing packing, int64_t outputs,
        std::vector<int32_t> groupOfInput, int64_t groups)
        : m_packing(packing)
        , m_groupOfInput(std::move(groupOfInput))
        , m_groups(groups)
    {
        name = arrays.prefix() + ".weight";
        shape = {outputs, int64_t(m_groupOfInput.size())};
        for (const int32_t group : m_groupOfInput)
            arrays.requireThat(group >= 0 && group < groups, "refers to a missing group");
        dtype = packing.scaleType();
        if (const auto exact = exactBlocks())
            dtype = *exact;
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        const int64_t rowBytes = kernels::rowBytes(dtype, columns());
        for (int64_t row = 0; row < count; row += rowsAtOnce) {
            const int64_t rows = std::min(rowsAtOnce, count - row);
            std::byte* const to = out + row * rowBytes;
            if (kernels::isBlockType(dtype))
                copyBlocks(first + row, rows, to);
            else
                multiply(first + row, rows, reinterpret_cast<uint16_t*>(to));
        }
    }

private:
    // The numbers of an input are together, those of an output far from each other.
    static constexpr int64_t rowsAtOnce = 32, inputsAtOnce = 64;

    // The type of blocks that means the same: where all zero points are in the middle, inputs are in
    // order and scales are F16, nothing needs to be multiplied.
    std::optional<DType> exactBlocks() const
    {
        const DType type = m_packing.bits == 4 ? DType::Q4_0 : DType::Q8_0;
        if ((m_packing.bits != 4 && m_packing.bits != 8) || columns() % 32 != 0
            || dtype != DType::F16)
            return std::nullopt;
        for (int64_t input = 0; input < columns(); ++input)
            if (m_groupOfInput[size_t(input)] != m_groupOfInput[size_t(input / 32 * 32)])
                return std::nullopt;
        for (int64_t group = 0; group < m_groups; ++group)
            for (int64_t output = 0; output < shape.front(); ++output)
                if (m_packing.zero(group, output) != 1u << (m_packing.bits - 1))
                    return std::nullopt;
        return type;
    }

    void multiply(int64_t first, int64_t rows, uint16_t* out) const
    {
        std::vector<float> scales(size_t(m_groups * rows)), zeros(scales.size());
        for (int64_t group = 0; group < m_groups; ++group)
            for (int64_t row = 0; row < rows; ++row) {
                scales[size_t(group * rows + row)] = m_packing.scale(group, first + row);
                zeros[size_t(group * rows + row)] = float(m_packing.zero(group, first + row));
            }
        // The rows of the result are far apart: a tile of them is made first and then copied.
        uint16_t tile[rowsAtOnce][inputsAtOnce];
        for (int64_t begin = 0; begin < columns(); begin += inputsAtOnce) {
            const int64_t inputs = std::min(inputsAtOnce, columns() - begin);
            for (int64_t i = 0; i < inputs; ++i) {
                const size_t group = size_t(m_groupOfInput[size_t(begin + i)] * rows);
                for (int64_t row = 0; row < rows; ++row) {
                    const float level = float(m_packing.level(begin + i, first + row));
                    tile[row][i] = rounded(
                        scales[group + size_t(row)] * (level - zeros[group + size_t(row)]));
                }
            }
            for (int64_t row = 0; row < rows; ++row)
                std::copy_n(tile[row], inputs, out + row * columns() + begin);
        }
    }

    uint16_t rounded(float value) const
    {
        return dtype == DType::BF16 ? kernels::bfloatFromFloat(value)
                                    : kernels::halfFromFloat(value);
    }

    void copyBlocks(int64_t first, int64_t rows, std::byte* out) const
    {
        for (int64_t row = 0; row < rows; ++row)
            for (int64_t input = 0; input < columns(); input += 32) {
                const int64_t output = first + row;
                const uint16_t scale = kernels::halfFromFloat(
                    m_packing.scale(m_groupOfInput[size_t(input)], output));
                if (dtype == DType::Q4_0)
                    out = copyBlock(fourBits(scale, input, output), out);
                else
                    out = copyBlock(eightBits(scale, input, output), out);
            }
    }

    kernels::BlockQ4_0 fourBits(uint16_t scale, int64_t input, int64_t output) const
    {
        kernels::BlockQ4_0 block{.scale = scale, .low = {}};
        for (int64_t i = 0; i < 16; ++i)
            block.low[i] = uint8_t(
                m_packing.level(input + i, output) | m_packing.level(input + i + 16, output) << 4);
        return block;
    }

    kernels::BlockQ8_0 eightBits(uint16_t scale, int64_t input, int64_t output) const
    {
        kernels::BlockQ8_0 block{.scale = scale, .values = {}};
        for (int64_t i = 0; i < 32; ++i)
            block.values[i] = int8_t(int(m_packing.level(input + i, output)) - 128);
        return block;
    }

    template <typename Block>
    static std::byte* copyBlock(const Block& block, std::byte* out)
    {
        std::memcpy(out, &block, sizeof block);
        return out + sizeof block;
    }

    Packing m_packing;
    std::vector<int32_t> m_groupOfInput;
    int64_t m_groups;
};

template <typename Packing>
PackedMatrixPtr grouped(const PackedArrays& arrays, const StoredArray& numbers, Packing packing,
    int64_t outputs, std::vector<int32_t> groupOfInput, int64_t groups)
{
    auto matrix = std::make_unique<GroupedMatrix<Packing>>(
        arrays, packing, outputs, std::move(groupOfInput), groups);
    matrix->bytes = numbers.bytes;
    return matrix;
}

DType typeOfScales(const StoredArray& scales)
{
    return scales.dtype == "BF16" ? DType::BF16 : DType::F16;
}

// Groups of `size` inputs in their order; 0: as many in each as it takes.
std::vector<int32_t> groupsInOrder(
    const PackedArrays& arrays, int64_t inputs, int64_t groups, int64_t size = 0)
{
    arrays.requireThat(groups > 0, "has no groups");
    if (size <= 0)
        size = (inputs + groups - 1) / groups;
    arrays.requireThat(size > 0 && (inputs + size - 1) / size == groups,
        "has a number of groups that doesn't match its group size");
    std::vector<int32_t> groupOfInput;
    for (int64_t input = 0; input < inputs; ++input)
        groupOfInput.push_back(int32_t(input / size));
    return groupOfInput;
}

std::vector<int32_t> groupsFrom(
    const PackedArrays& arrays, const StoredArray& indices, int64_t inputs)
{
    arrays.requireThat(indices.shape == std::vector{inputs}, "doesn't have a group for each input");
    std::vector<int32_t> groupOfInput;
    for (int64_t input = 0; input < inputs; ++input)
        groupOfInput.push_back(int32_t(wordAt(indices, input)));
    return groupOfInput;
}

bool isKnownWidth(int64_t bits)
{
    return bits == 2 || bits == 3 || bits == 4 || bits == 8;
}

// Levels: a stream of bits down each column of words [inputs · bits / 32, outputs]. Zero points: the
// same along each row [groups, outputs · bits / 32].
struct GptqPacking {
    const StoredArray* levels;
    const StoredArray* zeros;
    const StoredArray* scales;
    int64_t outputs, zeroWords; // in a row of each
    int bits;
    uint32_t lessZero; // what the file takes from each zero point

    DType scaleType() const { return typeOfScales(*scales); }
    uint32_t level(int64_t input, int64_t output) const
    {
        return bitsAt(*levels, output, outputs, input * bits, bits);
    }
    uint32_t zero(int64_t group, int64_t output) const
    {
        const uint32_t stored = bitsAt(*zeros, group * zeroWords, 1, output * bits, bits);
        return (stored + lessZero) & ((1u << bits) - 1); // 0 less one is all ones
    }
    float scale(int64_t group, int64_t output) const
    {
        return numberAt(*scales, group * outputs + output);
    }
};

// Eight columns share a word, in the order in which the instructions of a GPU like to take them
// apart: column c is in the nibble nibbleAt[c].
struct AwqPacking {
    static constexpr int nibbleAt[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    const StoredArray* levels; // [inputs, outputs / 8]
    const StoredArray* zeros; // [groups, outputs / 8]
    const StoredArray* scales; // [groups, outputs]
    int64_t outputs;
    int bits = 4;

    DType scaleType() const { return typeOfScales(*scales); }
    uint32_t at(const StoredArray& words, int64_t row, int64_t output) const
    {
        return wordAt(words, row * (outputs / 8) + output / 8) >> (4 * nibbleAt[output % 8]) & 15;
    }
    uint32_t level(int64_t input, int64_t output) const { return at(*levels, input, output); }
    uint32_t zero(int64_t group, int64_t output) const { return at(*zeros, group, output); }
    float scale(int64_t group, int64_t output) const
    {
        return numberAt(*scales, group * outputs + output);
    }
};

// Levels: words along each row [outputs, inputs · bits / 32], none of which contains a part of a
// level. Zero points: the same down each column [outputs · bits / 32, groups].
struct IntegerPacking {
    const StoredArray* levels;
    const StoredArray* zeros; // null: in the middle
    const StoredArray* scales; // [outputs, groups]
    int64_t words, groups; // in a row of each
    int bits;

    DType scaleType() const { return typeOfScales(*scales); }
    uint32_t level(int64_t input, int64_t output) const
    {
        return bitsAt(*levels, output * words, 1, input * bits, bits);
    }
    uint32_t zero(int64_t group, int64_t output) const
    {
        return zeros ? bitsAt(*zeros, group, groups, output * bits, bits) : 1u << (bits - 1);
    }
    float scale(int64_t group, int64_t output) const
    {
        return numberAt(*scales, output * groups + group);
    }
};

} // namespace

PackedMatrixPtr findGptqMatrix(
    const ArrayFile& file, const StoredArray& numbers, int64_t groupSize, bool zerosLessOne)
{
    const auto prefix = findPrefix(numbers, ".qweight");
    if (!prefix)
        return nullptr;
    const PackedArrays arrays(file, *prefix);
    const StoredArray& levels = arrays.require(".qweight", {"I32"}, 2);
    const StoredArray& zeros = arrays.require(".qzeros", {"I32"}, 2);
    const StoredArray& scales = arrays.require(".scales", scaleTypes, 2);
    const int64_t groups = scales.shape[0], outputs = scales.shape[1];
    arrays.requireThat(outputs > 0 && levels.shape[1] == outputs && zeros.shape[0] == groups,
        "has arrays that don't match");
    const int64_t bits = zeros.shape[1] * 32 / outputs;
    arrays.requireThat(isKnownWidth(bits) && zeros.shape[1] * 32 == outputs * bits
            && levels.shape[0] * 32 % bits == 0,
        "does not have 2, 3, 4 or 8 bits");
    const int64_t inputs = levels.shape[0] * 32 / bits;
    const GptqPacking packing{
        &levels, &zeros, &scales, outputs, zeros.shape[1], int(bits), zerosLessOne ? 1u : 0u};
    const StoredArray* indices = arrays.find(".g_idx");
    if (indices && indices->dtype == "I32" && !indices->bytes.empty())
        return grouped(
            arrays, numbers, packing, outputs, groupsFrom(arrays, *indices, inputs), groups);
    return grouped(arrays, numbers, packing, outputs,
        groupsInOrder(arrays, inputs, groups, groupSize), groups);
}

PackedMatrixPtr findAwqMatrix(const ArrayFile& file, const StoredArray& numbers)
{
    const auto prefix = findPrefix(numbers, ".qweight");
    if (!prefix)
        return nullptr;
    const PackedArrays arrays(file, *prefix);
    const StoredArray& levels = arrays.require(".qweight", {"I32"}, 2);
    const StoredArray& zeros = arrays.require(".qzeros", {"I32"}, 2);
    const StoredArray& scales = arrays.require(".scales", scaleTypes, 2);
    const int64_t inputs = levels.shape[0], groups = scales.shape[0], outputs = scales.shape[1];
    arrays.requireThat(outputs % 8 == 0 && levels.shape[1] == outputs / 8
            && zeros.shape == std::vector{groups, outputs / 8} && groups > 0
            && inputs % groups == 0,
        "has arrays that don't match");
    return grouped(arrays, numbers, AwqPacking{&levels, &zeros, &scales, outputs}, outputs,
        groupsInOrder(arrays, inputs, groups), groups);
}

PackedMatrixPtr findPackedIntegers(const ArrayFile& file, const StoredArray& numbers)
{
    const auto prefix = findPrefix(numbers, ".weight_packed");
    if (!prefix)
        return nullptr;
    const PackedArrays arrays(file, *prefix);
    const StoredArray& levels = arrays.require(".weight_packed", {"I32"}, 2);
    const StoredArray& scales = arrays.require(".weight_scale", scaleTypes, 2);
    const StoredArray& size = arrays.require(".weight_shape", {"I64", "I32"}, 1);
    arrays.requireThat(size.shape[0] == 2, "doesn't have two dimensions");
    const int64_t wide = size.dtype == "I64" ? 2 : 1; // words a number, the lower one first
    const int64_t outputs = wordAt(size, 0), inputs = wordAt(size, wide);
    const int64_t groups = scales.shape[1], words = levels.shape[1];
    arrays.requireThat(
        outputs > 0 && inputs > 0 && levels.shape[0] == outputs && scales.shape[0] == outputs,
        "has arrays that don't match");
    const int64_t bits = words * 32 / inputs;
    arrays.requireThat(
        (bits == 4 || bits == 8) && words * 32 == inputs * bits, "does not have 4 or 8 bits");
    const StoredArray* zeros = arrays.find(".weight_zero_point");
    if (zeros)
        arrays.requireThat(arrays.require(".weight_zero_point", {"I32"}, 2).shape
                == std::vector{(outputs * bits + 31) / 32, groups},
            "has zero points that don't match");
    const IntegerPacking packing{&levels, zeros, &scales, words, groups, int(bits)};
    const StoredArray* indices = arrays.find(".weight_g_idx");
    if (indices && indices->dtype == "I32")
        return grouped(
            arrays, numbers, packing, outputs, groupsFrom(arrays, *indices, inputs), groups);
    return grouped(
        arrays, numbers, packing, outputs, groupsInOrder(arrays, inputs, groups), groups);
}

} // namespace engine
