#include "engine/layers/linear.h"

#include "base/error.h"
#include "engine/layers/step.h"

#include <algorithm>
#include <array>

namespace engine {

using kernels::TensorView;

namespace {

// out += factor · inner · upᵀ; `inner` is scaled in place, because it has the fewest columns.
void addScaled(Step& step, TensorView out, TensorView inner, TensorView up, float factor)
{
    const Scratch delta = step.scratch(out.rows, out.columns);
    step.ops().scale(inner, factor);
    step.ops().matmul(delta, inner, up);
    step.ops().add(out, delta);
}

} // namespace

void LowRank::addTo(Step& step, TensorView out, TensorView x) const
{
    const Scratch inner = step.scratch(x.rows, down.view().rows);
    step.ops().matmul(inner, x, down);
    addScaled(step, out, inner, up, factor);
}

void LowRankEmbedding::addTo(Step& step, TensorView out, TensorView ids) const
{
    const Scratch inner = step.scratch(out.rows, columns.view().columns);
    step.ops().gatherRows(inner, columns, ids);
    addScaled(step, out, inner, up, factor);
}

namespace {

RowPart withEnding(const RowPart& part, const char* ending)
{
    return {part.tensor + ending, part.firstRow, part.allRows};
}

} // namespace

Linear::Linear(const Weights& weights, const std::string& name, int64_t outputs, int64_t inputs,
    Bias bias, int64_t pairedHead, const std::optional<RowPart>& part)
    : m_name(name)
    , m_backend(&weights.backend())
    , m_pairedHead(pairedHead)
    , m_weight(part ? weights.unscaledMatrix(withEnding(*part, ".weight"), outputs, inputs)
                    : weights.unscaledMatrix(name + ".weight", outputs, inputs))
    , m_factor(weights.factor(part ? part->tensor : name))
{
    const std::string biasName = (part ? part->tensor : name) + ".bias";
    if (bias == Bias::Required || weights.has(biasName))
        m_bias = part ? weights.vector(withEnding(*part, ".bias"), outputs)
                      : weights.vector(biasName, outputs);
}

Linear::Linear(const Weights& weights, const std::string& name, Weight weight)
    : m_name(name)
    , m_backend(&weights.backend())
    , m_pairedHead(0)
    , m_weight(std::move(weight))
{
    if (weights.has(name + ".bias"))
        m_bias = weights.vector(name + ".bias", outputs());
}

void Linear::reorder(std::span<const int64_t> order)
{
    m_weight = reordered(*m_backend, m_weight, order);
    if (!m_bias.isEmpty())
        m_bias = reordered(*m_backend, m_bias, order);
}

bool Linear::placeTogether(std::span<Linear* const> layers)
{
    const Linear& first = *layers.front();
    const kernels::TensorView weight = first.m_weight;
    const auto isLikeFirst = [&](const Linear* layer) {
        const kernels::TensorView own = layer->m_weight;
        return own.sameShape(weight) && own.dtype == weight.dtype
            && layer->m_bias.isEmpty() == first.m_bias.isEmpty();
    };
    if (kernels::isBlockType(weight.dtype) || !std::ranges::all_of(layers, isLikeFirst))
        return false;
    kernels::Backend& backend = *first.m_backend;
    const auto join = [&](Weight Linear::*part) {
        const kernels::TensorView own = (first.*part).view();
        const auto joined = std::make_shared<kernels::Tensor>(
            backend, own.dtype, own.rows * int64_t(layers.size()), own.columns);
        for (size_t i = 0; i < layers.size(); ++i) {
            const kernels::TensorView rows
                = joined->view().rowRange(int64_t(i) * own.rows, own.rows);
            backend.copy(rows, layers[i]->*part);
            backend.synchronize(); // before the memory of the part is released
            layers[i]->*part = Weight(rows, joined);
        }
    };
    join(&Linear::m_weight);
    if (!first.m_bias.isEmpty())
        join(&Linear::m_bias);
    return true;
}

void Linear::forward(Step& step, kernels::TensorView out, kernels::TensorView x) const
{
    const kernels::Ops::Product product = productFor(out);
    step.ops().matmulEach({&product, 1}, x);
    complete(step, out, x);
}

void Linear::addTo(
    Step& step, kernels::TensorView into, kernels::TensorView delta, kernels::TensorView x) const
{
    if (isProduct())
        return step.ops().matmulAdd(into, delta, x, m_weight, m_bias);
    forward(step, delta, x);
    step.ops().add(into, delta);
}

void Linear::forwardEach(Step& step, std::span<const Output> outputs, kernels::TensorView x)
{
    std::array<kernels::Ops::Product, maxOutputs> products;
    CHECK(outputs.size() <= maxOutputs);
    std::ranges::transform(outputs, products.begin(),
        [](const Output& output) { return output.linear.productFor(output.out); });
    step.ops().matmulEach(std::span(products).first(outputs.size()), x);
    for (const Output& output : outputs)
        output.linear.complete(step, output.out, x);
}

void Linear::forwardGate(Step& step, const Output& gate, const Output& up, kernels::TensorView x,
    kernels::Activation activation)
{
    if (gate.linear.isBare() && up.linear.isBare())
        return step.ops().matmulGate(
            gate.out, up.out, x, gate.linear.m_weight, up.linear.m_weight, activation);
    forwardEach(step, std::array{gate, up}, x);
    step.ops().gate(gate.out, up.out, activation);
}

// The product that complete() completes. Adapters add before the bias does.
kernels::Ops::Product Linear::productFor(kernels::TensorView out) const
{
    kernels::Ops::Product product{out, m_weight};
    if (isProduct())
        product.bias = m_bias;
    return product;
}

void Linear::complete(Step& step, kernels::TensorView out, kernels::TensorView x) const
{
    if (isProduct())
        return;
    if (m_factor != 1)
        step.ops().scale(out, m_factor);
    for (const LowRank& adapter : m_adapters)
        adapter.addTo(step, out, x);
    if (!m_bias.isEmpty())
        step.ops().addRow(out, m_bias);
}

} // namespace engine
