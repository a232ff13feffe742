#pragma once

#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// A product with at most so many rows multiplies quantised weights as they are stored, by rows
/// packed to 8 bits; a row's numbers then do not depend on the others. One with more unpacks the
/// weights.
inline constexpr int64_t mostQuantizedRows = 64;

/// What becomes of the sums of products.
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
        int firstBlock = 0; ///< the first block of the grid that works at it
    };

    const ActivationPiece* x = nullptr;
    int pieces = 0; ///< of a row
    int runs = 0; ///< of a row
    int tokens = 0;
    int64_t rowBytes = 0; ///< of the weights
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

/// Launches a job with weights of the type. Throws Error{Unsupported} if there are no kernels for
/// it.
void multiplyQuantized(DeviceStream& stream, DType type, ProductJob job);

} // namespace kernels::cuda
