#pragma once

#include "base/error.h"
#include "kernels/dtype.h"

#include <cstddef>
#include <cstdint>

namespace kernels {

class Backend;

/// A matrix that somebody else owns: rows one after the other, columns contiguous. A small value,
/// to be passed by value.
struct TensorView {
    void* bytes = nullptr;
    DType dtype = DType::F32;
    int64_t rows = 0;
    int64_t columns = 0;

    template <typename T>
    T* data() const
    {
        return static_cast<T*>(bytes);
    }
    bool isEmpty() const { return rows == 0 || columns == 0; }
    int64_t elements() const { return rows * columns; }
    int64_t rowStride() const { return rowBytes(dtype, columns); } ///< in bytes
    int64_t sizeInBytes() const { return rows * rowStride(); }
    bool sameShape(const TensorView& other) const
    {
        return rows == other.rows && columns == other.columns;
    }

    /// The rows [first, first + count) of this matrix.
    TensorView rowRange(int64_t first, int64_t count) const
    {
        CHECK(first >= 0 && count >= 0 && first + count <= rows);
        return {static_cast<std::byte*>(bytes) + first * rowStride(), dtype, count, columns};
    }

    /// The same numbers as a matrix with rows of another length. May be called only for types
    /// without blocks.
    TensorView reshaped(int64_t newRows, int64_t newColumns) const
    {
        CHECK(!isBlockType(dtype) && newRows * newColumns == elements());
        return {bytes, dtype, newRows, newColumns};
    }
};

/// A matrix that owns its memory on one device. It can be moved and not copied; the backend must
/// outlive it.
class Tensor {
public:
    Tensor() = default;
    Tensor(Backend& backend, DType dtype, int64_t rows, int64_t columns);
    ~Tensor();
    Tensor(Tensor&& other) noexcept;
    Tensor& operator=(Tensor&& other) noexcept;

    TensorView view() const { return m_view; }
    operator TensorView() const { return m_view; }
    bool isEmpty() const { return m_view.isEmpty(); }
    Backend* backend() const { return m_backend; }

private:
    Backend* m_backend = nullptr;
    TensorView m_view;
};

} // namespace kernels
