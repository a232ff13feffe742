#pragma once

#include "engine/files/weight_file.h"
#include "kernels/dtype.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A matrix that a file keeps in a form that no kernel reads, and how it becomes one that they do.
/// Its arrays were checked when it was made; they belong to the file, which must outlive it.
class PackedMatrix {
public:
    virtual ~PackedMatrix() = default;

    std::string name; ///< of the tensor that it stands for: "model.layers.0.mlp.up_proj.weight"
    std::vector<int64_t> shape; ///< outermost first, with at least two dimensions
    kernels::DType dtype = kernels::DType::F16; ///< what unpackRows() writes
    std::span<const std::byte> bytes; ///< of the array with the numbers

    int64_t columns() const { return shape.back(); }

    /// Writes the rows [first, first + count) of the matrix in which all dimensions but the last are
    /// joined. Any thread may do so, several at once.
    virtual void unpackRows(int64_t first, int64_t count, std::byte* out) const = 0;
};

using PackedMatrixPtr = std::unique_ptr<PackedMatrix>;

/// The arrays of one packed matrix: "model.layers.0.mlp.up_proj" with the endings ".qweight", ….
class PackedArrays {
public:
    PackedArrays(const ArrayFile& file, std::string prefix)
        : m_file(file)
        , m_prefix(std::move(prefix))
    {
    }

    const std::string& prefix() const { return m_prefix; }
    const StoredArray* find(std::string_view ending) const;

    /// The array. Throws Error{BadFile} if there is none, if its type is not one of `dtypes` or if
    /// it has another number of dimensions.
    const StoredArray& require(std::string_view ending,
        std::initializer_list<std::string_view> dtypes, size_t dimensions) const;

    /// Throws Error{BadFile}: "FILE: the packed matrix PREFIX `why`".
    [[noreturn]] void refuse(const std::string& why) const;
    void requireThat(bool holds, const char* why) const
    {
        if (!holds)
            refuse(why);
    }

private:
    const ArrayFile& m_file;
    std::string m_prefix;
};

/// The name of an array without that ending; nothing if it ends otherwise.
std::optional<std::string> findPrefix(const StoredArray& array, std::string_view ending);

/// Number `index` of an array of F32, F16 or BF16.
float numberAt(const StoredArray& array, int64_t index);

/// Number `index` of an array of I32.
inline uint32_t wordAt(const StoredArray& array, int64_t index)
{
    uint32_t word;
    __builtin_memcpy(&word, array.bytes.data() + index * 4, sizeof word);
    return word;
}

/// The `bits` bits from `position` on of a stream of 32-bit words, the lowest bits first, of which word
/// `i` is number `first` + i · `stride` of the array.
inline uint32_t bitsAt(
    const StoredArray& array, int64_t first, int64_t stride, int64_t position, int bits)
{
    const int64_t word = first + position / 32 * stride;
    const int shift = int(position % 32);
    uint32_t value = wordAt(array, word) >> shift;
    if (shift + bits > 32)
        value |= wordAt(array, word + stride) << (32 - shift);
    return value & ((1u << bits) - 1);
}

// How each kind finds its matrices. These return the matrix that has its numbers in the array of
// that name, or null for any other array. They throw Error{BadFile} for arrays that do not fit each
// other.

/// GPTQ: qweight, qzeros, scales and g_idx. `zerosLessOne`: zero points are stored less one, as all
/// files but those of the second format do.
PackedMatrixPtr findGptqMatrix(
    const ArrayFile& file, const StoredArray& numbers, int64_t groupSize, bool zerosLessOne);

/// AWQ in the form "gemm": qweight, qzeros, scales.
PackedMatrixPtr findAwqMatrix(const ArrayFile& file, const StoredArray& numbers);

/// compressed-tensors in the form "pack-quantized": weight_packed, weight_scale, weight_shape and, if
/// they are there, weight_zero_point and weight_g_idx.
PackedMatrixPtr findPackedIntegers(const ArrayFile& file, const StoredArray& numbers);

/// Numbers of eight bits (F8_E4M3, I8) with weight_scale_inv or weight_scale for the whole matrix,
/// for each row, or for blocks of `blockRows` × `blockColumns`.
PackedMatrixPtr findScaledBytes(
    const ArrayFile& file, const StoredArray& numbers, int64_t blockRows, int64_t blockColumns);

/// EXL2: q_weight, q_scale, q_scale_max, q_groups, q_invperm.
PackedMatrixPtr findExl2Matrix(const ArrayFile& file, const StoredArray& numbers);

/// EXL3: trellis, suh and svh, or su and sv, and mcg or mul1 if one is there.
PackedMatrixPtr findExl3Matrix(const ArrayFile& file, const StoredArray& numbers);

/// MXFP4: NAME_blocks and NAME_scales, which become blocks of that type.
PackedMatrixPtr findMxfp4Matrix(const ArrayFile& file, const StoredArray& numbers);

} // namespace engine
