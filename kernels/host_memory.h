#pragma once

#include <cstdint>

namespace kernels {

/// Host memory aligned to 64 bytes, contents undefined. Throws Error{OutOfMemory} with the size.
void* allocateHostMemory(int64_t bytes);
void releaseHostMemory(void* memory);

} // namespace kernels
