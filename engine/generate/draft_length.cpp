#include "engine/generate/draft_length.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr double growth
    = 1.3; // of the mean, where a whole draft was right and more might have been
constexpr double persistence = 0.65; // of the mean, where it was not
constexpr double leastWorthwhile = 0.3; // accepted tokens of a draft
constexpr int64_t probeEvery = 16; // passes, while drafting does not pay

} // namespace

DraftLength::DraftLength(int64_t most)
    : m_most(std::max<int64_t>(most, 0))
    , m_expected(double(m_most))
{
}

int64_t DraftLength::next() const
{
    if (m_expected >= leastWorthwhile)
        return std::min(m_most, int64_t(std::ceil(m_expected)));
    const bool isProbe = m_passesWithout + 1 >= probeEvery;
    return isProbe ? std::min<int64_t>(m_most, 1) : 0;
}

void DraftLength::observe(int64_t drafted, int64_t accepted)
{
    if (drafted <= 0) {
        ++m_passesWithout;
        return;
    }
    m_passesWithout = 0;
    const double right = double(std::clamp<int64_t>(accepted, 0, drafted));
    if (accepted >= drafted)
        m_expected = std::min(double(m_most), std::max(m_expected, right) * growth);
    else
        m_expected = persistence * m_expected + (1 - persistence) * right;
}

} // namespace engine
