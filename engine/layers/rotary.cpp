#include "engine/layers/rotary.h"

#include "engine/layers/step.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace engine {

using kernels::TensorView;
using Kind = RopeScaling::Kind;

namespace {

using Frequencies = std::vector<double>;

Frequencies plainFrequencies(double theta, int64_t dims)
{
    Frequencies frequencies(size_t(dims / 2));
    for (size_t i = 0; i < frequencies.size(); ++i)
        frequencies[i] = std::pow(theta, -2.0 * double(i) / double(dims));
    return frequencies;
}

template <typename Factors>
void divide(Frequencies& frequencies, const Factors& factors)
{
    for (size_t i = 0; i < std::min(frequencies.size(), factors.size()); ++i)
        frequencies[i] /= factors[i];
}

double trainedContext(const ModelConfig& config)
{
    const int64_t original = config.ropeScaling.originalContext;
    return double(std::max<int64_t>(2, original > 0 ? original : config.contextLength));
}

double dynamicTheta(const ModelConfig& config, int64_t length)
{
    const double trained = double(config.contextLength);
    const double dims = double(config.rotaryDims);
    if (double(length) <= trained || dims <= 2)
        return config.ropeTheta;
    const double factor = config.ropeScaling.factor;
    const double growth = factor * double(length) / trained - (factor - 1);
    return config.ropeTheta * std::pow(growth, dims / (dims - 2));
}

void stretchLlama3(Frequencies& frequencies, const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    const double low = scaling.lowFrequencyFactor, high = scaling.highFrequencyFactor;
    for (double& frequency : frequencies) {
        const double turns = trainedContext(config) * frequency / (2 * std::numbers::pi);
        const double share = std::clamp((turns - low) / (high - low), 0.0, 1.0);
        frequency = (1 - share) * frequency / scaling.factor + share * frequency;
    }
}

// The pair, as a fraction, that turns `turns` times within the trained context.
double yarnPair(const ModelConfig& config, double turns)
{
    const double wavelength = trainedContext(config) / (turns * 2 * std::numbers::pi);
    return double(config.rotaryDims) * std::log(wavelength) / (2 * std::log(config.ropeTheta));
}

void stretchYarn(Frequencies& frequencies, const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    const double first = std::max(std::floor(yarnPair(config, scaling.betaFast)), 0.0);
    const double last
        = std::min(std::ceil(yarnPair(config, scaling.betaSlow)), double(config.rotaryDims - 1));
    const double width = last == first ? 0.001 : last - first;
    for (size_t i = 0; i < frequencies.size(); ++i) {
        const double stretched = std::clamp((double(i) - first) / width, 0.0, 1.0);
        frequencies[i] *= stretched / scaling.factor + (1 - stretched);
    }
}

double longRopeFactor(const ModelConfig& config)
{
    const double factor = config.ropeScaling.factor;
    return factor == 1 ? double(config.contextLength) / trainedContext(config) : factor;
}

double magnitude(const ModelConfig& config)
{
    const RopeScaling& scaling = config.ropeScaling;
    if (scaling.kind != Kind::Yarn && scaling.kind != Kind::LongRope)
        return 1;
    if (scaling.attentionFactor > 0)
        return scaling.attentionFactor;
    if (scaling.kind == Kind::Yarn)
        return scaling.factor <= 1 ? 1 : 0.1 * std::log(scaling.factor) + 1;
    const double factor = longRopeFactor(config);
    return factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(trainedContext(config)));
}

void stretch(Frequencies& frequencies, const ModelConfig& config, int64_t length)
{
    const RopeScaling& scaling = config.ropeScaling;
    switch (scaling.kind) {
    case Kind::None:
    case Kind::Dynamic: // changes theta instead
        return;
    case Kind::Linear:
        for (double& frequency : frequencies)
            frequency /= scaling.factor;
        return;
    case Kind::Llama3:
        return stretchLlama3(frequencies, config);
    case Kind::Yarn:
        return stretchYarn(frequencies, config);
    case Kind::LongRope:
        const bool isLong = double(length) > trainedContext(config);
        return divide(frequencies, isLong ? scaling.longFactors : scaling.shortFactors);
    }
}

int64_t commonLength(const ModelConfig& config)
{
    switch (config.ropeScaling.kind) {
    case Kind::Dynamic:
        return config.contextLength;
    case Kind::LongRope:
        return int64_t(trainedContext(config));
    default:
        return std::numeric_limits<int64_t>::max();
    }
}

} // namespace

RotaryTable rotaryTable(const ModelConfig& config, int64_t length)
{
    const bool isDynamic = config.ropeScaling.kind == Kind::Dynamic;
    const double theta = isDynamic ? dynamicTheta(config, length) : config.ropeTheta;

    Frequencies frequencies = plainFrequencies(theta, config.rotaryDims);
    divide(frequencies, config.ropeFactors);
    stretch(frequencies, config, length);
    return {{frequencies.begin(), frequencies.end()}, float(magnitude(config))};
}

Rotary::Rotary(const ModelConfig& config, kernels::RotaryStyle style, kernels::Backend& backend)
    : m_config(config)
    , m_style(style)
    , m_commonLength(commonLength(config))
{
    const RotaryTable table = rotaryTable(config, 0);
    m_magnitude = table.magnitude;
    m_frequencies
        = kernels::Tensor(backend, kernels::DType::F32, 1, int64_t(table.frequencies.size()));
    backend.upload(m_frequencies, table.frequencies.data());
}

void Rotary::forward(Step& step, TensorView x) const
{
    const int headDim = int(m_config.headDim);
    const TensorView positions = step.placement().positions;
    if (isCommonTo(step.parts())) {
        step.ops().rotate(x, positions, m_frequencies, headDim, m_style, m_magnitude);
        return;
    }

    for (const SequencePart& part : step.parts()) {
        const RotaryTable table = rotaryTable(m_config, part.past + part.tokens);
        const Scratch frequencies = step.numbers(table.frequencies);
        TensorView partPositions = positions;
        partPositions.bytes = positions.data<int32_t>() + part.firstRow;
        partPositions.columns = part.tokens;
        step.ops().rotate(x.rowRange(part.firstRow, part.tokens), partPositions, frequencies,
            headDim, m_style, table.magnitude);
    }
}

bool Rotary::isCommonTo(std::span<const SequencePart> parts) const
{
    return std::ranges::all_of(
        parts, [this](const auto& part) { return part.past + part.tokens <= m_commonLength; });
}

} // namespace engine
