#include "engine/layers/linear.h"

#include "engine/layers/step.h"

namespace engine {

Linear::Linear(const Weights& weights, const std::string& name, int64_t outputs, int64_t inputs,
    Bias bias, int64_t pairedHead)
    : m_name(name)
    , m_backend(&weights.backend())
    , m_pairedHead(pairedHead)
    , m_weight(weights.matrix(name + ".weight", outputs, inputs))
{
    if (bias == Bias::Required || weights.has(name + ".bias"))
        m_bias = weights.vector(name + ".bias", outputs);
}

void Linear::forward(Step& step, kernels::TensorView out, kernels::TensorView x) const
{
    step.ops().matmul(out, x, m_weight);
    for (const LowRank& adapter : m_adapters)
        adapter.addTo(step, out, x);
    if (!m_bias.isEmpty())
        step.ops().addRow(out, m_bias);
}

} // namespace engine
