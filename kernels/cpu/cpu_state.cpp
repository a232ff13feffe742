#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/logit_math.h"
#include "kernels/state_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

// Layers that keep a state in place of keys and values. Columns of a convolution and heads of the
// delta rule or of a scan go their own ways, so each task takes some of them through all rows of a sequence.

namespace kernels::cpu {

namespace {

constexpr int64_t columnsPerTask = 512;

float softplus(float x)
{
    return x > 20 ? x : std::log1p(std::exp(x));
}

// e to rate · log(1 + eˣ), and the strength: the gates of a token of one head.
void setGates(DeltaToken& token, const DeltaGates& gates, int64_t row, int64_t head)
{
    const int64_t position = row * gates.decays.columns + head;
    const float x = gates.decays.data<float>()[position] + gates.offsets.data<float>()[head];
    token.decay = std::exp(gates.rates.data<float>()[head] * softplus(x));
    token.strength = 1 / (1 + std::exp(-gates.strengths.data<float>()[position]));
}

// The step of time of a token of one head, and how much of the state that leaves.
void setStep(
    ScanToken& token, const ScanGates& gates, int64_t row, int64_t head, const ScanShape& shape)
{
    const float x
        = gates.steps.data<float>()[row * shape.heads + head] + gates.offsets.data<float>()[head];
    token.step = std::clamp(softplus(x), shape.minStep, shape.maxStep);
    token.decay = std::exp(gates.rates.data<float>()[head] * token.step);
}

} // namespace

void CpuOps::convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows)
{
    checkConvolve(out, x, weight, states, placement, rows);
    checkPositions(placement);
    const int64_t columns = x.columns, taps = weight.rows;
    const int64_t blocks = (columns + columnsPerTask - 1) / columnsPerTask;
    reserveScratch((taps - 1) * columnsPerTask);
    m_pool.run(placement.pageTables.rows * blocks, [&](int64_t task, int thread) {
        const StateRows own(placement, rows, task / blocks);
        const int64_t begin = task % blocks * columnsPerTask;
        const int64_t count = std::min(columnsPerTask, columns - begin);

        // The rows before the pass: their state may be written over before they are no longer read.
        float* earlier = scratch(thread, (taps - 1) * columnsPerTask);
        std::fill_n(earlier, (taps - 1) * columnsPerTask, 0.0f);
        if (const auto page = own.pageBefore())
            for (int64_t tap = 0; tap < taps - 1; ++tap)
                std::copy_n(states.rowRange(*page, 1).data<float>() + tap * columns + begin, count,
                    earlier + tap * columnsPerTask);

        const float* inputs[maxTaps]; // of the last rows, the oldest first
        for (int64_t row = own.first(); row < own.end(); ++row) {
            for (int64_t tap = 0; tap < taps; ++tap) {
                const int64_t input = own.before(row) - (taps - 1) + tap; // in the pass
                inputs[tap] = input < 0 ? earlier + (input + taps - 1) * columnsPerTask
                                        : x.rowRange(own.first() + input, 1).data<float>() + begin;
            }
            m_table.weighRows(out.rowRange(row, 1).data<float>() + begin, inputs,
                weight.data<float>() + begin, columns, taps, count);
            if (const auto page = own.pageAfter(row))
                for (int64_t tap = 1; tap < taps; ++tap)
                    std::copy_n(inputs[tap], count,
                        states.rowRange(*page, 1).data<float>() + (tap - 1) * columns + begin);
        }
    });
}

