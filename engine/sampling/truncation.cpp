#include "engine/sampling/truncation.h"

#include "engine/sampling/candidates.h"
#include "engine/sampling/sampler_settings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace engine {

namespace {

std::vector<double> curvature(const std::vector<Candidate>& sorted)
{
    std::vector<double> bends(sorted.size() - 2);
    for (size_t index = 0; index < bends.size(); ++index) {
        bends[index] = std::abs(sorted[index].probability - 2 * sorted[index + 1].probability
            + sorted[index + 2].probability);
    }
    return bends;
}

struct Deviation {
    double distance = 0; // of the surprise from the entropy
    Candidate candidate;
};

bool isMoreTypical(const Deviation& left, const Deviation& right)
{
    return left.distance != right.distance ? left.distance < right.distance
                                           : isLikelier(left.candidate, right.candidate);
}

std::vector<Deviation> deviations(std::span<const Candidate> candidates, double entropy)
{
    std::vector<Deviation> all;
    all.reserve(candidates.size());
    for (const Candidate& one : candidates)
        all.push_back({std::abs(-std::log(one.probability) - entropy), one});
    return all;
}

} // namespace

void keepTailFree(Candidates& candidates, double limit)
{
    if (candidates.size() < 3)
        return;
    const std::vector<double> bends = curvature(candidates.sorted());
    const double total = std::accumulate(bends.begin(), bends.end(), 0.0);
    if (!(total > 0))
        return; // a straight line has no tail
    size_t count = 0;
    double sum = 0;
    while (count < bends.size() && (sum += bends[count]) <= limit * total)
        ++count;
    candidates.keepTop(count + 1);
}

void keepTypical(Candidates& candidates, double mass)
{
    const double entropy = candidates.entropy();
    std::vector<Deviation> all = deviations(candidates.all(), entropy);
    std::vector<Candidate> kept;
    double sum = 0;
    while (sum < mass && kept.size() < all.size()) {
        // Sorted a part at a time, for few are kept of a long vocabulary.
        const auto begin = all.begin() + std::ptrdiff_t(kept.size());
        const size_t count = std::min(all.size() - kept.size(), std::max<size_t>(64, kept.size()));
        const auto end = begin + std::ptrdiff_t(count);
        std::partial_sort(begin, end, all.end(), isMoreTypical);
        for (auto next = begin; next != end && sum < mass; ++next) {
            kept.push_back(next->candidate);
            sum += next->candidate.probability;
        }
    }
    candidates.replace(std::move(kept));
}

bool hasDynamicTemperature(const SamplerSettings& settings)
{
    return settings.maxTemperature > settings.minTemperature;
}

double dynamicTemperature(Candidates& candidates, const SamplerSettings& settings)
{
    if (candidates.size() < 2)
        return double(settings.minTemperature);
    const double share = std::clamp(candidates.entropy() / std::log(candidates.size()), 0.0, 1.0);
    const double range = double(settings.maxTemperature) - double(settings.minTemperature);
    return double(settings.minTemperature)
        + range * std::pow(share, double(settings.temperatureExponent));
}

void applyTemperature(Candidates& candidates, double temperature)
{
    candidates.raise(1 / std::max(temperature, double(greedyBelow)));
}

Mirostat::Mirostat(const SamplerSettings& settings)
    : m_tau(double(settings.mirostatTau))
    , m_eta(double(settings.mirostatEta))
    , m_mu(settings.mirostatMu > 0 ? double(settings.mirostatMu) : 2 * m_tau)
{
}

void Mirostat::narrow(Candidates& candidates) const
{
    candidates.keepAtLeast(std::exp2(-m_mu));
}

void Mirostat::observe(double probability)
{
    m_mu += m_eta * (m_tau + std::log2(probability));
}

namespace {

bool isTopChoice(const Candidate& candidate, const SamplerSettings& settings)
{
    const bool isProtected
        = settings.xtcProtected && std::ranges::binary_search(*settings.xtcProtected, candidate.id);
    return candidate.probability >= double(settings.xtcThreshold) && !isProtected;
}

// Ranks of the top choices, except for the least likely.
std::vector<size_t> excludedRanks(
    const std::vector<Candidate>& sorted, const SamplerSettings& settings)
{
    std::vector<size_t> ranks;
    for (size_t rank = 0; rank < sorted.size(); ++rank) {
        if (sorted[rank].probability < double(settings.xtcThreshold))
            break;
        if (isTopChoice(sorted[rank], settings))
            ranks.push_back(rank);
    }
    if (!ranks.empty())
        ranks.pop_back();
    return ranks;
}

} // namespace

void excludeTopChoices(Candidates& candidates, const SamplerSettings& settings, double share)
{
    std::vector<Candidate> all = candidates.sorted();
    const std::vector<size_t> excluded = excludedRanks(all, settings);
    if (excluded.empty())
        return;
    const auto isExcluded = [&](size_t rank) { return std::ranges::binary_search(excluded, rank); };
    double lost = 0, left = 0;
    for (size_t rank = 0; rank < all.size(); ++rank)
        (isExcluded(rank) ? lost : left) += all[rank].probability;
    for (size_t rank = 0; rank < all.size(); ++rank)
        all[rank].probability *= isExcluded(rank) ? 1 - share : 1 + share * lost / left;
    std::erase_if(all, [](const Candidate& one) { return !(one.probability > 0); });
    candidates.replace(std::move(all));
}

Coin throwCoin(double position, double probability)
{
    if (position < probability)
        return {.fires = true, .position = position / probability};
    return {.fires = false, .position = (position - probability) / (1 - probability)};
}

} // namespace engine
