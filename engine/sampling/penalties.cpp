#include "engine/sampling/penalties.h"

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

float penalizeOnce(float logit, const SamplerSettings& settings, double strength)
{
    const double ratio = 1 + (double(settings.repetitionPenalty) - 1) * strength;
    const double scaled = logit > 0 ? double(logit) / ratio : double(logit) * ratio;
    return float(scaled - double(settings.presencePenalty) * strength);
}

} // namespace

bool hasPenalties(const SamplerSettings& settings)
{
    return settings.repetitionPenalty != 1 || settings.presencePenalty != 0
        || settings.frequencyPenalty != 0;
}

void applyPenalties(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past)
{
    std::vector<bool> seen(logits.size());
    for (size_t age = 0; age < past.size(); ++age) {
        const double strength = strengthAt(age, settings);
        if (strength <= 0)
            break;
        const auto id = size_t(past[past.size() - 1 - age]);
        if (id >= logits.size())
            continue;
        if (!seen[id])
            logits[id] = penalizeOnce(logits[id], settings, strength);
        seen[id] = true;
        logits[id] -= float(double(settings.frequencyPenalty) * strength);
    }
}

void applyBias(std::span<float> logits, const SamplerSettings& settings)
{
    for (const TokenBias& one : settings.bias) {
        if (size_t(one.id) < logits.size())
            logits[size_t(one.id)] += one.bias;
    }
}

} // namespace engine
