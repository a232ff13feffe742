#pragma once

#include <cstdint>

// Kernels with the mistakes that the stand-in is to find, and one without, for its own test.
namespace cuda_on_host {

enum class Mistake {
    None,
    MissingBarrier, ///< a neighbor's number is read before all are written
    DivergentBarrier, ///< half of the block waits at another barrier
    LaneMissing, ///< a shuffle of the whole warp that half of it does not reach
    LaneEnded, ///< likewise, for a lane has ended
    BehindAllocation, ///< reads the number behind the last
    BeforeAllocation, ///< writes the number before the first
    BehindShared, ///< of dynamic shared memory
    Misaligned, ///< four numbers at once from the second on
    UnwaitedCopy, ///< uses an asynchronous copy without waiting for it
    NoWaitForPredecessor, ///< launched to start early, as all of them are, and does not wait
};

/// Launches the kernel in a stream of its own: out[i] = in[(i + 1) % 64] for 64 numbers, both on
/// the GPU. Returns the error of waiting for it.
int runKernel(Mistake mistake, float* out, const float* in);

} // namespace cuda_on_host
