#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <utility>

// How kernels are started and how they find their dynamic shared memory. Only these parts of the
// folder are not plain C++; so its sources can also be compiled for the host and run there by a
// stand-in for the CUDA runtime (tests/kernels/cuda_on_host).

namespace kernels::cuda {

/// Whether a kernel may start while its predecessor in the stream is still ending. The predecessor
/// may have started early, too. Such a kernel must call waitForPredecessor() in every thread before
/// it reads or writes anything that earlier kernels write or read. Only weights may be read before:
/// they were complete before the backend was last synchronized.
enum class Start { AfterPredecessor, WhilePredecessorEnds };

/// How the work of a kernel is divided.
struct LaunchShape {
    dim3 blocks;
    dim3 threads; ///< per block
    size_t sharedBytes = 0; ///< dynamic shared memory of a block, see sharedMemory()
    /// The other value has an effect from compute capability 9.0 on.
    Start start = Start::AfterPredecessor;
};

/// The dynamic shared memory that a block may use without asking for more. It is below the limit of
/// 48 KiB, which includes static shared memory.
inline constexpr size_t plainSharedBytes = 32 * 1024;

/// Whether kernels for the thread's current GPU were compiled with waitForPredecessor() in them, as
/// they are for 9.0 and later. A GPU may run code that was compiled for an older one. All kernels
/// are compiled for the same architectures, so the result for the first kernel is valid for all.
template <typename Kernel>
bool canStartEarly(Kernel* kernel)
{
    enum class Answer : char { Unknown, Yes, No };
    static thread_local std::array<Answer, 64> answers{}; // indexed by device
    int device = 0;
    cudaGetDevice(&device);
    Answer& answer = answers[size_t(device) % answers.size()];
    if (answer == Answer::Unknown) {
        cudaFuncAttributes attributes{};
        const bool isKnown = cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess;
        answer = isKnown && attributes.ptxVersion >= 90 ? Answer::Yes : Answer::No;
    }
    return answer == Answer::Yes;
}

/// Does what kernel<<<…>>>(arguments…) does, with the arguments converted to the kernel's
/// parameters. checkLaunch() reports failures.
template <typename... Parameters, typename... Arguments>
void launch(cudaStream_t stream, const LaunchShape& shape, void (*kernel)(Parameters...),
    Arguments&&... arguments)
{
    if (shape.sharedBytes > plainSharedBytes)
        cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shape.sharedBytes));
    // A kernel can start alongside its predecessor only if both divide the memory of a
    // multiprocessor between shared memory and cache in the same way.
    if (shape.start == Start::WhilePredecessorEnds)
        cudaFuncSetAttribute(
            kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    cudaLaunchAttribute overlap{};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = shape.blocks;
    config.blockDim = shape.threads;
    config.dynamicSmemBytes = shape.sharedBytes;
    config.stream = stream;
    config.attrs = &overlap;
    config.numAttrs = shape.start == Start::WhilePredecessorEnds && canStartEarly(kernel) ? 1 : 0;
    cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

/// The block's dynamic shared memory, aligned to 16 bytes, with undefined contents. For kernels
/// only.
template <typename T>
__device__ __forceinline__ T* sharedMemory()
{
#ifdef __CUDACC__
    extern __shared__ __align__(16) unsigned char dynamicShared[];
    return reinterpret_cast<T*>(dynamicShared);
#else
    return static_cast<T*>(dynamicSharedMemory());
#endif
}

/// Waits, in a kernel started WhilePredecessorEnds, until all earlier work in the stream has ended
/// and its results can be read. Returns at once in any other kernel.
__device__ __forceinline__ void waitForPredecessor()
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// Permits a successor to start WhilePredecessorEnds, once every block of the calling kernel has
/// called this or ended.
__device__ __forceinline__ void letSuccessorStart()
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

} // namespace kernels::cuda
