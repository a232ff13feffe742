#include "kernels/check_ops.h"
#include "kernels/dequantize.h"
#include "kernels/quantize.h"
#include "kernels/reference/reference_ops.h"

#include <algorithm>
#include <cmath>

// Rows moved, and what is done element by element.

namespace kernels::reference {
namespace {

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

// ½ (1 + tanh u) = sigmoid(2u), which keeps its digits where u is far below 0.
double geluTanh(double x)
{
    constexpr double sqrt2OverPi = 0.7978845608028654;
    return x * sigmoid(2 * sqrt2OverPi * (x + 0.044715 * x * x * x));
}

double activated(double x, Activation activation)
{
    switch (activation) {
    case Activation::Silu:
        return x * sigmoid(x);
    case Activation::GeluTanh:
        return geluTanh(x);
    case Activation::GeluErf:
        return 0.5 * x * std::erfc(-x * M_SQRT1_2); // 1 + erf z = erfc(−z), without cancellation
    case Activation::GeluQuick:
        return x * sigmoid(1.702 * x);
    case Activation::Relu:
        return x < 0 ? 0 : x;
    case Activation::Sigmoid:
        return sigmoid(x);
    }
    return x;
}

} // namespace

void ReferenceOps::gatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkGatherRows(out, table, ids);
    checkIds(ids, table.rows);
    for (int64_t r = 0; r < out.rows; ++r) {
        const TensorView row = table.rowRange(ids.data<int32_t>()[r], 1);
        dequantizeRow(table.dtype, row.bytes, out.rowRange(r, 1).data<float>(), out.columns);
    }
}

void ReferenceOps::scatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkScatterRows(out, in, ids);
    checkIds(ids, out.rows);
    for (int64_t r = 0; r < in.rows; ++r) {
        const TensorView row = out.rowRange(ids.data<int32_t>()[r], 1);
        quantizeRow(out.dtype, in.rowRange(r, 1).data<float>(), row.bytes, in.columns);
    }
}

void ReferenceOps::deal(std::span<const TensorView> parts, TensorView x, int64_t run)
{
    checkDeal(parts, x, run);
    const auto count = int64_t(parts.size());
    for (int64_t i = 0; i < x.elements(); ++i) {
        const TensorView& part = parts[size_t(i / run % count)];
        part.data<float>()[i / (run * count) * run + i % run] = x.data<float>()[i];
    }
}

void ReferenceOps::takeColumns(TensorView out, TensorView x, int64_t first)
{
    checkTakeColumns(out, x, first);
    for (int64_t r = 0; r < out.rows; ++r)
        for (int64_t i = 0; i < out.columns; ++i)
            out.data<float>()[r * out.columns + i] = x.data<float>()[r * x.columns + first + i];
}

void ReferenceOps::add(TensorView into, TensorView delta)
{
    checkSameShape(into, delta);
    for (int64_t i = 0; i < into.elements(); ++i)
        into.data<float>()[i] += delta.data<float>()[i];
}

void ReferenceOps::multiply(TensorView into, TensorView factor)
{
    checkSameShape(into, factor);
    for (int64_t i = 0; i < into.elements(); ++i)
        into.data<float>()[i] *= factor.data<float>()[i];
}

void ReferenceOps::addRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    for (int64_t i = 0; i < x.elements(); ++i)
        x.data<float>()[i] += row.data<float>()[i % x.columns];
}

void ReferenceOps::multiplyRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    for (int64_t i = 0; i < x.elements(); ++i)
        x.data<float>()[i] *= row.data<float>()[i % x.columns];
}

void ReferenceOps::scale(TensorView x, float factor)
{
    checkSameShape(x, x);
    for (int64_t i = 0; i < x.elements(); ++i)
        x.data<float>()[i] *= factor;
}

void ReferenceOps::cap(TensorView x, float limit)
{
    checkSameShape(x, x);
    for (int64_t i = 0; i < x.elements(); ++i)
        x.data<float>()[i] = float(limit * std::tanh(double(x.data<float>()[i]) / limit));
}

void ReferenceOps::activate(TensorView x, Activation activation)
{
    checkSameShape(x, x);
    for (int64_t i = 0; i < x.elements(); ++i)
        x.data<float>()[i] = float(activated(x.data<float>()[i], activation));
}

void ReferenceOps::gate(TensorView gate, TensorView up, Activation activation)
{
    checkSameShape(gate, up);
    for (int64_t i = 0; i < gate.elements(); ++i)
        gate.data<float>()[i]
            = float(activated(gate.data<float>()[i], activation) * up.data<float>()[i]);
}

void ReferenceOps::gateClamped(TensorView gate, TensorView up, float limit)
{
    checkSameShape(gate, up);
    for (int64_t i = 0; i < gate.elements(); ++i) {
        const double g = std::min(gate.data<float>()[i], limit);
        const double u = std::clamp(up.data<float>()[i], -limit, limit);
        gate.data<float>()[i] = float(activated(g, Activation::GeluQuick) * (u + 1));
    }
}

} // namespace kernels::reference
