#pragma once

#include "kernels/tensor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace runtime {

/// Made-up weights in the host's memory, as those of a mapped file are there. Their bytes are harmless
/// numbers in every type, also as scales of blocks.
class MadeUpWeights {
public:
    /// Throws Error{OutOfMemory}.
    explicit MadeUpWeights(int64_t bytes);

    int64_t bytes() const { return m_size; }

    /// Bytes from `first` on, as a matrix; it must fit.
    kernels::TensorView matrix(
        kernels::DType type, int64_t rows, int64_t columns, int64_t first) const;

private:
    struct Release {
        void operator()(std::byte* memory) const;
    };
    int64_t m_size;
    std::unique_ptr<std::byte[], Release> m_memory;
};

/// A tensor of numbers between −1 and 1.
kernels::Tensor madeUpNumbers(kernels::Backend& device, int64_t rows, int64_t columns);

/// A row of these.
kernels::Tensor integersOn(kernels::Backend& device, const std::vector<int32_t>& values);

/// 0, 1, 2, …
std::vector<int32_t> rising(int64_t count);

} // namespace runtime
