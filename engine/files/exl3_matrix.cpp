#include "engine/files/packed_matrix.h"
#include "kernels/half.h"

#include <algorithm>
#include <array>
#include <cmath>

// EXL3, after the sources of exllamav3 1.4.1 (exl3_dq.cuh, reconstruct.cu, codebook.cuh, exl3.py):
//
//     trellis    [inputs / 16, outputs / 16, 16 · bits] I16: tiles of 16 × 16 numbers
//     suh, svh   [inputs], [outputs] F16; in older files su, sv: a sign in each bit, I16
//     mcg, mul1  there if the code is another
//
//     matrix = suh · H · (numbers) · H · svh
//
// H is the orthonormal Walsh–Hadamard transform of 128 neighbors. The bits of a tile are a circle of
// 32-bit words, the highest bit first; number t is the code of the 16 bits that end with bit
// (t + 1) · bits. In the order of tensor cores, number 8 l + j of a tile is in row
// 2 (l mod 4) + (j mod 2) + 8 (j / 2 mod 2) and column l / 4 + 8 (j / 4).

namespace engine {

namespace {

constexpr int64_t blockSize = 128; // of the transform
constexpr int64_t tileSize = 16;
constexpr int tileNumbers = 256;

enum class Code { ThreeInstructions, Mcg, Mul1 };

float sumOfHalves(uint32_t word)
{
    const float sum = kernels::floatFromHalf(uint16_t(word)) + kernels::floatFromHalf(word >> 16);
    return kernels::floatFromHalf(kernels::halfFromFloat(sum));
}

float decoded(Code code, uint32_t bits)
{
    constexpr uint32_t kept = 0x8fff8fff, turned = 0x3b603b60;
    if (code == Code::ThreeInstructions)
        return sumOfHalves(((bits * 89226354u + 64248484u) & kept) ^ turned);
    if (code == Code::Mcg)
        return sumOfHalves((bits * 0xcbac1fedu & kept) ^ turned);
    const uint32_t word = bits * 0x83dcd12du;
    const uint32_t bytes = (word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24);
    const float factor = kernels::floatFromHalf(0x1eee), offset = kernels::floatFromHalf(0xc931);
    return kernels::floatFromHalf(
        kernels::halfFromFloat(float(1024 + bytes) * factor + offset)); // exact until it is rounded
}

const std::vector<float>& tableOf(Code code)
{
    static const auto makeTable = [](Code of) {
        std::vector<float> table(1 << 16);
        for (uint32_t bits = 0; bits < table.size(); ++bits)
            table[bits] = decoded(of, bits);
        return table;
    };
    static const std::array tables{
        makeTable(Code::ThreeInstructions), makeTable(Code::Mcg), makeTable(Code::Mul1)};
    return tables[size_t(code)];
}

// [inputs][outputs] of a block.
using Block = std::array<std::array<double, blockSize>, blockSize>;

// The transform without its factor 1 / √128, over the inputs.
void transformInputs(Block& block)
{
    for (size_t half = 1; half < block.size(); half *= 2)
        for (size_t first = 0; first < block.size(); first += 2 * half)
            for (size_t input = first; input < first + half; ++input)
                for (size_t output = 0; output < block.size(); ++output) {
                    double &a = block[input][output], &b = block[input + half][output];
                    const double sum = a + b;
                    b = a - b;
                    a = sum;
                }
}

void transformOutputs(Block& block)
{
    for (auto& row : block)
        for (size_t half = 1; half < row.size(); half *= 2)
            for (size_t first = 0; first < row.size(); first += 2 * half)
                for (size_t output = first; output < first + half; ++output) {
                    const double sum = row[output] + row[output + half];
                    row[output + half] = row[output] - row[output + half];
                    row[output] = sum;
                }
}

class Exl3Matrix final : public PackedMatrix {
public:
    explicit Exl3Matrix(const PackedArrays& arrays)
        : m_trellis(arrays.require(".trellis", {"I16"}, 3))
        , m_bits(int(m_trellis.shape[2] / tileSize))
        , m_table(tableOf(arrays.find(".mcg") ? Code::Mcg
                  : arrays.find(".mul1")      ? Code::Mul1
                                              : Code::ThreeInstructions))
    {
        name = arrays.prefix() + ".weight";
        bytes = m_trellis.bytes;
        arrays.requireThat(m_bits >= 1 && m_bits <= 8 && m_trellis.shape[2] % tileSize == 0,
            "must have 1 to 8 bits per number");
        arrays.requireThat(m_trellis.shape[0] > 0 && m_trellis.shape[1] > 0
                && m_trellis.shape[0] % (blockSize / tileSize) == 0
                && m_trellis.shape[1] % (blockSize / tileSize) == 0,
            "must have a multiple of 128 inputs and outputs");
        shape = {m_trellis.shape[1] * tileSize, m_trellis.shape[0] * tileSize};
        m_ofInputs = readScales(arrays, ".suh", ".su", shape[1]);
        m_ofOutputs = readScales(arrays, ".svh", ".sv", shape[0]);
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        const auto block = std::make_unique<Block>();
        auto* to = reinterpret_cast<uint16_t*>(out);
        const int64_t end = first + count;
        for (int64_t output = first / blockSize * blockSize; output < end; output += blockSize)
            for (int64_t input = 0; input < columns(); input += blockSize) {
                unpackBlock(input, output, *block);
                const int64_t firstRow = std::max(first, output);
                const int64_t lastRow = std::min(end, output + blockSize);
                for (int64_t row = firstRow; row < lastRow; ++row)
                    for (int64_t column = 0; column < blockSize; ++column)
                        to[(row - first) * columns() + input + column] = kernels::halfFromFloat(
                            float((*block)[size_t(column)][size_t(row - output)]));
            }
    }

private:
    void unpackBlock(int64_t input, int64_t output, Block& block) const
    {
        for (int64_t row = 0; row < blockSize; row += tileSize)
            for (int64_t column = 0; column < blockSize; column += tileSize)
                readTile(
                    (input + row) / tileSize, (output + column) / tileSize, row, column, block);
        transformInputs(block);
        for (size_t row = 0; row < block.size(); ++row)
            for (double& number : block[row])
                number *= m_ofInputs[size_t(input) + row];
        transformOutputs(block);
        for (auto& row : block)
            for (size_t column = 0; column < row.size(); ++column)
                row[column] *= m_ofOutputs[size_t(output) + column] / double(blockSize);
    }

