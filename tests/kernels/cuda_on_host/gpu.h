#pragma once

#include "tests/kernels/cuda_on_host/controls.h"
#include "tests/kernels/cuda_on_host/device_memory.h"
#include "tests/kernels/cuda_on_host/include/cuda_runtime_api.h"
#include "tests/kernels/cuda_on_host/thread_block.h"

#include <mutex>
#include <string>
#include <vector>

namespace cuda_on_host {

/// A GPU that is this CPU. Belongs to whoever holds the runtime's lock.
class Gpu {
public:
    DeviceMemory memory;

    /// What every call returns once a kernel has failed; cudaSuccess before.
    cudaError_t lasting() const { return m_lasting; }
    const std::string& sentence() const { return m_sentence; }

    /// The GPU is lost: `sentence` says why.
    void lose(cudaError_t error, const std::string& sentence);
    void reset();

    /// Whatever the GPU does, with its memory open. An error in it loses the GPU.
    template <typename Work>
    void work(Work work)
    {
        if (m_lasting != cudaSuccess)
            return;
        const bool isOuter = m_depth++ == 0;
        if (isOuter)
            memory.open();
        work();
        if (--m_depth == 0)
            memory.close();
    }

    /// Runs a kernel on it.
    void run(const Launch& launch);

private:
    cudaError_t m_lasting = cudaSuccess;
    std::string m_sentence;
    int m_depth = 0;
};

/// Everything there is one of. Each function of the runtime holds the lock while it runs.
struct Machine {
    std::recursive_mutex lock;
    Settings settings;
    std::vector<Gpu> gpus;
    Counts counts;
    int64_t allocationsToFailure = 0, failingAllocations = 0;
    int64_t launchesToFailure = 0; ///< 0: none fails
    bool cublasExists = true;
    Gpu* running = nullptr; ///< whose kernel runs

    Machine();
    static Machine& get();
};

/// The GPU that the calling thread has chosen.
int& chosenDevice();
Gpu& chosenGpu();

} // namespace cuda_on_host
