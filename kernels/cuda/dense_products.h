#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <memory>

namespace kernels::cuda {

/// Products of plain matrices with many rows, by cuBLAS or, where that library is missing, by
/// kernels of tiles. Both factors are of the weights' type, sums of f32.
class DenseProducts {
public:
    /// The stream must outlive it. cuBLAS is looked for at the first product.
    explicit DenseProducts(DeviceStream& stream);
    ~DenseProducts();

    /// The rows of x in the type of the weights that they will meet; holds until the next call.
    TensorView factor(TensorView x, DType type);

    /// Columns [first, first + weight.rows) of out = x · weightᵀ.
    ///   out     [tokens, outputs]              f32
    ///   x       [tokens, inputs]               what factor() gives
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
