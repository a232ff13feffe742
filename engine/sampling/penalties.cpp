#include "engine/sampling/penalties.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace engine {

namespace {

// The strength of a penalty, from 1 to 0, by how many tokens ago the token occurred; 0 is the
// newest.
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

// `addIndex(id)` returns the index of the token's logit, which logitAt(index) then returns; an index
// of `count` or more means that there is no logit for the token.
void penalize(size_t count, const SamplerSettings& settings, std::span<const TokenId> past,
    auto addIndex, auto logitAt)
{
    std::vector<bool> seen(count);
    for (size_t age = 0; age < past.size(); ++age) {
        const double strength = strengthAt(age, settings);
        if (strength <= 0)
            break;
        const size_t index = addIndex(past[past.size() - 1 - age]);
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

namespace {

// Large enough to rule a token out, small enough to stay a number.
constexpr double highestPenalty = 1e30;

std::span<const TokenId> newest(const SamplerSettings& settings, std::span<const TokenId> past)
{
    const auto range = size_t(std::max(settings.dryRange, 0));
    return range > 0 && range < past.size() ? past.last(range) : past;
}

bool isBreaker(const SamplerSettings& settings, TokenId id)
{
    return settings.dryBreakers && std::ranges::binary_search(*settings.dryBreakers, id);
}

// How many tokens at the end may take part in a run.
size_t maxRunLength(const SamplerSettings& settings, std::span<const TokenId> past)
{
    const size_t max = std::min(past.size(), size_t(std::max(settings.dryMaxNgram - 1, 0)));
    for (size_t length = 0; length < max; ++length) {
        const TokenId id = past[past.size() - 1 - length];
        if (isImageId(id) || isBreaker(settings, id))
            return length;
    }
    return max;
}

// How many tokens before `end` equal the last ones of `past`.
size_t runBefore(size_t end, std::span<const TokenId> past, size_t max)
{
    max = std::min(max, end);
    size_t length = 0;
    while (length < max && past[end - 1 - length] == past[past.size() - 1 - length])
        ++length;
    return length;
}

} // namespace

std::map<TokenId, double> dryPenalties(
    const SamplerSettings& settings, std::span<const TokenId> past)
{
    past = newest(settings, past);
    const size_t max = maxRunLength(settings, past);
    const auto allowed = size_t(std::max(settings.dryAllowedLength, 1));
    std::map<TokenId, double> penalties;
    if (max < allowed)
        return penalties;
    for (size_t next = allowed; next < past.size(); ++next) {
        const size_t length = runBefore(next, past, max);
        if (length < allowed || isImageId(past[next]))
            continue;
        const double penalty = double(settings.dryMultiplier)
            * std::pow(double(settings.dryBase), double(length - allowed));
        double& highest = penalties[past[next]];
        highest = std::max(highest, std::min(penalty, highestPenalty));
    }
    return penalties;
}

void applyDry(
    std::span<float> logits, const SamplerSettings& settings, std::span<const TokenId> past)
{
    for (const auto& [id, penalty] : dryPenalties(settings, past)) {
        if (size_t(id) < logits.size())
            logits[size_t(id)] -= float(penalty);
    }
}

} // namespace engine
