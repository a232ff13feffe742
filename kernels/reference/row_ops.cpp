#include "kernels/check_ops.h"
#include "kernels/logit_math.h"
#include "kernels/quantize.h"
#include "kernels/reference/reference_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

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
    case Activation::ReluSquared:
        return x < 0 ? 0 : x * x;
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

void ReferenceOps::deal(std::span<const TensorView> parts, TensorView x, int64_t chunk)
{
    checkDeal(parts, x, chunk);
    const auto count = int64_t(parts.size());
    for (int64_t i = 0; i < x.elements(); ++i) {
        const TensorView& part = parts[size_t(i / chunk % count)];
        part.data<float>()[i / (chunk * count) * chunk + i % chunk] = x.data<float>()[i];
    }
}

void ReferenceOps::takeColumns(TensorView out, TensorView x, int64_t first)
{
    checkTakeColumns(out, x, first);
    for (int64_t r = 0; r < out.rows; ++r)
        for (int64_t i = 0; i < out.columns; ++i)
            out.data<float>()[r * out.columns + i] = x.data<float>()[r * x.columns + first + i];
}

void ReferenceOps::putColumns(TensorView out, TensorView x, int64_t first)
{
    checkPutColumns(out, x, first);
    for (int64_t r = 0; r < x.rows; ++r)
        for (int64_t i = 0; i < x.columns; ++i)
            out.data<float>()[r * out.columns + first + i] = x.data<float>()[r * x.columns + i];
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

void ReferenceOps::rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    for (int64_t r = 0; r < x.rows; ++r) {
        const float* in = x.rowRange(r, 1).data<float>();
        double squares = 0;
        for (int64_t i = 0; i < x.columns; ++i)
            squares += double(in[i]) * in[i];
        const double factor = 1 / std::sqrt(squares / double(x.columns) + epsilon);
        for (int64_t i = 0; i < x.columns; ++i)
            out.rowRange(r, 1).data<float>()[i] = float(in[i] * factor * weight.data<float>()[i]);
    }
}

void ReferenceOps::layerNorm(
    TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    checkRow(x, bias);
    for (int64_t r = 0; r < x.rows; ++r) {
        const float* in = x.rowRange(r, 1).data<float>();
        double mean = 0, variance = 0;
        for (int64_t i = 0; i < x.columns; ++i)
            mean += in[i] / double(x.columns);
        for (int64_t i = 0; i < x.columns; ++i)
            variance += (in[i] - mean) * (in[i] - mean) / double(x.columns);
        const double factor = 1 / std::sqrt(variance + epsilon);
        for (int64_t i = 0; i < x.columns; ++i)
            out.rowRange(r, 1).data<float>()[i]
                = float((in[i] - mean) * factor * weight.data<float>()[i] + bias.data<float>()[i]);
    }
}

} // namespace kernels::reference

// What a token is chosen from.

namespace kernels::reference {

namespace {

bool isHigher(float left, float right)
{
    return std::isnan(left) ? !std::isnan(right) : left > right;
}

} // namespace

void ReferenceOps::findHighest(
    TensorView positions, TensorView numbers, TensorView x, int64_t among)
{
    checkFindHighest(positions, numbers, x, among);
    for (int64_t row = 0; row < x.rows; ++row) {
        const float* values = x.rowRange(row, 1).data<float>();
        std::vector<int32_t> sorted(static_cast<size_t>(among));
        std::iota(sorted.begin(), sorted.end(), 0);
        std::ranges::stable_sort(
            sorted, [&](int32_t a, int32_t b) { return isHigher(values[a], values[b]); });
        for (int64_t i = 0; i < positions.columns; ++i) {
            const int32_t position = i < among ? sorted[size_t(i)] : -1;
            positions.data<int32_t>()[row * positions.columns + i] = position;
            numbers.data<float>()[row * positions.columns + i]
                = position >= 0 ? values[position] : -std::numeric_limits<float>::infinity();
        }
    }
}

void ReferenceOps::weighBlocks(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighBlocks(sums, x, highest, scales, among);
    for (int64_t row = 0; row < x.rows; ++row)
        for (int64_t block = 0; block < sums.columns; ++block) {
            const int64_t first = block * weightBlock;
            sums.data<float>()[row * sums.columns + block] = weightOfBlock(
                x.data<float>() + row * x.columns + first, std::min(weightBlock, among - first),
                highest.data<float>()[row * highest.columns], scales.data<float>()[row]);
        }
}

} // namespace kernels::reference
