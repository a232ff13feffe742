#include "engine/files/packed_matrix.h"
#include "kernels/block_formats.h"

#include <cstring>

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
            "has arrays that do not fit each other");
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
    constexpr std::string_view ending = "_blocks";
    if (!numbers.name.ends_with(ending))
        return nullptr;
    return std::make_unique<Mxfp4Matrix>(
        PackedArrays(file, numbers.name.substr(0, numbers.name.size() - ending.size())));
}

} // namespace engine
