#include "runtime/planner/made_up_weights.h"

#include "kernels/backend.h"
#include "kernels/error.h"
#include "kernels/host_memory.h"

#include <numeric>

namespace runtime {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// Of no type is any number of these bytes huge or nearly 0.
void fill(std::byte* memory, int64_t bytes)
{
    uint32_t state = 1;
    for (int64_t i = 0; i < bytes; ++i) {
        state = state * 1664525 + 1013904223;
        memory[i] = std::byte(0x30 + (state >> 24) % 8);
    }
}

} // namespace

void MadeUpWeights::Release::operator()(std::byte* memory) const
{
    kernels::releaseHostMemory(memory);
}

MadeUpWeights::MadeUpWeights(int64_t bytes)
    : m_size(bytes)
    , m_memory(static_cast<std::byte*>(kernels::allocateHostMemory(bytes)))
{
    fill(m_memory.get(), bytes);
}

TensorView MadeUpWeights::matrix(DType type, int64_t rows, int64_t columns, int64_t first) const
{
    const TensorView view{m_memory.get() + first, type, rows, columns};
    CHECK(first >= 0 && first + view.sizeInBytes() <= m_size);
    return view;
}

Tensor madeUpNumbers(kernels::Backend& device, int64_t rows, int64_t columns)
{
    std::vector<float> values(size_t(rows * columns), 0);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = float(i * 7919 % 256) / 128 - 1;
    Tensor tensor(device, DType::F32, rows, columns);
    device.upload(tensor, values.data());
    device.synchronize(); // before the values go
    return tensor;
}

Tensor integersOn(kernels::Backend& device, const std::vector<int32_t>& values)
{
    Tensor tensor(device, DType::I32, 1, int64_t(values.size()));
    device.upload(tensor, values.data());
    device.synchronize(); // before the values go
    return tensor;
}

std::vector<int32_t> rising(int64_t count)
{
    std::vector<int32_t> values(size_t(count), 0);
    std::iota(values.begin(), values.end(), 0);
    return values;
}

} // namespace runtime
