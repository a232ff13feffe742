#pragma once

#include <cstdint>

namespace kernels {

/// Returns host memory, aligned to 64 bytes, with undefined content, in huge pages if it is large and
/// they are wanted. Throws Error{OutOfMemory} with the size.
void* allocateHostMemory(int64_t bytes, bool inHugePages = true);
void releaseHostMemory(void* memory);

/// How many bytes of this machine's memory programs can still take without swapping, as the system
/// estimates; 0 if it does not say.
int64_t availableHostMemory();

} // namespace kernels
