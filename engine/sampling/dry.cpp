#include "engine/sampling/dry.h"

#include <algorithm>
#include <cmath>

namespace engine {

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
size_t longestRun(const SamplerSettings& settings, std::span<const TokenId> past)
{
    const size_t most = std::min(past.size(), size_t(std::max(settings.dryMaxNgram - 1, 0)));
    for (size_t length = 0; length < most; ++length) {
        const TokenId id = past[past.size() - 1 - length];
        if (isImageId(id) || isBreaker(settings, id))
            return length;
    }
    return most;
}

// How many tokens before `end` equal the last ones of `past`.
size_t runBefore(size_t end, std::span<const TokenId> past, size_t most)
{
    most = std::min(most, end);
    size_t length = 0;
    while (length < most && past[end - 1 - length] == past[past.size() - 1 - length])
        ++length;
    return length;
}

} // namespace

std::map<TokenId, double> dryPenalties(
    const SamplerSettings& settings, std::span<const TokenId> past)
{
    past = newest(settings, past);
    const size_t most = longestRun(settings, past);
    const auto allowed = size_t(std::max(settings.dryAllowedLength, 1));
    std::map<TokenId, double> penalties;
    if (most < allowed)
        return penalties;
    for (size_t next = allowed; next < past.size(); ++next) {
        const size_t length = runBefore(next, past, most);
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
