#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// down(activation(up(x))) or, gated, down(activation(gate(x)) · up(x))
class Mlp {
public:
    /// The tensors `prefix`ffn_up, ffn_down and, if gated, ffn_gate, of a stream of `hidden`
    /// numbers.
    Mlp(const Weights& weights, const std::string& prefix, const DensePlan& plan, int64_t hidden);

    /// out, x [tokens, hidden]
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// into += what forward() gives; `delta`, of the same shape, is overwritten on the way.
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// Those an adapter may add to.
    std::vector<Linear*> linears();

private:
    void forwardInner(Step& step, kernels::TensorView inner, kernels::TensorView x) const;

    DensePlan m_plan;
    std::optional<Linear> m_gate; // none if it is plain
    Linear m_up, m_down;
};

} // namespace engine
