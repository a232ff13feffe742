#include "kernels/check_ops.h"
#include "kernels/reference/reference_ops.h"
#include "kernels/state_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Layers that keep a state in place of keys and values. A state is kept as floats after every token,
// so that it does not matter where a pass ends.

namespace kernels::reference {
namespace {

std::vector<double> normalized(const float* x, const DeltaShape& shape)
{
    std::vector<double> unit(x, x + shape.keyDim);
    double squares = 0;
    for (const double value : unit)
        squares += value * value;
    for (double& value : unit)
        value /= std::sqrt(squares + shape.epsilon);
    return unit;
}

struct Gate {
    double decay = 1, strength = 0;
};

Gate readGate(const DeltaGates& gates, int64_t row, int64_t head)
{
    const int64_t heads = gates.decays.columns;
    const double x = double(gates.decays.data<float>()[row * heads + head])
        + gates.offsets.data<float>()[head];
    const double softplus = x > 30 ? x : std::log1p(std::exp(x));
    return {std::exp(gates.rates.data<float>()[head] * softplus),
        1 / (1 + std::exp(-double(gates.strengths.data<float>()[row * heads + head])))};
}

// One token of one head with the state S [keyDim, valueDim].
void stepHead(float* out, float* state, const float* q, const float* k, const float* v,
    const Gate& gate, const DeltaShape& shape)
{
    const auto query = normalized(q, shape), key = normalized(k, shape);
    for (int column = 0; column < shape.valueDim; ++column) {
        const auto at = [&](int row) -> float& { return state[row * shape.valueDim + column]; };
        double seen = 0, answer = 0;
        for (int i = 0; i < shape.keyDim; ++i)
            seen += gate.decay * at(i) * key[size_t(i)];
        for (int i = 0; i < shape.keyDim; ++i) {
            at(i) = float(gate.decay * at(i) + key[size_t(i)] * gate.strength * (v[column] - seen));
            answer += at(i) * query[size_t(i)];
        }
        out[column] = float(answer / std::sqrt(double(shape.keyDim)));
    }
}

} // namespace

void ReferenceOps::convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows)
{
    checkConvolve(out, x, weight, states, placement, rows);
    const int64_t columns = x.columns, taps = weight.rows;
    for (int64_t sequence = 0; sequence < placement.pageTables.rows; ++sequence) {
        const StateRows own(placement, rows, sequence);
        std::vector<float> window(size_t(taps * columns)); // the last rows of x, the oldest first
        const auto kept = window.begin() + columns;
        if (const auto page = own.pageBefore())
            std::copy_n(
                states.rowRange(*page, 1).data<float>(), states.columns, window.begin() + columns);
        for (int64_t row = own.first(); row < own.end(); ++row) {
            if (!own.isRepeated(row)) {
                std::copy(kept, window.end(), window.begin());
                std::copy_n(x.rowRange(row, 1).data<float>(), columns, window.end() - columns);
            }
            for (int64_t column = 0; column < columns; ++column) {
                double total = 0;
                for (int64_t tap = 0; tap < taps; ++tap)
                    total += double(weight.data<float>()[tap * columns + column])
                        * window[size_t(tap * columns + column)];
                out.rowRange(row, 1).data<float>()[column] = float(total);
            }
            if (const auto page = own.pageAfter(row))
                std::copy(kept, window.end(), states.rowRange(*page, 1).data<float>());
        }
    }
}

void ReferenceOps::deltaRule(TensorView out, TensorView qkv, const DeltaGates& gates,
    TensorView states, const CachePlacement& placement, const SequenceRows& rows,
    const DeltaShape& shape)
{
    checkDeltaRule(out, qkv, gates, states, placement, rows, shape);
    const int64_t keys = shape.keyColumns(), headSize = int64_t(shape.keyDim) * shape.valueDim;
    for (int64_t sequence = 0; sequence < placement.pageTables.rows; ++sequence) {
        const StateRows own(placement, rows, sequence);
        std::vector<float> state(size_t(states.columns));
        if (const auto page = own.pageBefore())
            std::copy_n(states.rowRange(*page, 1).data<float>(), states.columns, state.begin());
        for (int64_t row = own.first(); row < own.end(); ++row) {
            const float* x = qkv.rowRange(row, 1).data<float>();
            for (int head = 0; head < shape.valueHeads; ++head) {
                const float* q = x + shape.keyHead(head) * shape.keyDim;
                const Gate gate = own.isRepeated(row) ? Gate() : readGate(gates, row, head);
                stepHead(out.rowRange(row, 1).data<float>() + head * shape.valueDim,
                    state.data() + head * headSize, q, q + keys,
                    x + 2 * keys + head * shape.valueDim, gate, shape);
            }
            if (const auto page = own.pageAfter(row))
                std::copy(state.begin(), state.end(), states.rowRange(*page, 1).data<float>());
        }
    }
}

namespace {

double stepOfTime(const ScanGates& gates, int64_t row, int64_t head, const ScanShape& shape)
{
    const double x = double(gates.steps.data<float>()[row * shape.heads + head])
        + gates.offsets.data<float>()[head];
    const double softplus = x > 30 ? x : std::log1p(std::exp(x));
    return std::clamp(softplus, double(shape.minStep), double(shape.maxStep));
}

} // namespace

void ReferenceOps::selectiveScan(TensorView out, TensorView xbc, const ScanGates& gates,
    TensorView states, const CachePlacement& placement, const SequenceRows& rows,
    const ScanShape& shape)
{
    checkSelectiveScan(out, xbc, gates, states, placement, rows, shape);
    for (int64_t sequence = 0; sequence < placement.pageTables.rows; ++sequence) {
        const StateRows own(placement, rows, sequence);
        std::vector<float> state(size_t(states.columns));
        if (const auto page = own.pageBefore())
            std::copy_n(states.rowRange(*page, 1).data<float>(), states.columns, state.begin());
        for (int64_t row = own.first(); row < own.end(); ++row) {
            const float* ofRow = xbc.rowRange(row, 1).data<float>();
            for (int head = 0; head < shape.heads; ++head) {
                const float* x = ofRow + head * shape.headDim;
                const float* b = ofRow + shape.columns() + shape.group(head) * shape.stateDim;
                const float* c = b + shape.groupColumns();
                const double step = own.isRepeated(row) ? 0 : stepOfTime(gates, row, head, shape);
                const double decay = std::exp(gates.rates.data<float>()[head] * step);
                float* ofHead = state.data() + int64_t(head) * shape.stateDim * shape.headDim;
                for (int column = 0; column < shape.headDim; ++column) {
                    double answer = double(gates.skips.data<float>()[head]) * x[column];
                    for (int i = 0; i < shape.stateDim; ++i) {
                        float& number = ofHead[i * shape.headDim + column];
                        number = float(decay * number + b[i] * step * x[column]);
                        answer += double(c[i]) * number;
                    }
                    out.rowRange(row, 1).data<float>()[head * shape.headDim + column]
                        = float(answer);
                }
            }
            if (const auto page = own.pageAfter(row))
                std::copy(state.begin(), state.end(), states.rowRange(*page, 1).data<float>());
        }
    }
}

} // namespace kernels::reference
