#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/weights.h"

#include <string>

namespace engine {

class Step;

/// Brings rows to one size: see Ops::rmsNorm and Ops::layerNorm. Move-only.
class Norm {
public:
    /// One that is not there.
    Norm() = default;

    /// The tensors `name`.weight and, of a layer norm, `name`.bias, both [columns].
    Norm(const Weights& weights, const std::string& name, int64_t columns, const NormPlan& plan);

    /// An RMS norm that multiplies with nothing.
    static Norm withoutWeight(kernels::Backend& backend, int64_t columns, float epsilon);

    bool isEmpty() const { return m_weight.isEmpty(); }
    int64_t columns() const { return m_weight.view().columns; }

    /// out, x [rows, columns]; out may be x
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// residual += delta, then out = norm(residual), which a device may do together.
    void addAndForward(Step& step, kernels::TensorView out, kernels::TensorView residual,
        kernels::TensorView delta) const;

private:
    Weight m_weight; // f32 [1, columns], as is
    Weight m_bias; // of layer norms, else empty
    float m_epsilon = 0;
};

} // namespace engine
