#include "kernels/check_ops.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/reduce.cuh"

// Layers that keep a state instead of keys and values.

namespace kernels::cuda {

namespace {

constexpr int threads = 256;
constexpr int columnsPerBlock = 32; // columns of the states of the delta rule: one for each lane
constexpr int warps = threads / 32;

/// A SequenceRows and its placement in the form that kernels take; see SequenceRows for the
/// meaning.
struct StatePass {
    Slots slots;
    const int32_t* first;
    const int32_t* count;
    const int32_t* kept;

    StatePass(const CachePlacement& placement, const SequenceRows& rows)
        : slots(Slots::of(placement))
        , first(rows.first.data<int32_t>())
        , count(rows.count.data<int32_t>())
        , kept(rows.kept.data<int32_t>())
    {
    }

    __device__ int page(int sequence, int position) const
    {
        return slots.pageTables[int64_t(sequence) * slots.tableColumns + position / slots.pageSize];
    }
    __device__ int firstPosition(int sequence) const { return slots.positions[first[sequence]]; }
    __device__ bool isRepeated(int sequence, int row) const
    {
        return row > first[sequence] && slots.positions[row] == slots.positions[row - 1];
    }
    __device__ bool isKeptAfter(int sequence, int position) const
    {
        const int next = position + 1, end = kept[sequence];
        return next == end || (next < end && next % slots.pageSize == 0);
    }
};

// The state before the sequence's first row of this pass; null, for zeros, if that row is at
// position 0.
__device__ __forceinline__ const float* stateBefore(
    const float* states, const StatePass& pass, int sequence, int64_t stateColumns)
{
    const int position = pass.firstPosition(sequence);
    return position == 0 ? nullptr : states + pass.page(sequence, position - 1) * stateColumns;
}

// One thread per number, blockIdx.y for the row.
__global__ void convolveKernel(float* out, const float* x, const float* weight, const float* states,
    StatePass pass, int taps, int64_t columns)
{
    const int row = blockIdx.y, sequence = pass.slots.sequences[row];
    const int64_t column = int64_t(blockIdx.x) * threads + threadIdx.x;
    if (column >= columns)
        return;
    const float* own = stateBefore(states, pass, sequence, (taps - 1) * columns);
    const int before = pass.slots.positions[row] - pass.firstPosition(sequence);
    const float* ofSequence = x + pass.first[sequence] * columns + column;
    float total = 0;
    for (int tap = 0; tap < taps; ++tap) {
        const int input = before - (taps - 1) + tap; // index in the pass
        float value = 0;
        if (input >= 0)
            value = ofSequence[input * columns];
        else if (own)
            value = own[(input + taps - 1) * columns + column];
        total += weight[tap * columns + column] * value;
    }
    out[row * columns + column] = total;
}

// Runs after convolveKernel, and stores the last inputs as the state at each position after which a
// state is kept. One thread per column, blockIdx.y for the sequence. The inputs of the earlier
// state are read first, because it may be overwritten.
__global__ void keepInputsKernel(
    float* states, const float* x, StatePass pass, int taps, int64_t columns)
{
    const int sequence = blockIdx.y;
    const int64_t column = int64_t(blockIdx.x) * threads + threadIdx.x;
    if (column >= columns || pass.count[sequence] == 0)
        return;
    const int64_t stateColumns = (taps - 1) * columns;
    float earlier[Ops::maxTaps - 1] = {};
    if (const float* own = stateBefore(states, pass, sequence, stateColumns))
        for (int i = 0; i < taps - 1; ++i)
            earlier[i] = own[i * columns + column];
    const float* ofSequence = x + pass.first[sequence] * columns + column;
    const int begin = pass.firstPosition(sequence);
    for (int position = begin; position < pass.kept[sequence]; ++position) {
        if (!pass.isKeptAfter(sequence, position))
            continue;
        float* kept = states + pass.page(sequence, position) * stateColumns + column;
        for (int i = 0; i < taps - 1; ++i) {
            const int input = position - begin - (taps - 2) + i; // index in the pass
            kept[i * columns] = input < 0 ? earlier[input + taps - 1] : ofSequence[input * columns];
        }
    }
}

/// The arguments of the delta rule.
struct DeltaJob {
    float* out;
    const float* qkv;
    const float* decays;
    const float* strengths;
    const float* rates;
    const float* offsets;
    float* states;
    DeltaShape shape;
};

// Computes x / √(Σ x² + epsilon) · scale with one warp.
__device__ __forceinline__ void normalize(
    float* out, const float* x, int count, float epsilon, float scale)
{
    const int lane = threadIdx.x % 32;
    float squares = 0;
    for (int i = lane; i < count; i += 32)
        squares += x[i] * x[i];
    const float factor = scale / sqrtf(warpSum(squares) + epsilon);
    for (int i = lane; i < count; i += 32)
        out[i] = x[i] * factor;
}

// Adds up the values of all warps for this lane's column.
__device__ __forceinline__ float sumOfWarps(float value, float (*partials)[columnsPerBlock])
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads(); // an earlier call may still be reading
    partials[warp][lane] = value;
    __syncthreads();
    float total = 0;
    for (int i = 0; i < warps; ++i)
        total += partials[i][lane];
    return total;
}

// A block updates some columns of the state of one value head for all rows of a sequence. Each lane
// has a column; the rows of the state are distributed among the warps.
__global__ void deltaRuleKernel(DeltaJob job, StatePass pass)
{
    __shared__ float partials[warps][columnsPerBlock];
    const DeltaShape& shape = job.shape;
    const int sequence = blockIdx.z, head = blockIdx.y;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int column = int(blockIdx.x) * columnsPerBlock + lane;
    const bool isInside = column < shape.valueDim;
    const int keyDim = shape.keyDim, valueDim = shape.valueDim;
    if (pass.count[sequence] == 0)
        return;

    float* state = sharedMemory<float>(); // [keyDim, columnsPerBlock]
    float* q = state + keyDim * columnsPerBlock;
    float* k = q + keyDim;
    const int64_t headSize = int64_t(keyDim) * valueDim;
    const float* own = stateBefore(job.states, pass, sequence, shape.stateColumns());
    for (int i = warp; i < keyDim; i += warps)
        state[i * columnsPerBlock + lane]
            = own && isInside ? own[head * headSize + int64_t(i) * valueDim + column] : 0.0f;

    const int64_t keys = shape.keyColumns(), rowColumns = 2 * keys + shape.valueColumns();
    const int begin = pass.first[sequence], end = begin + pass.count[sequence];
    for (int row = begin; row < end; ++row) {
        const float* x = job.qkv + row * rowColumns;
        const float* query = x + shape.keyHead(head) * keyDim;
        __syncthreads(); // the row before may still be reading
        if (warp == 0)
            normalize(q, query, keyDim, shape.epsilon, 1 / sqrtf(float(keyDim)));
        if (warp == 1)
            normalize(k, query + keys, keyDim, shape.epsilon, 1);
        __syncthreads();

        float decay = 1, strength = 0;
        if (!pass.isRepeated(sequence, row)) {
            const int64_t gate = int64_t(row) * shape.valueHeads + head;
            const float sum = job.decays[gate] + job.offsets[head];
            decay = expf(job.rates[head] * (sum > 20 ? sum : log1pf(expf(sum))));
            strength = 1 / (1 + expf(-job.strengths[gate]));
        }
        float seen = 0, answer = 0;
        for (int i = warp; i < keyDim; i += warps)
            seen += state[i * columnsPerBlock + lane] * k[i];
        seen = sumOfWarps(seen, partials);
        const float value = isInside ? x[2 * keys + head * valueDim + column] : 0.0f;
        const float change = strength * (value - decay * seen);
        for (int i = warp; i < keyDim; i += warps) {
            float& number = state[i * columnsPerBlock + lane];
            number = decay * number + k[i] * change;
            answer += number * q[i];
        }
        answer = sumOfWarps(answer, partials);
        if (warp == 0 && isInside)
            job.out[row * shape.valueColumns() + head * valueDim + column] = answer;

        const int position = pass.slots.positions[row];
        if (!pass.isKeptAfter(sequence, position) || !isInside)
            continue;
        float* kept = job.states + pass.page(sequence, position) * shape.stateColumns()
            + head * headSize + column;
        for (int i = warp; i < keyDim; i += warps)
            kept[int64_t(i) * valueDim] = state[i * columnsPerBlock + lane];
    }
}

/// The arguments of a selective scan.
struct ScanJob {
    float* out;
    const float* xbc;
    const float* steps;
    const float* rates;
    const float* offsets;
    const float* skips;
    float* states;
    ScanShape shape;
};

constexpr int rowsAtOnce = 4; // between two barriers of a scan

// A block computes some columns of one head for all rows of a sequence. Each lane has a column; the
// rows of the state are distributed among the warps, whose sums for some rows are added together.
__global__ void selectiveScanKernel(ScanJob job, StatePass pass)
{
    __shared__ float partials[rowsAtOnce][warps][columnsPerBlock];
    __shared__ float steps[rowsAtOnce], decays[rowsAtOnce];
    const ScanShape& shape = job.shape;
    const int sequence = blockIdx.z, head = blockIdx.y;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int column = int(blockIdx.x) * columnsPerBlock + lane;
    const bool isInside = column < shape.headDim;
    const int stateDim = shape.stateDim;
    if (pass.count[sequence] == 0)
        return;

    float* state = sharedMemory<float>(); // [stateDim, columnsPerBlock]
    float* b = state + stateDim * columnsPerBlock; // [rowsAtOnce, stateDim], as c
    float* c = b + rowsAtOnce * stateDim;
    const int64_t headSize = int64_t(stateDim) * shape.headDim;
    const float* own = stateBefore(job.states, pass, sequence, shape.stateColumns());
    for (int i = warp; i < stateDim; i += warps)
        state[i * columnsPerBlock + lane]
            = own && isInside ? own[head * headSize + int64_t(i) * shape.headDim + column] : 0.0f;

    const int64_t rowColumns = shape.inputColumns();
    const int begin = pass.first[sequence], end = begin + pass.count[sequence];
    for (int first = begin; first < end; first += rowsAtOnce) {
        const int count = end - first < rowsAtOnce ? end - first : rowsAtOnce;
        __syncthreads(); // the rows before may still be read
        for (int i = threadIdx.x; i < count * stateDim; i += threads) {
            const float* groups = job.xbc + (first + i / stateDim) * rowColumns + shape.columns()
                + shape.group(head) * stateDim + i % stateDim;
            b[i] = groups[0];
            c[i] = groups[shape.groupColumns()];
        }
        if (int(threadIdx.x) < count) {
            const int row = first + int(threadIdx.x);
            const float sum = job.steps[int64_t(row) * shape.heads + head] + job.offsets[head];
            const float length = sum > 20 ? sum : log1pf(expf(sum));
            const float step = fminf(fmaxf(length, shape.minStep), shape.maxStep);
            const bool isRepeated = pass.isRepeated(sequence, row);
            steps[threadIdx.x] = isRepeated ? 0 : step;
            decays[threadIdx.x] = isRepeated ? 1 : expf(job.rates[head] * step);
        }
        __syncthreads();

        for (int r = 0; r < count; ++r) {
            const float x = isInside
                ? job.xbc[(first + r) * rowColumns + int64_t(head) * shape.headDim + column]
                : 0.0f;
            const float change = steps[r] * x, decay = decays[r];
            float answer = 0;
            for (int i = warp; i < stateDim; i += warps) {
                float& number = state[i * columnsPerBlock + lane];
                number = decay * number + b[r * stateDim + i] * change;
                answer += number * c[r * stateDim + i];
            }
            partials[r][warp][lane] = answer;

            const int position = pass.slots.positions[first + r];
            if (!pass.isKeptAfter(sequence, position) || !isInside)
                continue;
            float* kept = job.states + pass.page(sequence, position) * shape.stateColumns()
                + head * headSize + column;
            for (int i = warp; i < stateDim; i += warps)
                kept[int64_t(i) * shape.headDim] = state[i * columnsPerBlock + lane];
        }
        __syncthreads();
        if (warp < count && isInside) {
            const int row = first + warp;
            const int64_t inHead = int64_t(head) * shape.headDim + column;
            float total = job.skips[head] * job.xbc[row * rowColumns + inHead];
            for (int i = 0; i < warps; ++i)
                total += partials[warp][i][lane];
            job.out[row * shape.columns() + inHead] = total;
        }
    }
}

static_assert(rowsAtOnce <= warps);

} // namespace

