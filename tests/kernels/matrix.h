#pragma once

#include "kernels/block_formats.h"
#include "kernels/half.h"
#include "kernels/tensor.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// A small matrix in host memory. A value: copies hold their own numbers.
class Matrix {
public:
    Matrix(kernels::DType type, int64_t rows, int64_t columns)
        : m_view{nullptr, type, rows, columns}
        , m_bytes(size_t(rows * kernels::rowBytes(type, columns)))
    {
    }

    /// Floats of a normal distribution; blocks and halves of any sane values.
    static Matrix random(
        int64_t rows, int64_t columns, int seed, kernels::DType type = kernels::DType::F32);

    static Matrix of(const std::vector<int32_t>& integers, int64_t rows = 1)
    {
        Matrix matrix(kernels::DType::I32, rows, int64_t(integers.size()) / rows);
        std::memcpy(matrix.m_bytes.data(), integers.data(), matrix.m_bytes.size());
        return matrix;
    }

    kernels::TensorView view() const
    {
        kernels::TensorView view = m_view;
        view.bytes = const_cast<std::byte*>(m_bytes.data());
        return view;
    }
    operator kernels::TensorView() const { return view(); }

    float& at(int64_t row, int64_t column) const
    {
        return view().data<float>()[row * m_view.columns + column];
    }
    const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    kernels::TensorView m_view;
    std::vector<std::byte> m_bytes;
};

/// A copy of some rows.
inline Matrix rowsOf(const Matrix& matrix, int64_t first, int64_t count)
{
    const kernels::TensorView part = matrix.view().rowRange(first, count);
    Matrix copy(part.dtype, part.rows, part.columns);
    std::memcpy(copy.view().bytes, part.bytes, size_t(part.sizeInBytes()));
    return copy;
}

/// The offsets of a block type's float16 scale and minimum; −1 if it has none.
struct ScaleOffsets {
    int scale = 0;
    int minimum = -1;
};

inline ScaleOffsets scaleOffsets(kernels::DType type)
{
    ScaleOffsets offsets;
    kernels::withBlock(type, [&]<typename Block>(Block*) {
        if constexpr (requires(Block block) { block.scale; })
            offsets.scale = offsetof(Block, scale);
        if constexpr (requires(Block block) { block.minimum; })
            offsets.minimum = offsetof(Block, minimum);
    });
    return offsets;
}

/// Any bytes, but with scales that are ordinary numbers.
inline void fillBlock(std::byte* block, kernels::DType type, std::mt19937& random)
{
    for (int i = 0; i < kernels::info(type).blockBytes; ++i)
        block[i] = std::byte(random() & 255);
    if (type == kernels::DType::MXFP4) {
        block[0] = std::byte(120 + random() % 6);
        return;
    }
    if (type == kernels::DType::NVFP4) {
        for (int group = 0; group < 4; ++group)
            block[group] &= std::byte(0x3f);
        return;
    }
    if (type == kernels::DType::IQ1_M) { // whose scale begins in its last byte
        block[kernels::info(type).blockBytes - 1] = std::byte(0x20 | random() % 16);
        return;
    }
    const auto put = [&](int position) {
        const uint16_t half
            = kernels::halfFromFloat((float(random() % 2000) - 1000) / 100000 + 1e-4f);
        if (position >= 0)
            std::memcpy(block + position, &half, sizeof half);
    };
    put(scaleOffsets(type).scale);
    put(scaleOffsets(type).minimum);
}

inline Matrix Matrix::random(int64_t rows, int64_t columns, int seed, kernels::DType type)
{
    std::mt19937 random{unsigned(seed)};
    std::normal_distribution<float> normal;
    Matrix matrix(type, rows, columns);
    const auto put = [&](int64_t i, auto value) {
        std::memcpy(matrix.m_bytes.data() + i * int64_t(sizeof value), &value, sizeof value);
    };
    if (kernels::isBlockType(type)) {
        const int size = kernels::info(type).blockBytes;
        for (size_t i = 0; i < matrix.m_bytes.size(); i += size_t(size))
            fillBlock(matrix.m_bytes.data() + i, type, random);
        return matrix;
    }
    for (int64_t i = 0; i < rows * columns; ++i) {
        const float value = normal(random);
        if (type == kernels::DType::F16)
            put(i, kernels::halfFromFloat(value));
        else if (type == kernels::DType::BF16)
            put(i, kernels::bfloatFromFloat(value));
        else
            put(i, value);
    }
    return matrix;
}

/// The largest difference, relative to the largest number expected. Infinite if one of the two
/// alone is not a number.
inline double difference(const Matrix& actual, const Matrix& expected)
{
    const kernels::TensorView a = actual, e = expected;
    double largest = 0, worst = 0;
    for (int64_t i = 0; i < e.elements(); ++i) {
        const double x = a.data<float>()[i], y = e.data<float>()[i];
        if (std::isnan(x) && std::isnan(y))
            continue;
        if (x == y) // infinities, too
            continue;
        const double distance = std::fabs(x - y);
        worst = std::isfinite(distance) ? std::max(worst, distance) : INFINITY;
    }
    for (int64_t i = 0; i < e.elements(); ++i)
        if (std::isfinite(e.data<float>()[i]))
            largest = std::max(largest, std::fabs(double(e.data<float>()[i])));
    return worst == 0 ? 0 : worst / std::max(largest, 1e-30);
}

inline bool isNear(const Matrix& actual, const Matrix& expected, double tolerance)
{
    return actual.view().sameShape(expected) && difference(actual, expected) <= tolerance;
}

inline bool isIdentical(const Matrix& a, const Matrix& b)
{
    return a.bytes() == b.bytes();
}

} // namespace tests

/// Fails the test, with the difference and what the case was, unless the two are near.
#define VERIFY_NEAR(actual, expected, tolerance, about)         \
    QVERIFY2(tests::isNear(actual, expected, tolerance),        \
        qPrintable(QStringLiteral("%1: relative difference %2") \
                       .arg(about)                              \
                       .arg(tests::difference(actual, expected))))
