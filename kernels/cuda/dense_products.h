#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/epilogue_products.h"
#include "kernels/tensor.h"

#include <memory>

namespace kernels::cuda {

/// Computes the columns [first, first + weight.rows) of out = x · weightᵀ + bias, or adds that to
/// them, for many rows when there is no cuBLAS: numbers of two bytes on tensor cores, with sums in
/// f32.
///   out     [tokens, outputs]              f32, or f16 without an epilogue
///   x       [tokens, inputs]               the type of the weights
///   weight  [part of the outputs, inputs]  f32, f16 or bf16
void multiplyTiles(DeviceStream& stream, TensorView out, int64_t first, TensorView x,
    TensorView weight, const Epilogue& epilogue = {});

/// Products of matrices without blocks and with many rows: by cuBLAS or, if that library is
/// missing, by our own kernels. Both factors have the type of the weights; sums are f32.
class DenseProducts {
public:
    /// The stream must outlive it. cuBLAS is loaded at the first product.
    explicit DenseProducts(DeviceStream& stream);
    ~DenseProducts();

    /// Computes the columns [first, first + weight.rows) of out = x · weightᵀ + bias, or adds that
    /// to them. Sums beyond the range of f16 become ±65504 or infinite.
    ///   out     [tokens, outputs]              f32, or f16 without an epilogue
    ///   x       [tokens, inputs]               the type of the weights
    ///   weight  [part of the outputs, inputs]  f32, f16 or bf16
    void multiply(TensorView out, int64_t first, TensorView x, TensorView weight,
        const Epilogue& epilogue = {});

    /// Does what EpilogueProducts::multiplyEach() does, or nothing and returns false.
    bool multiplyEach(TensorView out, TensorView x, TensorView weight, TensorView bias, int count)
    {
        return library() && m_epilogues.multiplyEach(out, x, weight, bias, count);
    }

private:
    struct Library; // cuBLAS, opened at run time

    Library* library();

    DeviceStream& m_stream;
    std::unique_ptr<Library> m_library;
    EpilogueProducts m_epilogues;
    bool m_wasSearched = false;
};

/// out = x · weightᵀ for few rows and weights without blocks; reading the weights takes most of the
/// time. The order of a sum depends only on the shape of the weights.
///   out     [tokens, outputs]  f32
///   x       [tokens, inputs]   f32
///   weight  [outputs, inputs]  f32, f16 or bf16
void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight);

/// A product of many rows with quantized weights, which are unpacked to f16 for it. The arguments
/// are those of DenseProducts::multiply() for all outputs; x is f16.
void multiplyUnpacked(DeviceStream& stream, DenseProducts& dense, TensorView out, TensorView x,
    TensorView weight, const Epilogue& epilogue);

} // namespace kernels::cuda