void CpuOps::deltaRule(TensorView out, TensorView qkv, const DeltaGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const DeltaShape& shape)
{
    checkDeltaRule(out, qkv, gates, states, placement, rows, shape);
    checkPositions(placement);
    const int64_t keys = shape.keyColumns(), keyDim = shape.keyDim, valueDim = shape.valueDim;
    const int64_t headSize = keyDim * valueDim, scratchSize = headSize + 4 * keyDim;
    reserveScratch(scratchSize);
    m_pool.run(placement.pageTables.rows * shape.valueHeads, [&](int64_t task, int thread) {
        const StateRows own(placement, rows, task / shape.valueHeads);
        const auto head = int(task % shape.valueHeads);
        float* state = scratch(thread, scratchSize);
        float *q = state + headSize, *k = q + keyDim;
        // x / √(Σ x² + ε) is an RMS norm with these weights; those of q divide by √keyDim, too.
        float *weightsOfQ = k + keyDim, *weightsOfK = weightsOfQ + keyDim;
        std::fill_n(weightsOfQ, keyDim, 1 / float(keyDim));
        std::fill_n(weightsOfK, keyDim, 1 / std::sqrt(float(keyDim)));
        const float epsilon = shape.epsilon / float(keyDim);

        std::fill_n(state, headSize, 0.0f);
        if (const auto page = own.pageBefore())
            std::copy_n(states.rowRange(*page, 1).data<float>() + head * headSize, headSize, state);
        for (int64_t row = own.first(); row < own.end(); ++row) {
            const float* x = qkv.rowRange(row, 1).data<float>();
            const float* query = x + shape.keyHead(head) * keyDim;
            m_table.rmsNorm(q, query, weightsOfQ, keyDim, epsilon);
            m_table.rmsNorm(k, query + keys, weightsOfK, keyDim, epsilon);
            DeltaToken token{.q = q,
                .k = k,
                .v = x + 2 * keys + head * valueDim,
                .keyDim = keyDim,
                .valueDim = valueDim};
            if (!own.isRepeated(row))
                setGates(token, gates, row, head);
            m_table.stepDelta(out.rowRange(row, 1).data<float>() + head * valueDim, state, token);
            if (const auto page = own.pageAfter(row))
                std::copy_n(
                    state, headSize, states.rowRange(*page, 1).data<float>() + head * headSize);
        }
    });
}

// The state of a head, some 30 kB, stays in the nearest caches for all rows of a sequence. Summing
// row by row costs three operations for each of its numbers, little next to the products of a layer,
// and no result depends on where a pass ends.
void CpuOps::selectiveScan(TensorView out, TensorView xbc, const ScanGates& gates,
    TensorView states, const CachePlacement& placement, const SequenceRows& rows,
    const ScanShape& shape)
{
    checkSelectiveScan(out, xbc, gates, states, placement, rows, shape);
    checkPositions(placement);
    const int64_t headSize = int64_t(shape.stateDim) * shape.headDim;
    reserveScratch(headSize);
    m_pool.run(placement.pageTables.rows * shape.heads, [&](int64_t task, int thread) {
        const StateRows own(placement, rows, task / shape.heads);
        const auto head = int(task % shape.heads);
        float* state = scratch(thread, headSize);
        std::fill_n(state, headSize, 0.0f);
        if (const auto page = own.pageBefore())
            std::copy_n(states.rowRange(*page, 1).data<float>() + head * headSize, headSize, state);
        for (int64_t row = own.first(); row < own.end(); ++row) {
            const float* x = xbc.rowRange(row, 1).data<float>();
            const float* b = x + shape.columns() + shape.group(head) * shape.stateDim;
            ScanToken token{.x = x + int64_t(head) * shape.headDim,
                .b = b,
                .c = b + shape.groupColumns(),
                .skip = gates.skips.data<float>()[head],
                .stateDim = shape.stateDim,
                .headDim = shape.headDim};
            if (!own.isRepeated(row))
                setStep(token, gates, row, head, shape);
            m_table.stepScan(
                out.rowRange(row, 1).data<float>() + int64_t(head) * shape.headDim, state, token);
            if (const auto page = own.pageAfter(row))
                std::copy_n(
                    state, headSize, states.rowRange(*page, 1).data<float>() + head * headSize);
        }
    });
}

void CpuOps::findHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among)
{
    checkFindHighest(positions, numbers, x, among);
    const int64_t count = positions.columns;
    forRows(x, [&](int64_t row) {
        const float* values = x.rowRange(row, 1).data<float>();
        std::vector<uint64_t> ranks(size_t(std::max(among, count)), rankOfNothing);
        for (int64_t i = 0; i < among; ++i)
            ranks[size_t(i)] = toRank(values[i], int32_t(i));
        std::partial_sort(ranks.begin(), ranks.begin() + count, ranks.end(), std::greater());
        for (int64_t i = 0; i < count; ++i) {
            positions.data<int32_t>()[row * count + i] = positionFromRank(ranks[size_t(i)]);
            numbers.data<float>()[row * count + i] = numberFromRank(ranks[size_t(i)]);
        }
    });
}

void CpuOps::weighBlocks(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighBlocks(sums, x, highest, scales, among);
    forRows(x, [&](int64_t row) {
        const float* values = x.rowRange(row, 1).data<float>();
        const float maximum = highest.rowRange(row, 1).data<float>()[0];
        float* out = sums.rowRange(row, 1).data<float>();
        for (int64_t first = 0; first < among; first += weightBlock)
            *out++ = weightOfBlock(values + first, std::min(weightBlock, among - first), maximum,
                scales.data<float>()[row]);
    });
}

} // namespace kernels::cpu
