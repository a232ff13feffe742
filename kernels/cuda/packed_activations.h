#pragma once

#include "kernels/cuda/device_code.h"
#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <vector>

namespace kernels::cuda {

/// A segment of 32 activations of eight rows, packed for products with quantized weights. Value i of a
/// row's segment is scale · its byte. The bytes of the values 4t … 4t + 3 are at 8t, those of the values
/// 16 + 4t … 16 + 4t + 3 at 8t + 4: lane 4 row + t of a tensor core reads both at once, and a warp
/// reads 256 bytes in one piece.
struct ActivationTile {
    static constexpr int rows = 8;

    struct alignas(16) Numbers {
        float scale;
        float sum; ///< of the 32 values
        float halves[2]; ///< the sums of the values 0 … 15 and 16 … 31
    };
    alignas(16) int8_t bytes[rows][32];
    Numbers numbers[rows];
};
static_assert(sizeof(ActivationTile) == 3 * 128);

/// Packed rows: segment r of row i belongs to tile i / 8 · segments + r. Rows of the last tile that do not
/// exist have undefined content.
struct PackedRows {
    ActivationTile* tiles = nullptr;
    int segments = 0; ///< per row
    int first = 0; ///< the row of the tiles that is row 0

    VIGNETTE_DEVICE explicit operator bool() const { return tiles != nullptr; }

    /// The rows from `row` on.
    PackedRows from(int64_t row) const { return {tiles, segments, first + int(row)}; }

    VIGNETTE_DEVICE ActivationTile& tile(int row, int segment) const
    {
        return tiles[int64_t(first + row) / ActivationTile::rows * segments + segment];
    }

    static int64_t bytes(int64_t rows, int64_t segments)
    {
        return (rows + ActivationTile::rows - 1) / ActivationTile::rows * segments
            * int64_t(sizeof(ActivationTile));
    }
};

/// The packed form of the rows that products read. Kernels of norms, of gates and of the attention
/// of few rows also pack the rows that they write; that form is used as long as only products
/// follow in the stream. Two buffers take turns, so that a kernel can read one form and write
/// another.
class PackedActivations {
public:
    /// The stream must outlive it.
    explicit PackedActivations(DeviceStream& stream)
        : m_stream(stream)
    {
    }

    /// The packed form of x, which has rows of a multiple of 32 numbers, row by row.
    PackedRows of(TensorView x);

    enum class IfWanted : bool { No, Yes };

    /// Returns the destination of the packed form for the kernel that writes x. It is empty if x
    /// has too many rows, or if `condition` is IfWanted::Yes and no product has read rows of this
    /// length. keep() must be called when that kernel has been launched.
    PackedRows bufferFor(TensorView x, IfWanted condition = IfWanted::Yes);

    /// Makes both buffers large enough for such rows. Rows that were packed before may be lost. An
    /// operation that packs its output while it reads packed rows must call this first, because
    /// larger memory replaces what it reads.
    void reserve(int64_t rows, int64_t columns);

    /// Whether a product has read packed rows of so many columns.
    bool isWanted(int64_t columns) const;

    /// Must be called after the launches of an operation that did not change the rows that were
    /// packed last.
    void keep();

private:
    bool isCurrent(TensorView x) const;
    PackedRows nextPosition(TensorView x);

    DeviceStream& m_stream;
    TensorView m_packed; // the rows whose packed form is in m_position
    PackedRows m_position;
    bool m_isSecondBuffer = false;
    uint64_t m_uses = 0; // DeviceStream::uses() when m_packed was valid
    std::vector<int64_t> m_wanted; // lengths of rows that products have asked for
};

} // namespace kernels::cuda
