#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <memory>

namespace kernels::cuda {

/// Computes the columns [first, first + weight.rows) of out = x · weightᵀ for many rows when there
/// is no cuBLAS: numbers of two bytes on tensor cores, with sums in f32.
///   out     [tokens, outputs]              f32
///   x       [tokens, inputs]               the type of the weights
///   weight  [part of the outputs, inputs]  f32, f16 or bf16
void multiplyTiles(
    DeviceStream& stream, TensorView out, int64_t first, TensorView x, TensorView weight);

/// Products of matrices without blocks and with many rows: by cuBLAS or, if that library is
/// missing, by our own kernels. Both factors have the type of the weights; sums are f32.
class DenseProducts {
public:
    /// The stream must outlive it. cuBLAS is loaded at the first product.
    explicit DenseProducts(DeviceStream& stream);
    ~DenseProducts();

    /// The rows of x converted to the type of the weights. Valid until the next call.
    TensorView factor(TensorView x, DType type);

    /// Computes the columns [first, first + weight.rows) of out = x · weightᵀ.
    ///   out     [tokens, outputs]              f32
    ///   x       [tokens, inputs]               the result of factor()
    ///   weight  [part of the outputs, inputs]  f32, f16 or bf16
    void multiply(TensorView out, int64_t first, TensorView x, TensorView weight);

private:
    struct Library; // cuBLAS, opened at run time

    Library* library();

    DeviceStream& m_stream;
    std::unique_ptr<Library> m_library;
    bool m_isLookedFor = false;
};

} // namespace kernels::cuda
