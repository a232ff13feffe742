#include "engine/layers/rotary.h"

#include "base/error.h"
#include "engine/layers/step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace engine {

using kernels::TensorView;
using Kind = RopeScaling::Kind;

namespace {

using Frequencies = std::vector<double>;

int pairAxis(const RotaryPlan& plan, size_t pair)
{
    return plan.axisOfPair.empty() ? 0 : plan.axisOfPair[pair];
}

Frequencies plainFrequencies(const RotaryPlan& plan)
{
    Frequencies frequencies(size_t(plan.dims / 2));
    for (size_t i = 0; i < frequencies.size(); ++i)
        frequencies[i] = std::pow(plan.theta, -2.0 * double(i) / double(plan.dims));
    return frequencies;
}

Frequencies frequenciesOfEachAxis(const RotaryPlan& plan)
{
    Frequencies frequencies(size_t(plan.dims / 2));
    for (int axis = 0; axis < plan.axes; ++axis) {
        const auto follows = [&](size_t pair) { return pairAxis(plan, pair) == axis; };
        double pairs = 0, next = 0;
        for (size_t pair = 0; pair < frequencies.size(); ++pair)
            pairs += follows(pair);
        for (size_t pair = 0; pair < frequencies.size(); ++pair)
            if (follows(pair))
                frequencies[pair] = std::pow(plan.theta, -next++ / pairs);
    }
    return frequencies;
}

Frequencies frequenciesInTurn(const RotaryPlan& plan)
{
    const Frequencies all = plainFrequencies(plan);
    Frequencies frequencies(all.size());
    for (int axis = 0; axis < plan.axes; ++axis)
        for (size_t pair = 0, next = size_t(axis); pair < frequencies.size(); ++pair)
            if (pairAxis(plan, pair) == axis) {
                CHECK(next < all.size());
                frequencies[pair] = all[next];
                next += size_t(plan.axes);
            }
    return frequencies;
}

Frequencies unstretched(const RotaryPlan& plan)
{
    if (plan.takesTurns)
        return frequenciesInTurn(plan);
    return plan.beginsAnew ? frequenciesOfEachAxis(plan) : plainFrequencies(plan);
}

// [axes, pairs], as Ops::rotate() takes them.
std::vector<float> byAxis(const RotaryPlan& plan, const std::vector<float>& frequencies)
{
    std::vector<float> rows(size_t(plan.axes) * frequencies.size());
    for (size_t pair = 0; pair < frequencies.size(); ++pair)
        rows[size_t(pairAxis(plan, pair)) * frequencies.size() + pair] = frequencies[pair];
    return rows;
}

template <typename Factors>
void divide(Frequencies& frequencies, const Factors& factors)
{
    for (size_t i = 0; i < std::min(frequencies.size(), factors.size()); ++i)
        frequencies[i] /= factors[i];
}

double trainedContext(const RotaryPlan& plan)
{
    return double(std::max<int64_t>(2, originalContext(plan.scaling, plan.contextLength)));
}

void stretchLlama3(Frequencies& frequencies, const RotaryPlan& plan)
{
    const RopeScaling& scaling = plan.scaling;
    const double low = scaling.lowFrequencyFactor, high = scaling.highFrequencyFactor;
    for (double& frequency : frequencies) {
        const double turns = trainedContext(plan) * frequency / (2 * std::numbers::pi);
        const double share = std::clamp((turns - low) / (high - low), 0.0, 1.0);
        frequency = (1 - share) * frequency / scaling.factor + share * frequency;
    }
}

// The pair, as a fraction, that turns `turns` times within the trained context.
double yarnPair(const RotaryPlan& plan, double turns)
{
    const double wavelength = trainedContext(plan) / (turns * 2 * std::numbers::pi);
    return double(plan.dims) * std::log(wavelength) / (2 * std::log(plan.theta));
}

void stretchYarn(Frequencies& frequencies, const RotaryPlan& plan)
{
    const RopeScaling& scaling = plan.scaling;
    double first = yarnPair(plan, scaling.betaFast), last = yarnPair(plan, scaling.betaSlow);
    if (scaling.truncates) {
        first = std::floor(first);
        last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, double(plan.dims - 1));
    const double width = last == first ? 0.001 : last - first;
    for (size_t i = 0; i < frequencies.size(); ++i) {
        const double stretched = std::clamp((double(i) - first) / width, 0.0, 1.0);
        frequencies[i] *= stretched / scaling.factor + (1 - stretched);
    }
}

double longRopeFactor(const RotaryPlan& plan)
{
    const double factor = plan.scaling.factor;
    return factor == 1 ? double(plan.contextLength) / trainedContext(plan) : factor;
}

double magnitude(const RotaryPlan& plan)
{
    const RopeScaling& scaling = plan.scaling;
    if (scaling.kind != Kind::Yarn && scaling.kind != Kind::LongRope)
        return 1;
    if (scaling.attentionFactor > 0)
        return scaling.attentionFactor;
    if (scaling.kind == Kind::Yarn)
        return yarnMagnitude(scaling.factor);
    const double factor = longRopeFactor(plan);
    return factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(trainedContext(plan)));
}

