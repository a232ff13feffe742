#pragma once

#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// A product with at most this many rows uses quantised weights as they are stored, and rows packed
/// to 8 bits; the result of a row then does not depend on the other rows. A product with more rows
/// unpacks the weights first.
inline constexpr int64_t mostQuantizedRows = 64;

/// What is done with the sums of a product.
enum class Finish {
    Store, ///< out = sum
    Add, ///< out += sum
    Gate, ///< out = activation(sum of the first part) · sum of the second
};

/// Products of the same packed rows with up to three matrices of one quantised type.
struct ProductJob {
    static constexpr int mostParts = 3;

    struct Part {
        const uint8_t* weight = nullptr; ///< [outputs, inputs]
        float* out
            = nullptr; ///< [tokens, outputs]; of the second part of a gate nothing is written
        int outputs = 0;
        int firstBlock = 0; ///< the first block of the grid that computes this part
    };

    const ActivationPiece* x = nullptr;
    int pieces = 0; ///< per row
    int runs = 0; ///< per row
    int tokens = 0;
    int64_t rowBytes = 0; ///< of a row of the weights
    Finish finish = Finish::Store;
    Activation activation = Activation::Silu;
    int partCount = 0;
    Part parts[mostParts];

    void add(TensorView out, TensorView weight)
    {
        CHECK(partCount < mostParts);
        parts[partCount++] = {weight.data<uint8_t>(), out.data<float>(), int(weight.rows), 0};
        rowBytes = weight.rowStride();
    }
};

/// Launches a job with weights of `type`. Throws Error{Unsupported} if there are no kernels for
/// that type.
void multiplyQuantized(DeviceStream& stream, DType type, ProductJob job);

} // namespace kernels::cuda
