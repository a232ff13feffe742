#include "engine/sampling/candidates.h"

#include "base/error.h"
#include "engine/sampling/logit_blocks.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cmath>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// A token so much less likely than the likeliest, e⁻¹² times, is not listed until it is requested.
constexpr float likelyRange = 12;

Error nothingLeft()
{
    return {ErrorKind::BadRequest,
        "The banned tokens, biases and constraints of this request exclude all tokens."};
}

} // namespace

Candidates Candidates::best(std::span<const float> logits, const TokenMask* allowed, size_t count)
{
    Candidates candidates;
    LogitBlocks blocks(logits, allowed);
    if (blocks.highest() < LogitBlocks::lowestBar)
        throw nothingLeft();
    if (count == 0 || count >= logits.size()) {
        candidates.m_rest.emplace(Rest{.blocks = std::move(blocks)});
        return candidates;
    }
    candidates.m_listed = blocks.reaching(blocks.barFor(count));
    candidates.sortFirst(count);
    candidates.m_listed.resize(std::min(count, candidates.m_listed.size()));
    return candidates;
}

std::optional<Candidates> Candidates::takeBest(
    std::vector<Candidate> left, const Candidate& bound, size_t count, double sum)
{
    const bool isAll = bound.logit < LogitBlocks::lowestBar;
    std::erase_if(left, [&](const Candidate& one) {
        return one.logit < LogitBlocks::lowestBar || (!isAll && isLikelier(bound, one));
    });
    if (!isAll && left.size() < std::max<size_t>(count, 1))
        return std::nullopt;
    if (left.empty())
        throw nothingLeft();
    std::ranges::sort(left, isLikelier);
    if (count > 0)
        left.resize(std::min(count, left.size()));
    Candidates candidates;
    candidates.m_sorted = left.size();
    candidates.m_listed = std::move(left);
    if (count == 0)
        candidates.m_rest.emplace(Rest{.blocks = {}, .bound = bound.logit, .sum = sum});
    return candidates;
}

void Candidates::softmax(float temperature, float smoothing)
{
    if (m_rest && !(smoothing > 0)) {
        listLikely(temperature);
        return;
    }
    if (m_rest && m_rest->blocks)
        m_listed = m_rest->blocks->reaching(LogitBlocks::lowestBar);
    m_lacksTokens = m_rest && !m_rest->blocks;
    m_rest.reset();
    weigh(temperature, smoothing);
}

void Candidates::weigh(float temperature, float smoothing)
{
    const float highest = std::ranges::min_element(m_listed, isLikelier)->logit;
    const double scale = 1.0 / double(temperature);
    for (Candidate& candidate : m_listed) {
        const double distance = double(candidate.logit) - double(highest);
        candidate.probability = std::exp(
            smoothing > 0 ? -double(smoothing) * distance * distance * scale : distance * scale);
    }
    dropHopeless();
}

// Their probabilities are weights until weighRest(), that of the likeliest being 1.
void Candidates::listLikely(float temperature)
{
    const float highest = m_rest->blocks ? m_rest->blocks->highest() : m_listed.front().logit;
    const float bar = highest - likelyRange * temperature;
    const double scale = 1.0 / double(temperature);
    const auto weight
        = [&](float logit) { return std::exp((double(logit) - double(highest)) * scale); };
    if (m_rest->blocks)
        m_listed = m_rest->blocks->reaching(bar);
    else
        std::erase_if(m_listed, [&](const Candidate& one) { return one.logit < bar; });
    m_sorted = m_rest->blocks ? 0 : m_listed.size();
    for (Candidate& candidate : m_listed)
        candidate.probability = weight(candidate.logit);
    m_rest->temperature = temperature;
    m_rest->highest = weight(std::max(bar, m_rest->bound));
}

// Turns weights into probabilities.
void Candidates::weighRest()
{
    if (!m_rest || m_rest->isWeighed)
        return;
    if (m_rest->blocks)
        m_rest->sum = m_rest->blocks->sumOfWeights(m_rest->temperature);
    if (!(m_rest->sum > 0))
        return listAll();
    for (Candidate& candidate : m_listed)
        candidate.probability /= m_rest->sum;
    m_rest->highest /= m_rest->sum;
    m_rest->isWeighed = true;
}

void Candidates::listAll()
{
    if (!m_rest)
        return;
    m_lacksTokens = !m_rest->blocks;
    if (m_rest->blocks) {
        m_listed = m_rest->blocks->reaching(LogitBlocks::lowestBar);
        m_sorted = 0;
    }
    const float temperature = m_rest->temperature;
    m_rest.reset();
    weigh(temperature, 0);
}

