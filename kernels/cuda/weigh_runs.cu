#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/weight_runs.h"

// Sums the weights of a softmax over long rows, run by run; their total is its divisor. The host
// adds up the same numbers, bit for bit, so this file is compiled without fused multiplications and
// additions (see CMakeLists.txt).

namespace kernels::cuda {

namespace {

constexpr int threads = 256;
constexpr int runsOfBlock = threads / weightLanes;

struct Weighing {
    float* sums;
    const float *x, *highest, *scales;
    int64_t columns, sortedColumns;
    int among, runs;
};

// Grid: runs, row. Four threads add up a run; each takes every fourth number.
__global__ void __launch_bounds__(threads) weighRunsKernel(Weighing weighing)
{
    const int row = blockIdx.y;
    const int run = blockIdx.x * runsOfBlock + threadIdx.x / weightLanes;
    const int lane = threadIdx.x % weightLanes;
    const float* x = weighing.x + row * weighing.columns;
    const float highest = weighing.highest[row * weighing.sortedColumns];
    const float scale = weighing.scales[row];
    const int first = run * int(weightRun), end = min(first + int(weightRun), weighing.among);
    float sum = 0;
    for (int i = first + lane; i < end; i += weightLanes)
        sum += softmaxWeight(x[i], highest, scale);
    // Adds in the same tree as sumOfLanes(). Addition is commutative, so both lanes of a pair get
    // the same sum.
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    if (lane == 0 && run < weighing.runs)
        weighing.sums[int64_t(row) * weighing.runs + run] = sum;
}

} // namespace

void CudaOps::weighRuns(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighRuns(sums, x, highest, scales, among);
    if (sums.elements() == 0)
        return;
    const int runs = int(sums.columns);
    const Weighing weighing{sums.data<float>(), x.data<float>(), highest.data<float>(),
        scales.data<float>(), x.columns, highest.columns, int(among), runs};
    const dim3 blocks(unsigned((runs + runsOfBlock - 1) / runsOfBlock), unsigned(x.rows));
    launch(m_stream.get(), {.blocks = blocks, .threads = threads}, weighRunsKernel, weighing);
    checkLaunch("weighRuns");
}

} // namespace kernels::cuda
