#pragma once

#include "engine/config/tensor_source.h"
#include "kernels/backend.h"

#include <string>

namespace vision {

/// A matrix of the tower on its device: owned, or read in place from the mapped file. Move-only;
/// the file must outlive it.
class Weight {
public:
    Weight() = default;

    kernels::TensorView view() const { return m_view; }
    bool isEmpty() const { return m_view.isEmpty(); }

private:
    friend class WeightLoader;
    kernels::Tensor m_owned;
    kernels::TensorView m_view;
};

/// A linear layer's weight [outputs, inputs] and bias [1, outputs], which may be absent.
struct LinearWeights {
    Weight weight, bias;

    /// out = x · weightᵀ + bias
    void forward(kernels::Ops& ops, kernels::TensorView out, kernels::TensorView x) const;
};

struct NormWeights {
    Weight weight, bias; ///< [1, hidden]
};

/// Brings tensors of a file, by their GGUF names, to a device. Throws Error{BadFile} if one is
/// missing or misshapen.
class WeightLoader {
public:
    WeightLoader(const engine::TensorSource& source, kernels::Backend& backend)
        : m_source(source)
        , m_backend(backend)
    {
    }

    /// rows × columns as stored; rows = 0 takes as many as the tensor has.
    Weight matrix(const std::string& name, int64_t rows, int64_t columns) const;

    /// The same as f32; a vector is one row.
    Weight floats(const std::string& name, int64_t rows, int64_t columns) const;

    /// name + ".weight" and, where there is one, name + ".bias". outputs = 0: as many as there are.
    LinearWeights linear(const std::string& name, int64_t outputs, int64_t inputs) const;
    NormWeights norm(const std::string& name, int64_t hidden) const;

    kernels::Backend& backend() const { return m_backend; }

private:
    /// The tensor's view as [rows, columns].
    kernels::TensorView shaped(const std::string& name, int64_t& rows, int64_t columns) const;

    const engine::TensorSource& m_source;
    kernels::Backend& m_backend;
};

} // namespace vision