void stretch(Frequencies& frequencies, const RotaryPlan& plan, int64_t reach)
{
    const RopeScaling& scaling = plan.scaling;
    switch (scaling.kind) {
    case Kind::None:
    case Kind::Dynamic: // only beyond the context
        return;
    case Kind::Linear:
        for (double& frequency : frequencies)
            frequency /= scaling.factor;
        return;
    case Kind::Llama3:
        return stretchLlama3(frequencies, plan);
    case Kind::Yarn:
        return stretchYarn(frequencies, plan);
    case Kind::LongRope:
        const bool isLong = takesLongFactors(scaling, plan.contextLength, reach);
        return divide(frequencies, isLong ? scaling.longFactors : scaling.shortFactors);
    }
}

// f32 [axes, pairs]
kernels::Tensor upload(const RotaryPlan& plan, const RotaryTable& table, kernels::Backend& backend)
{
    kernels::Tensor frequencies(
        backend, kernels::DType::F32, plan.axes, int64_t(table.frequencies.size()));
    backend.upload(frequencies, byAxis(plan, table.frequencies).data());
    return frequencies;
}

} // namespace

RotaryTable rotaryTable(const RotaryPlan& plan, int64_t reach)
{
    Frequencies frequencies = unstretched(plan);
    divide(frequencies, plan.factors);
    stretch(frequencies, plan, reach);
    return {{frequencies.begin(), frequencies.end()}, float(magnitude(plan))};
}

Rotary::Rotary(const RotaryPlan& plan, kernels::Backend& backend)
    : m_plan(plan)
{
    CHECK(plan.axisOfPair.empty() || int64_t(plan.axisOfPair.size()) == plan.dims / 2);
    for (const int axis : plan.axisOfPair)
        CHECK(axis >= 0 && axis < plan.axes);
    const RotaryTable table = rotaryTable(plan, 0);
    m_magnitude = table.magnitude;
    m_frequencies = upload(plan, table, backend);
    if (plan.scaling.kind == Kind::LongRope)
        m_longFrequencies
            = upload(plan, rotaryTable(plan, std::numeric_limits<int64_t>::max()), backend);
}

void Rotary::forward(Step& step, TensorView x, int headDim) const
{
    if (const auto rotation = common(step.parts()))
        return step.ops().rotate(x, step.angles(), *rotation, headDim);
    for (const SequencePart& part : step.parts())
        step.ops().rotate(x.rowRange(part.firstRow, part.tokens),
            {step.angles().positions.rowRange(part.firstRow, part.tokens)}, rotation(isLong(part)),
            headDim);
}

std::optional<kernels::Rotation> Rotary::common(std::span<const SequencePart> parts) const
{
    const bool isFirstLong = !parts.empty() && isLong(parts.front());
    const auto isLike = [&](const SequencePart& part) { return isLong(part) == isFirstLong; };
    if (!std::ranges::all_of(parts, isLike))
        return std::nullopt;
    return rotation(isFirstLong);
}

bool Rotary::isLong(const SequencePart& part) const
{
    return takesLongFactors(m_plan.scaling, m_plan.contextLength, part.reach);
}

kernels::Rotation Rotary::rotation(bool isLong) const
{
    return {isLong ? m_longFrequencies : m_frequencies, m_plan.style, m_magnitude};
}

} // namespace engine