    void readTile(
        int64_t tileRow, int64_t tileColumn, int64_t row, int64_t column, Block& block) const
    {
        const int words = m_bits * tileNumbers / 32;
        const int64_t tile = (tileRow * m_trellis.shape[1] + tileColumn) * words;
        for (int number = 0; number < tileNumbers; ++number) {
            const int end = (number + 1) * m_bits, begin = (end - 16 + 32 * words) % (32 * words);
            const uint64_t high = wordAt(m_trellis, tile + begin / 32);
            const uint64_t low = wordAt(m_trellis, tile + (begin / 32 + 1) % words);
            const auto code = uint16_t((high << 32 | low) >> (48 - begin % 32));
            const int lane = number / 8, of = number % 8;
            const int inRow = lane % 4 * 2 + of % 2 + of / 2 % 2 * 8,
                      inColumn = lane / 4 + of / 4 * 8;
            block[size_t(row + inRow)][size_t(column + inColumn)] = double(m_table[code]);
        }
    }

    static std::vector<float> readScales(
        const PackedArrays& arrays, std::string_view ending, std::string_view signs, int64_t count)
    {
        std::vector<float> scales(size_t(count), 1.f);
        if (!arrays.find(ending)) {
            const StoredArray& stored = arrays.require(signs, {"I16"}, 1);
            arrays.requireThat(stored.shape[0] * 16 == count, "doesn't have a sign for each row");
            for (int64_t i = 0; i < count; ++i)
                if (std::to_integer<int>(stored.bytes[size_t(i / 8)]) >> (i % 8) & 1)
                    scales[size_t(i)] = -1;
            return scales;
        }
        const StoredArray& stored = arrays.require(ending, {"F16"}, 1);
        arrays.requireThat(stored.shape[0] == count, "doesn't have a scale for each row");
        for (int64_t i = 0; i < count; ++i)
            scales[size_t(i)] = numberAt(stored, i);
        return scales;
    }

    const StoredArray& m_trellis;
    int m_bits;
    const std::vector<float>& m_table;
    std::vector<float> m_ofInputs, m_ofOutputs;
};

} // namespace

PackedMatrixPtr findExl3Matrix(const ArrayFile& file, const StoredArray& numbers)
{
    const auto prefix = findPrefix(numbers, ".trellis");
    return prefix ? std::make_unique<Exl3Matrix>(PackedArrays(file, *prefix)) : nullptr;
}

} // namespace engine
