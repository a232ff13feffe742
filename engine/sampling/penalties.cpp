#include "engine/sampling/penalties.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace engine {

namespace {

// From 1 to 0 by how many tokens ago it was, 0 being the newest.
double strengthAt(size_t age, const SamplerSettings& settings)
{
    if (settings.penaltyRange < 0 || age < size_t(settings.penaltyRange))
        return 1;
    const double faded = double(age - size_t(settings.penaltyRange));
    return faded < settings.penaltyDecay ? 1 - faded / settings.penaltyDecay : 0;
}

// A logit that is a number stays one, however large the changes are.
float changed(float logit, double to)
{
    constexpr double largest = std::numeric_limits<float>::max();
    return float(std::isfinite(logit) ? std::clamp(to, -largest, largest) : to);
}

float penalizeOnce(float logit, const SamplerSettings& settings, double strength)
{
    const double ratio = 1 + (double(settings.repetitionPenalty) - 1) * strength;
    const double scaled = logit > 0 ? double(logit) / ratio : double(logit) * ratio;
    return changed(logit, scaled - double(settings.presencePenalty) * strength);
}

// `indexOf(id)` is below `count` if the token's logit is at hand, which is logitAt(index) then.
void penalize(size_t count, const SamplerSettings& settings, std::span<const TokenId> past,
    auto indexOf, auto logitAt)
{
    std::vector<bool> seen(count);
    for (size_t age = 0; age < past.size(); ++age) {
        const double strength = strengthAt(age, settings);
        if (strength <= 0)
            break;
        const size_t index = indexOf(past[past.size() - 1 - age]);
        if (index >= count)
            continue;
        float& logit = logitAt(index);
        if (!seen[index])
            logit = penalizeOnce(logit, settings, strength);
        seen[index] = true;
        const float frequency = float(double(settings.frequencyPenalty) * strength);
        logit = changed(logit, double(logit) - double(frequency));
    }
}

} // namespace

bool hasPenalties(const SamplerSettings& settings)
{
    return settings.repetitionPenalty != 1 || settings.presencePenalty != 0
        || settings.frequencyPenalty != 0;
}

bool penaltiesOnlyLower(const SamplerSettings& settings)
{
    return settings.repetitionPenalty >= 1 && settings.presencePenalty >= 0
        && settings.frequencyPenalty >= 0;
}

void applyPenalties(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past)
{
    penalize(
        logits.size(), settings, past, [](TokenId id) { return size_t(id); },
        [&](size_t index) -> float& { return logits[index]; });
}

void applyPenalties(
    std::span<Candidate> some, const SamplerSettings& settings, std::span<const TokenId> past)
{
    TokenId highestId = -1;
    for (const Candidate& one : some)
        highestId = std::max(highestId, one.id);
    std::vector<uint32_t> indices(size_t(highestId) + 1, uint32_t(some.size())); // by id
    for (size_t index = 0; index < some.size(); ++index)
        if (some[index].id >= 0)
            indices[size_t(some[index].id)] = uint32_t(index);
    penalize(
        some.size(), settings, past,
        [&](TokenId id) { return size_t(id) < indices.size() ? indices[size_t(id)] : some.size(); },
        [&](size_t index) -> float& { return some[index].logit; });
}

void applyBias(std::span<float> logits, const SamplerSettings& settings)
{
    for (const TokenBias& one : settings.bias) {
        if (size_t(one.id) >= logits.size())
            continue;
        float& logit = logits[size_t(one.id)];
        const bool isExcluded = one.bias == -std::numeric_limits<float>::infinity();
        logit = isExcluded ? logit + one.bias : changed(logit, double(logit) + double(one.bias));
    }
}

} // namespace engine
