#pragma once

#include "engine/config/model_config.h"
#include "kernels/backend.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine {

class Step;
struct SequencePart;

/// How the heads of some layers are rotated by the positions of their tokens (RoPE, Su et al.,
/// 2021, arXiv:2104.09864).
struct RotaryPlan {
    kernels::RotaryStyle style = kernels::RotaryStyle::Halves;
    int64_t dims = 0; ///< how many numbers of a head are rotated, counted from its first; even
    double theta = 10000;
    RopeScaling scaling = {};
    int64_t contextLength = 0; ///< how many tokens the model was trained for
    std::vector<float> factors = {}; ///< each frequency is divided by its factor; empty: none

    /// Above 1: files have the numbers of a head in so many parts, each of which is rotated like a
    /// head of its own. Attention loads them in the order in which a head is rotated as a whole.
    int64_t headParts = 1;

    int64_t axes = 1; ///< of the positions, see kernels::Angles
    std::vector<int> axisOfPair = {}; ///< the axis of each pair; empty: the first for all
    /// True: the frequencies start again for each axis and count only its own pairs, as in towers.
    /// False: they continue through all pairs (M-RoPE, arXiv:2409.12191).
    bool beginsAnew = false;
    /// The frequencies of all pairs are dealt to the axes in turn, as in Pixtral's tower: an axis
    /// gets the first one that is left, then that `axes` further on.
    bool takesTurns = false;
};

/// The angle by which each pair of values of a head is rotated from one position to the next.
struct RotaryTable {
    std::vector<float> frequencies; ///< in radians per position, one for each pair
    float magnitude = 1; ///< a factor of sine and cosine
};

/// The table for a sequence that may come to hold `reach` tokens; only LongRope looks at that.
///
/// Without scaling f(i) = theta^(−2i / dims), i < dims / 2, and where frequencies begin again with
/// each axis f(i) = theta^(−i / n) for the i-th of its n pairs; where the axes take turns the i-th
/// pair of axis a has f(i · axes + a). Beyond the trained context L that
/// is stretched in one of these ways, as transformers defines them:
///
///  - Linear: f(i) / factor.
///  - Dynamic: f(i) up to L tokens. Beyond them transformers takes another theta for every length,
///    which makes what a cache holds untrue; such sequences are refused, see checkReach().
///  - Llama3: f(i) for waves shorter than L / high, f(i) / factor for those longer than L / low;
///    in between a mixture, linear in L / wavelength.
///  - Yarn (arXiv 2309.00071): f(i) where a pair turns more than betaFast times within L,
///    f(i) / factor below betaSlow turns, in between a ramp, whose ends are whole pairs if it
///    truncates. The magnitude is
///    1 + 0.1 · ln(factor).
///  - LongRope (arXiv 2402.13753): f(i) / shortFactors[i] for a reach of up to L tokens,
///    f(i) / longFactors[i] beyond. The magnitude is √(1 + ln(factor) / ln(L)). transformers goes by
///    the present length and computes everything again where an answer grows beyond L; the reach
///    gives what it gives for prompts beyond L and for answers that end before.
///
/// Where the file carries factors of its own (GGUF rope_freqs), f(i) / factors[i] comes first.
RotaryTable rotaryTable(const RotaryPlan& plan, int64_t reach);

/// Rotates queries and keys by their positions (see Ops::rotate). The blocks of a device share it.
class Rotary {
public:
    /// The steps that it is used with must have as many axes as the plan.
    Rotary(const RotaryPlan& plan, kernels::Backend& backend);

    /// Changes x [tokens of the step, heads · headDim] in place.
    void forward(Step& step, kernels::TensorView x, int headDim) const;

    /// The rotation that serves all of these parts; nothing if they need different ones.
    std::optional<kernels::Rotation> common(std::span<const SequencePart> parts) const;

    int64_t headParts() const { return m_plan.headParts; } ///< see the plan

private:
    bool isLong(const SequencePart& part) const;
    kernels::Rotation rotation(bool isLong) const;

    RotaryPlan m_plan;
    kernels::Tensor m_frequencies; // f32 [axes, pairs]
    kernels::Tensor m_longFrequencies; // the same for long sequences, with LongRope
    float m_magnitude;
};

} // namespace engine