void CudaOps::convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows)
{
    checkConvolve(out, x, weight, states, placement, rows);
    if (x.isEmpty())
        return;
    const StatePass pass(placement, rows);
    const auto blocks = unsigned((x.columns + threads - 1) / threads);
    launch(m_stream.get(), {{blocks, unsigned(x.rows)}, threads}, convolveKernel, out.data<float>(),
        x.data<float>(), weight.data<float>(), states.data<float>(), pass, weight.rows, x.columns);
    launch(m_stream.get(), {{blocks, unsigned(placement.pageTables.rows)}, threads},
        keepInputsKernel, states.data<float>(), x.data<float>(), pass, weight.rows, x.columns);
    checkLaunch("convolve");
}

void CudaOps::deltaRule(TensorView out, TensorView qkv, const DeltaGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const DeltaShape& shape)
{
    checkDeltaRule(out, qkv, gates, states, placement, rows, shape);
    if (qkv.isEmpty())
        return;
    const DeltaJob job{out.data<float>(), qkv.data<float>(), gates.decays.data<float>(),
        gates.strengths.data<float>(), gates.rates.data<float>(), gates.offsets.data<float>(),
        states.data<float>(), shape};
    const auto blocks = unsigned((shape.valueDim + columnsPerBlock - 1) / columnsPerBlock);
    const size_t bytes = sizeof(float) * size_t(shape.keyDim) * (columnsPerBlock + 2);
    launch(m_stream.get(),
        {{blocks, unsigned(shape.valueHeads), unsigned(placement.pageTables.rows)}, threads, bytes},
        deltaRuleKernel, job, StatePass(placement, rows));
    checkLaunch("deltaRule");
}

void CudaOps::selectiveScan(TensorView out, TensorView xbc, const ScanGates& gates,
    TensorView states, const CachePlacement& placement, const SequenceRows& rows,
    const ScanShape& shape)
{
    checkSelectiveScan(out, xbc, gates, states, placement, rows, shape);
    if (xbc.isEmpty())
        return;
    const ScanJob job{out.data<float>(), xbc.data<float>(), gates.steps.data<float>(),
        gates.rates.data<float>(), gates.offsets.data<float>(), gates.skips.data<float>(),
        states.data<float>(), shape};
    const auto blocks = unsigned((shape.headDim + columnsPerBlock - 1) / columnsPerBlock);
    const size_t bytes
        = sizeof(float) * size_t(shape.stateDim) * (columnsPerBlock + 2 * rowsAtOnce);
    launch(m_stream.get(),
        {{blocks, unsigned(shape.heads), unsigned(placement.pageTables.rows)}, threads, bytes},
        selectiveScanKernel, job, StatePass(placement, rows));
    checkLaunch("selectiveScan");
}

} // namespace kernels::cuda
