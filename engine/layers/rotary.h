#pragma once

#include "engine/config/model_config.h"
#include "kernels/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

class Step;
struct SequencePart;

/// How the heads of some layers are turned by their places (RoPE, arXiv 2104.09864). Data.
struct RotaryPlan {
    kernels::RotaryStyle style = kernels::RotaryStyle::Halves;
    int64_t dims = 0; ///< numbers of a head that are turned, its first ones; even
    double theta = 10000;
    RopeScaling scaling;
    int64_t contextLength = 0; ///< tokens the model was made for
    std::vector<float> factors; ///< each frequency is divided by its own, if there are any

    int64_t axes = 1; ///< of the places by which heads are turned; see kernels::Angles
    std::vector<int> axisOfPair = {}; ///< which of them each pair follows; empty: all the first
    bool beginsAnew = false; ///< frequencies begin anew with each axis, counting its pairs alone,
                             ///< as in towers; else they go on through all of them (M-RoPE)
};

/// By how much each pair of values of a head turns from one place to the next.
struct RotaryTable {
    std::vector<float> frequencies; ///< radians per place, one for each pair
    float magnitude = 1; ///< factor of the sine and the cosine
};

/// The table for a sequence of `length` tokens; only Dynamic and LongRope look at the length.
///
/// Without scaling f(i) = theta^(−2i / dims), i < dims / 2, and where frequencies begin anew with
/// each axis f(i) = theta^(−i / n) for the i-th of its n pairs. Beyond the trained context L that
/// is stretched in one of these ways, as transformers defines them:
///
///  - Linear: f(i) / factor.
///  - Dynamic: for a length above L, theta grows by
///    (factor · length / L − (factor − 1))^(dims / (dims − 2)).
///  - Llama3: f(i) for waves shorter than L / high, f(i) / factor for those longer than L / low;
///    in between a mixture, linear in L / wavelength.
///  - Yarn (arXiv 2309.00071): f(i) where a pair turns more than betaFast times within L,
///    f(i) / factor below betaSlow turns, in between a ramp. The magnitude is
///    1 + 0.1 · ln(factor).
///  - LongRope (arXiv 2402.13753): f(i) / shortFactors[i] up to L tokens, f(i) / longFactors[i]
///    beyond. The magnitude is √(1 + ln(factor) / ln(L)).
///
/// Where the file carries factors of its own (GGUF rope_freqs), f(i) / factors[i] comes first.
RotaryTable rotaryTable(const RotaryPlan& plan, int64_t length);

/// Turns queries and keys by their places (see Ops::rotate). Shared by the blocks of a device.
class Rotary {
public:
    /// The steps it is used with have as many axes as the plan.
    Rotary(const RotaryPlan& plan, kernels::Backend& backend);

    /// x [tokens of the step, heads · headDim], in place
    void forward(Step& step, kernels::TensorView x, int headDim) const;

    /// Whether sequences so long are turned by one table, so that a pass over them can be recorded.
    bool isCommonTo(std::span<const SequencePart> parts) const;

    /// That table.
    kernels::Rotation common() const { return {m_frequencies, m_plan.style, m_magnitude}; }

private:
    RotaryPlan m_plan;
    int64_t m_commonLength; // sequences up to here share m_frequencies
    kernels::Tensor m_frequencies; // f32 [axes, pairs]
    float m_magnitude;
};

} // namespace engine
