#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace kernels {

/// Returns where as many bytes as `memory` has can be read that are stored at `stored`: there or, if
/// they lie in a file, in `memory`, into which they were read. Any thread may call it, several at a time; it must not throw.
using FetchStored
    = std::function<const std::byte*(const std::byte* stored, std::span<std::byte> memory)>;

} // namespace kernels
