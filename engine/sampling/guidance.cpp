#include "engine/sampling/guidance.h"

#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();
constexpr double largest = std::numeric_limits<float>::max();

// log Σ exp(logit), of the sum's own scale so that nothing overflows.
double logSumOf(std::span<const float> logits)
{
    const double highest = double(std::ranges::max(logits));
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - highest);
    return highest + std::log(sum);
}

} // namespace

void mixGuidance(std::span<float> out, std::span<const float> positive,
    std::span<const float> negative, float scale)
{
    CHECK(out.size() == positive.size() && out.size() == negative.size());
    if (out.empty())
        return;
    const double s = double(scale);
    const double positiveSum = logSumOf(positive), negativeSum = logSumOf(negative);
    for (size_t id = 0; id < out.size(); ++id) {
        const bool isExcluded = positive[id] == minusInfinity || negative[id] == minusInfinity;
        const double mixed = s * (double(positive[id]) - positiveSum)
            + (1 - s) * (double(negative[id]) - negativeSum);
        out[id] = isExcluded ? minusInfinity : float(std::clamp(mixed, -largest, largest));
    }
}

} // namespace engine
