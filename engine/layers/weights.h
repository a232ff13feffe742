#pragma once

#include "engine/config/tensor_source.h"
#include "kernels/backend.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// A tensor of a model on its device: the mapped file itself where the device can read that, else a
/// copy. Move-only; file and backend must outlive it.
class Weight {
public:
    Weight() = default;
    explicit Weight(kernels::TensorView borrowed)
        : m_view(borrowed)
    {
    }
    explicit Weight(kernels::Tensor owned)
        : m_owned(std::move(owned))
        , m_view(m_owned.view())
    {
    }

    kernels::TensorView view() const { return m_view; }
    operator kernels::TensorView() const { return m_view; }
    bool isEmpty() const { return m_view.isEmpty(); }

private:
    kernels::Tensor m_owned; // empty if the memory is the file's
    kernels::TensorView m_view;
};

/// A tensor of a mapped file on a device. Throws Error{OutOfMemory} where that cannot hold it.
Weight placeOn(kernels::Backend& backend, kernels::TensorView inFile);

/// Brings tensors from a file to one device, under their canonical names ("blk.3.attn_q.weight").
/// Whatever is asked for must be in the file in just that shape: else Error{BadFile} names the
/// tensor and both shapes. Throws Error{OutOfMemory} where the device cannot hold it.
class Weights {
public:
    Weights(const TensorSource& source, kernels::Backend& backend);

    kernels::Backend& backend() const { return m_backend; }
    bool has(std::string_view name) const { return m_source.find(name) != nullptr; }

    /// How many rows the matrix of this name has.
    int64_t rows(std::string_view name) const;

    /// [rows, columns] in the type of the file. Further dimensions that it has there, as those of a
    /// convolution, are taken together as columns.
    Weight matrix(std::string_view name, int64_t rows, int64_t columns) const;

    /// [1, columns], f32 whatever the file holds: norms and biases.
    Weight vector(std::string_view name, int64_t columns) const;

private:
    kernels::TensorView checked(std::string_view name, const std::vector<int64_t>& shape) const;

    const TensorSource& m_source;
    kernels::Backend& m_backend;
};

} // namespace engine
