#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/weights.h"

#include <span>
#include <string>

namespace engine {

class Step;

/// A norm of rows: Ops::rmsNorm (Zhang and Sennrich, 2019, arXiv:1910.07467) or Ops::layerNorm (Ba
/// et al., 2016, arXiv:1607.06450). It can be moved and not copied.
class Norm {
public:
    /// Makes an empty norm, for a plan that has none.
    Norm() = default;

    /// Loads the tensors `name`.weight and, for a layer norm, `name`.bias, both [columns].
    Norm(const Weights& weights, const std::string& name, int64_t columns, const NormPlan& plan);

    /// Makes an RMS norm without weights.
    static Norm withoutWeight(kernels::Backend& backend, int64_t columns, float epsilon);

    /// Makes an RMS norm with the weight `factor` times the tensor `name` [columns].
    static Norm scaled(const Weights& weights, const std::string& name, int64_t columns,
        float epsilon, float factor);

    /// Changes the order of the columns, see engine::reordered().
    void reorder(kernels::Backend& backend, std::span<const int64_t> order);

    bool isEmpty() const { return m_weight.isEmpty(); }
    int64_t columns() const { return m_weight.view().columns; }

    /// Shapes: out, x [rows, columns]; out may be x.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// Computes residual += delta and then out = norm(residual), which a device may do together.
    void addAndForward(Step& step, kernels::TensorView out, kernels::TensorView residual,
        kernels::TensorView delta) const;

private:
    Weight m_weight; // f32 [1, columns], as is
    Weight m_bias; // of layer norms, else empty
    float m_epsilon = 0;
};

} // namespace engine
