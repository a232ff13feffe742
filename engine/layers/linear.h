#pragma once

#include "engine/layers/weights.h"

#include <string>

namespace engine {

class Step;

/// out = x · weightᵀ + bias
class Linear {
public:
    enum class Bias {
        IfInFile,
        Required,
    };

    /// The tensors `name`.weight [outputs, inputs] and `name`.bias [outputs].
    Linear(const Weights& weights, const std::string& name, int64_t outputs, int64_t inputs,
        Bias bias = Bias::IfInFile);

    /// out [tokens, outputs], x [tokens, inputs]
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

private:
    Weight m_weight;
    Weight m_bias; // empty if there is none
};

} // namespace engine
