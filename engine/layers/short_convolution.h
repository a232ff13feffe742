#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"

#include <vector>

namespace engine {

struct BlockPlace;

/// A short convolution between two gates (LFM2, Liquid AI, 2025, arXiv:2511.23404):
///
///     b, c, v = x · input
///     out     = (c · convolve(b · v)) · output
///
/// The last inputs of the convolution are a state in the cache.
class ShortConvolution {
public:
    /// Loads the tensors shortconv.in_proj, shortconv.conv and shortconv.out_proj of a block.
    ShortConvolution(const Weights& weights, const ShortConvolutionPlan& plan,
        const BlockPlan& block, const BlockPlace& place);

    /// Shapes: out, x [tokens, hidden]. Changes the states of the step's sequences.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears() { return {&m_input, &m_output}; }

private:
    int64_t m_layer; // of the cache
    Linear m_input, m_output;
    Weight m_taps; // [taps, hidden]
    Weight m_bias; // empty if there is none
};

} // namespace engine
