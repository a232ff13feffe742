#include "engine/sampling/truncation.h"

#include "engine/sampling/candidates.h"

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

} // namespace engine
