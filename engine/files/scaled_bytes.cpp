#include "engine/files/packed_matrix.h"
#include "kernels/half.h"

#include <array>
#include <cmath>

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

const float* numbersOf(const std::string& dtype)
{
    static const auto e4m3 = makeE4m3(), integers = makeIntegers();
    return dtype == "I8" ? integers.data() : e4m3.data();
}

// How many rows and columns share a scale, and how many scales there are in a row of them.
struct ScaleGrid {
    int64_t blockRows = 1, blockColumns = 1, scalesInRow = 1;
};

class ScaledBytes final : public PackedMatrix {
public:
    ScaledBytes(const StoredArray& numbers, const StoredArray& scales, ScaleGrid grid)
        : m_scales(scales)
        , m_numbers(numbersOf(numbers.dtype))
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

int64_t blocksOf(int64_t extent, int64_t block)
{
    return (extent + block - 1) / block;
}

ScaleGrid gridOf(const PackedArrays& arrays, const StoredArray& scales, int64_t rows,
    int64_t columns, int64_t blockRows, int64_t blockColumns)
{
    const int64_t whole = std::max<int64_t>(columns, 1);
    const int64_t down = scales.shape.empty() ? 1 : scales.shape.front();
    const int64_t across = scales.shape.size() < 2 ? 1 : scales.shape.back();
    if (scales.shape.size() <= 2 && down == 1 && across == 1)
        return {std::max<int64_t>(rows, 1), whole, 1};
    if (scales.shape.size() <= 2 && down == rows && across == 1)
        return {1, whole, 1};
    arrays.requireThat(scales.shape.size() == 2 && down == blocksOf(rows, blockRows)
            && across == blocksOf(columns, blockColumns),
        "does not have a scale for each of its blocks");
    return {blockRows, blockColumns, across};
}

const StoredArray& scalesOf(const PackedArrays& arrays, const std::string& numbers)
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
    arrays.requireThat(numbers.shape.size() == 2, "is no matrix");
    const StoredArray& scales = scalesOf(arrays, numbers.dtype);
    const ScaleGrid grid
        = gridOf(arrays, scales, numbers.shape[0], numbers.shape[1], blockRows, blockColumns);
    return std::make_unique<ScaledBytes>(numbers, scales, grid);
}

} // namespace engine
