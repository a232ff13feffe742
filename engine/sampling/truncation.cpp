#include "engine/sampling/truncation.h"

#include "engine/sampling/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
    size_t rank = 0;
};

std::vector<Deviation> deviations(const std::vector<Candidate>& sorted, double entropy)
{
    std::vector<Deviation> all(sorted.size());
    for (size_t rank = 0; rank < all.size(); ++rank)
        all[rank] = {std::abs(-std::log(sorted[rank].probability) - entropy), rank};
    std::ranges::sort(all, [](const Deviation& left, const Deviation& right) {
        return left.distance != right.distance ? left.distance < right.distance
                                               : left.rank < right.rank;
    });
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
    const std::vector<Candidate>& sorted = candidates.sorted();
    std::vector<Candidate> kept;
    double sum = 0;
    for (const Deviation& deviation : deviations(sorted, entropy)) {
        kept.push_back(sorted[deviation.rank]);
        sum += kept.back().probability;
        if (sum >= mass)
            break;
    }
    candidates.replace(std::move(kept));
}

} // namespace engine
