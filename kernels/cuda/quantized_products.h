#pragma once

#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// A product with at most this many rows uses quantized weights as they are stored, and rows packed
/// to 8 bits; the result of a row then does not depend on the other rows. A product with more rows
/// unpacks the weights first.
inline constexpr int64_t maxQuantizedRows = 64;

/// The operation that follows the sums of a product.
enum class Finish {
    Store, ///< out = sum
    Add, ///< out += sum
    Gate, ///< out = activation(sum of the first part) · sum of the second
};

/// A norm (Ops::rmsNorm) of one row that a product computes before it multiplies the row.
struct NormOfRow {
    const float* x = nullptr; ///< null: the product reads packed rows
    const float* weight = nullptr;
    float* out = nullptr;
    PackedRows packed; ///< receives the packed form of `out`, too
    int columns = 0;
    float epsilon = 0;

    /// Whether products can compute norms of rows of such a length; see normalizeRow().
    static bool canBeFused(int64_t columns)
    {
        return columns % 32 == 0 && columns >= minColumns && columns <= maxColumns;
    }
    static constexpr int minColumns = 1024, maxColumns = 4096;
};

/// Products of the same packed rows with up to three matrices of one quantized type.
struct ProductJob {
    static constexpr int maxParts = 3;

    struct Part {
        const uint8_t* weight = nullptr; ///< [outputs, inputs]
        float* out
            = nullptr; ///< [tokens, outputs]; of the second part of a gate nothing is written
        int outputs = 0;
        /// The first unit of work that computes this part: a block of multiplyTilesKernel, a warp's
        /// two rows of multiplyFewKernel.
        int firstUnit = 0;
    };

    PackedRows x;
    int segments = 0; ///< per row
    int tokens = 0;
    int64_t rowBytes = 0; ///< of a row of the weights
    Finish finish = Finish::Store;
    Activation activation = Activation::Silu;
    NormOfRow norm; ///< computes the one row that `x` would contain
    int partCount = 0;
    /// Receives the packed form of the output of a gate, if it is requested. The number of outputs
    /// is then a multiple of 32, and there is a counter (Scratch::Counters) per tile.
    PackedRows packed;
    int* counters = nullptr;
    /// A block of multiplyFewKernel computes `sharesPerBlock` shares of `unitsPerShare` units; the
    /// first `longerBlocks` blocks compute one share more.
    int unitsPerShare = 1, sharesPerBlock = 0, longerBlocks = 0;
    Part parts[maxParts];

    void add(TensorView out, TensorView weight)
    {
        CHECK(partCount < maxParts);
        parts[partCount++] = {weight.data<uint8_t>(), out.data<float>(), int(weight.rows), 0};
        rowBytes = weight.rowStride();
    }
};

struct RotatedOutputs;

/// Launches a job with weights of `type`. Throws Error{Unsupported} if there are no kernels for
/// that type.
void multiplyQuantized(DeviceStream& stream, DType type, const ProductJob& job);

/// Whether multiplyRotated() supports the job: shared memory must suffice for its rows.
bool canMultiplyRotated(const DeviceStream& stream, DType type, const ProductJob& job);

/// Does what multiplyQuantized() does for queries, keys and values of one row, which are rotated and
/// cached as well.
void multiplyRotated(
    DeviceStream& stream, DType type, const ProductJob& job, const RotatedOutputs& outputs);

} // namespace kernels::cuda
