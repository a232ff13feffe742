#include "engine/layers/norm.h"

#include "engine/layers/step.h"

#include <vector>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

Weight filled(kernels::Backend& backend, int64_t columns, float value)
{
    const std::vector<float> values(size_t(columns), value);
    Tensor row(backend, DType::F32, 1, columns);
    backend.upload(row, values.data());
    backend.synchronize(); // before the values go
    return Weight(std::move(row));
}

Weight plusOne(kernels::Backend& backend, const Weight& weight)
{
    Weight sum = filled(backend, weight.view().columns, 1);
    backend.ops().add(sum, weight);
    backend.synchronize(); // before the weight goes
    return sum;
}

} // namespace

Norm::Norm(const Weights& weights, const std::string& name, int64_t columns, const NormPlan& plan)
    : m_weight(weights.vector(name + ".weight", columns))
    , m_epsilon(plan.epsilon)
{
    if (plan.kind == NormPlan::Kind::Layer)
        m_bias = weights.vector(name + ".bias", columns);
    if (plan.kind == NormPlan::Kind::LayerWithoutBias)
        m_bias = filled(weights.backend(), columns, 0);
    if (plan.kind == NormPlan::Kind::RmsPlusOne)
        m_weight = plusOne(weights.backend(), m_weight);
}

Norm Norm::withoutWeight(kernels::Backend& backend, int64_t columns, float epsilon)
{
    Norm norm;
    norm.m_weight = filled(backend, columns, 1);
    norm.m_epsilon = epsilon;
    return norm;
}

Norm Norm::scaled(
    const Weights& weights, const std::string& name, int64_t columns, float epsilon, float factor)
{
    const Weight stored = weights.vector(name, columns);
    kernels::Backend& backend = weights.backend();
    Tensor product(backend, DType::F32, 1, columns);
    backend.ops().takeColumns(product, stored, 0);
    backend.ops().scale(product, factor);
    backend.synchronize(); // before what is stored goes
    Norm norm;
    norm.m_weight = Weight(std::move(product));
    norm.m_epsilon = epsilon;
    return norm;
}

void Norm::reorder(kernels::Backend& backend, std::span<const int64_t> order)
{
    m_weight = reordered(backend, m_weight, order);
    if (!m_bias.isEmpty())
        m_bias = reordered(backend, m_bias, order);
}

void Norm::forward(Step& step, TensorView out, TensorView x) const
{
    if (m_bias.isEmpty())
        step.ops().rmsNorm(out, x, m_weight, m_epsilon);
    else
        step.ops().layerNorm(out, x, m_weight, m_bias, m_epsilon);
}

void Norm::addAndForward(Step& step, TensorView out, TensorView residual, TensorView delta) const
{
    if (m_bias.isEmpty())
        return step.ops().addRmsNorm(out, residual, delta, m_weight, m_epsilon);
    step.ops().addLayerNorm(out, residual, delta, m_weight, m_bias, m_epsilon);
}

} // namespace engine
