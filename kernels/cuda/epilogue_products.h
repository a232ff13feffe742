#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <memory>

namespace kernels::cuda {

/// The operations of a product on its sums.
struct Epilogue {
    TensorView bias = {}; ///< f32 [1, outputs of the part], is added to each row; empty: none
    bool adds = false; ///< whether the sums are added to `out`
};

/// Products of matrices whose bias is added while the sums are still in registers, by cuBLASLt. That
/// library, which belongs to cuBLAS, is opened at the first product.
class EpilogueProducts {
public:
    /// The stream must outlive it.
    explicit EpilogueProducts(DeviceStream& stream);
    ~EpilogueProducts();

    /// Does what DenseProducts::multiply() does, or nothing and returns false if the library is
    /// missing or has no kernel for it.
    bool multiply(
        TensorView out, int64_t first, TensorView x, TensorView weight, const Epilogue& epilogue);

    /// Does the same for `count` products of x with matrices that are contiguous in memory, as are
    /// their outputs and their biases.
    ///   out     [count · tokens, outputs]  f32
    ///   x       [tokens, inputs]           the type of the weights
    ///   weight  [count · outputs, inputs]  f32, f16 or bf16
    ///   bias    f32 [1, count · outputs]   empty: none
    bool multiplyEach(TensorView out, TensorView x, TensorView weight, TensorView bias, int count);

private:
    struct ProductShape;
    struct Arguments;
    class Library;

    bool start(Arguments arguments);

    DeviceStream& m_stream;
    std::unique_ptr<Library> m_library;
    bool m_wasSearched = false;
};

} // namespace kernels::cuda
