#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"

#include <string>
#include <vector>

namespace engine {

/// into += (activation(x · gate) · (x · up)) · down
class DenseMlp {
public:
    /// The tensors `prefix`ffn_gate, ffn_up and ffn_down.
    DenseMlp(const Weights& weights, const std::string& prefix, const BlockPlan& plan);

    /// into, delta, x [tokens, hidden]; `delta` is overwritten on the way
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// Those an adapter may add to.
    std::vector<Linear*> linears() { return {&m_gate, &m_up, &m_down}; }

private:
    int64_t m_inner;
    kernels::Activation m_activation;
    Linear m_gate, m_up, m_down;
};

} // namespace engine
