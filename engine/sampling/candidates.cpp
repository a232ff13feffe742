#include "engine/sampling/candidates.h"

#include "engine/sampling/logit_blocks.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

// A token so much less likely than the likeliest, e⁻¹² times, is not listed until it is asked for.
constexpr float likelyRange = 12;

Error nothingLeft()
{
    return {ErrorKind::BadRequest,
        "The banned tokens, the biases and the filter of this request have together excluded all "
        "tokens."};
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

Candidates Candidates::bestOf(
    std::span<const Candidate> highest, const std::function<bool(TokenId)>& isBanned, size_t count)
{
    if (!highest.empty() && !(highest.front().logit <= std::numeric_limits<float>::max()))
        throw invalidLogits();
    Candidates candidates;
    for (const Candidate& one : highest) {
        if (candidates.m_listed.size() == count)
            break;
        if (one.id >= 0 && one.logit >= LogitBlocks::lowestBar && !isBanned(one.id))
            candidates.m_listed.push_back(one);
    }
    if (candidates.m_listed.empty())
        throw nothingLeft();
    candidates.m_sorted = candidates.m_listed.size();
    return candidates;
}

void Candidates::softmax(float temperature, float smoothing)
{
    if (m_rest && !(smoothing > 0)) {
        listLikely(temperature);
        return;
    }
    if (m_rest)
        m_listed = m_rest->blocks.reaching(LogitBlocks::lowestBar);
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

void Candidates::listLikely(float temperature)
{
    const float highest = m_rest->blocks.highest();
    const double scale = 1.0 / double(temperature), sum = m_rest->blocks.sumOfWeights(temperature);
    const float bar = highest - likelyRange * temperature;
    const auto weight
        = [&](float logit) { return std::exp((double(logit) - double(highest)) * scale) / sum; };
    m_listed = m_rest->blocks.reaching(bar);
    for (Candidate& candidate : m_listed)
        candidate.probability = weight(candidate.logit);
    m_rest->temperature = temperature;
    m_rest->highest = weight(bar);
}

void Candidates::listAll()
{
    if (!m_rest)
        return;
    m_listed = m_rest->blocks.reaching(LogitBlocks::lowestBar);
    m_sorted = 0;
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
    keepFirst(countUntil(sum));
}

void Candidates::keepAtLeast(double probability)
{
    const double least = std::min(probability, highest());
    if (m_rest && least <= m_rest->highest)
        listAll();
    m_rest.reset();
    std::erase_if(m_listed, [&](const Candidate& one) { return one.probability < least; });
    m_sorted = std::min(m_sorted, m_listed.size());
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
    const double most = highest();
    for (Candidate& candidate : m_listed)
        candidate.probability = std::pow(candidate.probability / most, exponent);
    dropHopeless();
}

double Candidates::highest()
{
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
