#include "engine/sampling/xtc.h"

#include "engine/sampling/candidates.h"
#include "engine/sampling/sampler_settings.h"

#include <algorithm>

namespace engine {

namespace {

bool isTopChoice(const Candidate& candidate, const SamplerSettings& settings)
{
    const bool isProtected
        = settings.xtcProtected && std::ranges::binary_search(*settings.xtcProtected, candidate.id);
    return candidate.probability >= double(settings.xtcThreshold) && !isProtected;
}

// Ranks of the top choices, but for the least likely.
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
