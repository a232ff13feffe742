#pragma once

#include "engine/config/tensor_names.h"
#include "kernels/backend.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// A tensor of a model on its device: the mapped file itself if the device can read it, otherwise a
/// copy. It can be moved and not copied; file and backend must outlive it.
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
    /// A view of memory that several weights share.
    Weight(kernels::TensorView view, std::shared_ptr<const void> shared)
        : m_shared(std::move(shared))
        , m_view(view)
    {
    }

    kernels::TensorView view() const { return m_view; }
    operator kernels::TensorView() const { return m_view; }
    bool isEmpty() const { return m_view.isEmpty(); }

private:
    kernels::Tensor m_owned; // empty if the memory is the file's or shared
    std::shared_ptr<const void> m_shared;
    kernels::TensorView m_view;
};

/// True if loops may read a tensor where it is; a file may put one anywhere.
bool isAligned(kernels::TensorView view);

/// Places a tensor of a mapped file on a device. Throws Error{OutOfMemory} if it does not fit.
Weight placeOn(kernels::Backend& backend, kernels::TensorView inFile);

/// A part of a tensor in which those of several layers are one below the other: queries, keys and
/// values, or both halves of a gated MLP.
struct RowPart {
    std::string tensor; ///< its name
    int64_t firstRow = 0;
    int64_t allRows = 0; ///< of the whole tensor
};

/// A copy of a weight with its rows, or the numbers of a single one, in another order: in each
/// group of order.size() of them the one that comes to position i is order[i].
Weight reordered(kernels::Backend& backend, const Weight& weight, std::span<const int64_t> order);

/// A copy of the rows of a matrix with these indices, in this order.
Weight selectedRows(kernels::Backend& backend, const Weight& matrix, std::span<const int64_t> rows);

/// Loads tensors from a file onto one device by their canonical names ("blk.3.attn_q.weight"). A
/// tensor must be in the file with exactly the shape that is requested, except for dimensions of 1
/// in front; otherwise throws Error{BadFile} with the tensor and both shapes. Throws
/// Error{OutOfMemory} if the device cannot hold it.
class Weights {
public:
    Weights(const TensorSource& source, kernels::Backend& backend);

    kernels::Backend& backend() const { return m_backend; }
    const TensorSource& source() const { return m_source; }

    /// The same file's tensors for another device.
    Weights on(kernels::Backend& backend) const { return {m_source, backend}; }

    bool has(std::string_view name) const { return m_source.find(name) != nullptr; }

    /// The number of rows and of columns of the matrix with this name.
    int64_t rows(std::string_view name) const;
    int64_t columns(std::string_view name) const;

    /// [rows, columns] in the type of the file. If the tensor has more dimensions, as a convolution
    /// has, all but the first are joined to columns. Throws Error{Unsupported} if it has a factor.
    Weight matrix(std::string_view name, int64_t rows, int64_t columns) const;

    /// The factor of all numbers of a matrix, which GGUF files have for NVFP4: the tensor
    /// `name`.scale [1] of `name`.weight. 1 without it.
    float factor(const std::string& name) const;

    /// matrix() without the factor, which the caller has to multiply with.
    Weight unscaledMatrix(std::string_view name, int64_t rows, int64_t columns) const;

    /// Some rows of a matrix in which several are one below the other, without a factor; see
    /// RowPart.
    Weight unscaledMatrix(const RowPart& part, int64_t rows, int64_t columns) const;

    /// The same part of a vector, in f32.
    Weight vector(const RowPart& part, int64_t columns) const;

    /// [1, columns] in f32, whatever the type in the file is: norms and biases.
    Weight vector(std::string_view name, int64_t columns) const;

    /// The numbers of a tensor of this shape, as matrix() takes it, on the host.
    std::vector<float> numbers(std::string_view name, const std::vector<int64_t>& shape) const;

    /// Places [numbers / columns, columns] in f32 on the device.
    Weight place(std::span<const float> numbers, int64_t columns) const;

    /// The only number of a tensor [1].
    float number(std::string_view name) const;

    /// The type of a tensor in the file.
    kernels::DType type(std::string_view name) const;

    /// True if the file has the matrices of experts under that name, in one tensor or in many.
    bool hasExperts(const std::string& name) const;

    /// The matrices of so many experts, each [rows, columns], as they are in the mapped file: in
    /// the tensor `name`.weight [experts, rows, columns] or in one tensor for each expert, see
    /// TensorSource::findOfExpert(). All have one type.
    std::vector<kernels::TensorView> ofExperts(
        const std::string& name, int64_t experts, int64_t rows, int64_t columns) const;

private:
    Weight asFloats(Weight stored) const;
    kernels::TensorView checked(std::string_view name, const std::vector<int64_t>& shape) const;
    kernels::TensorView checked(
        const WeightTensor& tensor, const std::vector<int64_t>& shape) const;
    void refuseFactor(const std::string& name) const;
    [[noreturn]] void refuse(const std::string& tensor, const std::string& why) const;
    [[noreturn]] void refuseShape(const std::string& tensor, const std::vector<int64_t>& actual,
        const std::vector<int64_t>& needed) const;

    const TensorSource& m_source;
    kernels::Backend& m_backend;
};

} // namespace engine
