#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// An MLP: down(activation(up(x))) or, if gated, down(activation(gate(x)) · up(x)).
class Mlp {
public:
    /// Loads the tensors `prefix`ffn_up, ffn_down and, if gated, ffn_gate, whose rows may also are
    /// above those of up in ffn_up, each followed by `ending`. `hidden` is the width of the residual
    /// stream.
    Mlp(const Weights& weights, const std::string& prefix, const DensePlan& plan, int64_t hidden,
        const std::string& ending = {});

    /// Shapes: out, x [tokens, hidden].
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// Adds the result of forward() to `into`. `delta` has the same shape and is overwritten.
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears();

private:
    void forwardInner(Step& step, kernels::TensorView inner, kernels::TensorView x) const;
    bool areProducts() const;

    DensePlan m_plan;
    std::optional<Linear> m_gate; // none if it is plain
    Linear m_up, m_down;
};

} // namespace engine
