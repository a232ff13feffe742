#pragma once

#include <cstdint>

namespace kernels {

/// Host memory aligned to 64 bytes, contents undefined. Throws Error{OutOfMemory} with the size.
void* allocateHostMemory(int64_t bytes);
void releaseHostMemory(void* memory);

/// Bytes of this machine's memory that programs can still take without swapping, as the system
/// reckons; 0 if it does not say.
int64_t availableHostMemory();

} // namespace kernels