void Candidates::keepTop(size_t count)
{
    listAll();
    if (count < m_listed.size())
        keepFirst(count);
}

void Candidates::keepUntil(double sum)
{
    weighRest();
    keepFirst(countUntil(sum));
}

void Candidates::keepAtLeast(double probability)
{
    weighRest();
    if (m_rest && std::min(probability, highest()) <= m_rest->highest)
        listAll();
    keepFrom(std::min(probability, highest()));
}

void Candidates::keepNear(double share)
{
    share = std::min(share, 1.0);
    sortFirst(1);
    if (m_rest && share * m_listed.front().probability <= m_rest->highest)
        listAll();
    sortFirst(1);
    keepFrom(share * m_listed.front().probability);
}

// Unlisted tokens are less likely. As many of them as a device finds are sorted, because their
// sum must not depend on where they come from.
void Candidates::keepFrom(double probability)
{
    m_rest.reset();
    std::erase_if(m_listed, [&](const Candidate& one) { return one.probability < probability; });
    m_sorted = std::min(m_sorted, m_listed.size());
    if (m_listed.size() <= size_t(kernels::Ops::maxHighest))
        sortFirst(m_listed.size());
    normalize();
}

void Candidates::replace(std::vector<Candidate> candidates)
{
    m_listed = std::move(candidates);
    m_sorted = 0;
    m_rest.reset();
    normalize();
}

void Candidates::raise(double exponent)
{
    listAll();
    const double largest = highest();
    for (Candidate& candidate : m_listed)
        candidate.probability = std::pow(candidate.probability / largest, exponent);
    dropHopeless();
}

double Candidates::highest()
{
    weighRest();
    sortFirst(1);
    return m_listed.front().probability;
}

double Candidates::entropy()
{
    listAll();
    double sum = 0;
    for (const Candidate& candidate : m_listed)
        sum -= candidate.probability * std::log(candidate.probability);
    return sum;
}

Candidate Candidates::pick(double position)
{
    weighRest();
    size_t sorted = 0;
    double sum = 0;
    for (size_t index = 0; index < m_listed.size(); ++index) {
        if (index == sorted)
            sortFirst(sorted = std::max<size_t>(64, sorted * 8));
        sum += m_listed[index].probability;
        if (position < sum)
            return m_listed[index];
    }
    if (!m_rest)
        return m_listed.back(); // what rounding left over
    listAll();
    return pick(position);
}

std::span<const Candidate> Candidates::all()
{
    listAll();
    return m_listed;
}

const std::vector<Candidate>& Candidates::sorted()
{
    listAll();
    sortFirst(m_listed.size());
    return m_listed;
}

std::span<const Candidate> Candidates::top(size_t count)
{
    weighRest();
    if (count > m_listed.size())
        listAll();
    count = std::min(count, m_listed.size());
    sortFirst(count);
    return std::span<const Candidate>(m_listed).first(count);
}

size_t Candidates::size()
{
    listAll();
    return m_listed.size();
}

size_t Candidates::countUntil(double limit)
{
    size_t sorted = 0;
    double sum = 0;
    for (size_t index = 0; index < m_listed.size(); ++index) {
        if (index == sorted)
            sortFirst(sorted = std::max<size_t>(64, sorted * 8));
        sum += m_listed[index].probability;
        if (sum >= limit)
            return index + 1;
    }
    if (!m_rest)
        return m_listed.size();
    listAll();
    return countUntil(limit);
}

void Candidates::sortFirst(size_t count)
{
    count = std::min(count, m_listed.size());
    if (count <= m_sorted)
        return;
    const auto begin = m_listed.begin() + std::ptrdiff_t(m_sorted);
    const auto middle = m_listed.begin() + std::ptrdiff_t(count);
    if (middle != m_listed.end())
        std::nth_element(begin, middle, m_listed.end(), isLikelier);
    std::sort(begin, middle, isLikelier);
    m_sorted = count;
}

void Candidates::keepFirst(size_t count)
{
    sortFirst(count == m_listed.size() ? m_sorted : count);
    m_listed.resize(count);
    m_rest.reset();
    m_sorted = std::min(m_sorted, count);
    normalize();
}

void Candidates::dropHopeless()
{
    constexpr double nothing = 1e-290; // no quotient of it is 0
    std::erase_if(m_listed, [](const Candidate& one) { return one.probability < nothing; });
    m_sorted = std::min(m_sorted, m_listed.size());
    normalize();
}

void Candidates::normalize()
{
    double sum = 0;
    for (const Candidate& candidate : m_listed)
        sum += candidate.probability;
    for (Candidate& candidate : m_listed)
        candidate.probability /= sum;
}

} // namespace engine
