#include "engine/layers/short_convolution.h"

#include "engine/layers/block.h"
#include "engine/layers/step.h"
#include "engine/layers/taps.h"

#include <array>

namespace engine {

using kernels::TensorView;

ShortConvolution::ShortConvolution(const Weights& weights, const ShortConvolutionPlan& plan,
    const BlockPlan& block, const BlockPlace& place)
    : m_layer(place.layer)
    , m_input(weights, place.prefix + "shortconv.in_proj", 3 * block.hidden, block.hidden)
    , m_output(weights, place.prefix + "shortconv.out_proj", block.hidden, block.hidden)
    , m_taps(tapsOf(weights, place.prefix + "shortconv.conv.weight", block.hidden, plan.taps))
{
    const std::string bias = place.prefix + "shortconv.conv.bias";
    if (weights.has(bias))
        m_bias = weights.vector(bias, block.hidden);
}

void ShortConvolution::forward(Step& step, TensorView out, TensorView x) const
{
    const int64_t hidden = x.columns;
    const Scratch mixed = step.scratch(x.rows, 3 * hidden);
    const Scratch b = step.scratch(x.rows, hidden), c = step.scratch(x.rows, hidden);
    const Scratch v = step.scratch(x.rows, hidden);
    m_input.forward(step, mixed, x);
    step.ops().deal(std::array<TensorView, 3>{b, c, v}, mixed, hidden);

    step.ops().multiply(b, v);
    step.ops().convolve(v, b, m_taps, step.cache().layer(m_layer).stateInputs(), step.placement(),
        step.sequenceRows());
    if (!m_bias.isEmpty())
        step.ops().addRow(v, m_bias);
    step.ops().multiply(c, v);
    m_output.forward(step, out, c);
}

} // namespace engine
