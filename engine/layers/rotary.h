#pragma once

#include "engine/config/model_config.h"
#include "kernels/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

class Step;
struct SequencePart;

/// By how much each pair of values of a head turns from one position to the next.
struct RotaryTable {
    std::vector<float> frequencies; ///< radians per position, one for each pair
    float magnitude = 1; ///< factor of the sine and the cosine
};

/// The table for a sequence of `length` tokens; only Dynamic and LongRope look at the length. With
/// f(i) = theta^(−2i / dims), i < dims / 2, and one of the ways to stretch beyond the trained
/// context L, as transformers defines them:
///
///     Linear    f(i) / factor
///     Dynamic   theta grows by (factor · length / L − (factor − 1))^(dims / (dims − 2)) if length
///     > L Llama3    f(i) for waves shorter than L / high, f(i) / factor for those longer than L /
///     low,
///               in between a mixture, linear in L / wavelength
///     Yarn      f(i) where a pair turns more than betaFast times within L, f(i) / factor below
///               betaSlow turns, in between a ramp; magnitude 1 + 0.1 · ln(factor) (arXiv
///               2309.00071)
///     LongRope  f(i) / shortFactors[i] up to L tokens, f(i) / longFactors[i] beyond; magnitude
///               √(1 + ln(factor) / ln(L)) (arXiv 2402.13753)
///
/// Where the file carries factors of its own (GGUF rope_freqs), f(i) / ropeFactors[i] comes first.
RotaryTable rotaryTable(const ModelConfig& config, int64_t length);

/// Turns queries and keys by their positions (see Ops::rotate). Shared by the blocks of a device.
class Rotary {
public:
    Rotary(const ModelConfig& config, kernels::RotaryStyle style, kernels::Backend& backend);

    /// x [tokens of the step, heads · headDim], in place
    void forward(Step& step, kernels::TensorView x) const;

    /// Whether sequences so long are turned by one table, so that a pass over them can be recorded.
    bool isCommonTo(std::span<const SequencePart> parts) const;

    /// That table.
    kernels::Rotation common() const { return {m_frequencies, m_style, m_magnitude}; }

private:
    ModelConfig m_config;
    kernels::RotaryStyle m_style;
    int64_t m_commonLength; // sequences up to here share m_frequencies
    kernels::Tensor m_frequencies; // f32 [1, pairs]
    float m_magnitude;
};

} // namespace engine
