#include "kernels/tensor.h"

#include "kernels/backend.h"

#include <utility>

namespace kernels {

Tensor::Tensor(Backend& backend, DType dtype, int64_t rows, int64_t columns)
    : m_view{nullptr, dtype, rows, columns}
{
    CHECK(rows >= 0 && columns >= 0);
    if (m_view.isEmpty())
        return;
    int64_t bytes = 0;
    if (__builtin_mul_overflow(rows, m_view.rowStride(), &bytes))
        throw base::outOfMemory("a tensor of more than 2^63 bytes");
    m_view.bytes = backend.allocate(bytes);
    m_backend = &backend;
}

Tensor::~Tensor()
{
    if (m_backend)
        m_backend->release(m_view.bytes, m_view.sizeInBytes());
}

Tensor::Tensor(Tensor&& other) noexcept
    : m_backend(std::exchange(other.m_backend, nullptr))
    , m_view(std::exchange(other.m_view, {}))
{
}

Tensor& Tensor::operator=(Tensor&& other) noexcept
{
    std::swap(m_backend, other.m_backend);
    std::swap(m_view, other.m_view);
    return *this;
}

} // namespace kernels
