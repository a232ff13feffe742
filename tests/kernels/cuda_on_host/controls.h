#pragma once

#include "tests/kernels/cuda_on_host/order.h"

#include <cstdint>

namespace cuda_on_host {

/// What the GPUs are. Read once, from these variables of the environment:
///   VIGNETTE_HOST_CARDS            how many there are (1)
///   VIGNETTE_HOST_CARD_MEMORY      MiB of each (8192)
///   VIGNETTE_HOST_CARD_CAPABILITY  "75", "80", "89" or "90" (90)
///   VIGNETTE_HOST_CARD_ORDER       "forward", "reverse", or a number: shuffled with that seed
///   VIGNETTE_HOST_CARD_BREAKS      after so many launches a kernel fails, and the GPU is lost
struct Settings {
    int gpus = 1;
    uint64_t memoryBytes = uint64_t(8192) << 20;
    int capability = 90;
    int compiledFor = 90; ///< what kernels were: before 90 they cannot wait for a predecessor
    Order order;
};

/// The operations since the program began, of all GPUs.
struct Counts {
    int64_t launches = 0; ///< of kernels, those of graphs among them
    int64_t graphLaunches = 0;
    int64_t directLaunches = 0; ///< of kernels, by the host
    int64_t allocations = 0;
    int64_t copiesToDevice = 0, copiesToHost = 0;
    int64_t waits = 0; ///< of the host for a stream, an event or a GPU
};

// The functions below are for tests that link libcuda_on_host.so, which the plugin uses, too. Any
// thread may call them.

void setOrder(Order order);
void setCompiledFor(int capability);
Counts counts();

/// The `number`th allocation from now (1: the next) and those after it, `times` in all, find no
/// memory left.
void failAllocation(int64_t number, int64_t times = 1);

/// The `number`th launch from now fails, and the GPU with it.
void failLaunchOf(int64_t number);

/// Makes all GPUs usable again, as a new process would find them; their memory is gone.
void resetGpus();

/// Whether cuBLAS can be used, from the next handle on; it can at first.
void setCublasExists(bool exists);
bool cublasExists();

} // namespace cuda_on_host
