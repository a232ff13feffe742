#include "engine/sampling/candidates.h"

#include "kernels/error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

// Logits order as probabilities do, without their rounding.
bool isLikelier(const Candidate& left, const Candidate& right)
{
    return left.logit != right.logit ? left.logit > right.logit : left.id < right.id;
}

// Almost always one vectorised pass; −inf is legal, so that alone calls for a closer look.
void checkNumbers(std::span<const float> logits)
{
    constexpr uint32_t exponent = 0x7f800000;
    uint32_t notFinite = 0;
    for (const float logit : logits)
        notFinite += (std::bit_cast<uint32_t>(logit) & exponent) == exponent;
    if (notFinite == 0)
        return;
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
            throw Error(ErrorKind::DeviceLost, "the model produced invalid numbers");
    }
}

std::vector<Candidate> allAllowed(std::span<const float> logits, const std::vector<TokenId>& banned)
{
    std::vector<Candidate> found;
    found.reserve(logits.size());
    for (size_t id = 0; id < logits.size(); ++id) {
        if (logits[id] > minusInfinity && !std::ranges::binary_search(banned, TokenId(id)))
            found.push_back({.id = TokenId(id), .logit = logits[id]});
    }
    return found;
}

// A heap with the least likely of the best on top, which most tokens do not beat.
std::vector<Candidate> bestAllowed(
    std::span<const float> logits, const std::vector<TokenId>& banned, size_t count)
{
    std::vector<Candidate> heap;
    heap.reserve(count);
    float bar = minusInfinity;
    for (size_t id = 0; id < logits.size(); ++id) {
        if (!(logits[id] > bar) || std::ranges::binary_search(banned, TokenId(id)))
            continue;
        if (heap.size() == count) {
            std::ranges::pop_heap(heap, isLikelier);
            heap.pop_back();
        }
        heap.push_back({.id = TokenId(id), .logit = logits[id]});
        std::ranges::push_heap(heap, isLikelier);
        if (heap.size() == count)
            bar = heap.front().logit;
    }
    std::ranges::sort(heap, isLikelier);
    return heap;
}

} // namespace

Candidates Candidates::best(
    std::span<const float> logits, std::span<const TokenId> banned, size_t count)
{
    checkNumbers(logits);
    std::vector<TokenId> sortedBanned(banned.begin(), banned.end());
    std::ranges::sort(sortedBanned);

    Candidates candidates;
    if (count > 0 && count < logits.size()) {
        candidates.m_all = bestAllowed(logits, sortedBanned, count);
        candidates.m_sorted = candidates.m_all.size();
    } else {
        candidates.m_all = allAllowed(logits, sortedBanned);
    }
    if (candidates.m_all.empty())
        throw Error(ErrorKind::BadRequest, "no token is left to choose from");
    return candidates;
}

void Candidates::softmax(float temperature, float smoothing)
{
    const float highest = std::ranges::min_element(m_all, isLikelier)->logit;
    const double scale = 1.0 / double(temperature);
    for (Candidate& candidate : m_all) {
        const double distance = double(candidate.logit) - double(highest);
        candidate.probability = std::exp(
            smoothing > 0 ? -double(smoothing) * distance * distance * scale : distance * scale);
    }
    dropHopeless();
}

void Candidates::keepTop(size_t count)
{
    if (count < m_all.size())
        keepFirst(count);
}

void Candidates::keepUntil(double sum)
{
    keepFirst(countUntil(sum));
}

void Candidates::keepAtLeast(double probability)
{
    const double least = std::min(probability, highest());
    std::erase_if(m_all, [&](const Candidate& one) { return one.probability < least; });
    m_sorted = std::min(m_sorted, m_all.size());
    normalize();
}

void Candidates::replace(std::vector<Candidate> candidates)
{
    m_all = std::move(candidates);
    m_sorted = 0;
    normalize();
}

void Candidates::raise(double exponent)
{
    const double most = highest();
    for (Candidate& candidate : m_all)
        candidate.probability = std::pow(candidate.probability / most, exponent);
    dropHopeless();
}

double Candidates::highest()
{
    sortFirst(1);
    return m_all.front().probability;
}

double Candidates::entropy() const
{
    double sum = 0;
    for (const Candidate& candidate : m_all)
        sum -= candidate.probability * std::log(candidate.probability);
    return sum;
}

Candidate Candidates::pick(double position)
{
    size_t sorted = 0;
    double sum = 0;
    for (size_t index = 0; index + 1 < m_all.size(); ++index) {
        if (index == sorted)
            sortFirst(sorted = std::max<size_t>(64, sorted * 8));
        sum += m_all[index].probability;
        if (position < sum)
            return m_all[index];
    }
    sortFirst(m_all.size());
    return m_all.back(); // what rounding left over
}

const std::vector<Candidate>& Candidates::sorted()
{
    sortFirst(m_all.size());
    return m_all;
}

size_t Candidates::countUntil(double limit)
{
    size_t sorted = 0;
    double sum = 0;
    for (size_t index = 0; index < m_all.size(); ++index) {
        if (index == sorted)
            sortFirst(sorted = std::max<size_t>(64, sorted * 8));
        sum += m_all[index].probability;
        if (sum >= limit)
            return index + 1;
    }
    return m_all.size();
}

void Candidates::sortFirst(size_t count)
{
    count = std::min(count, m_all.size());
    if (count <= m_sorted)
        return;
    const auto begin = m_all.begin() + std::ptrdiff_t(m_sorted);
    const auto middle = m_all.begin() + std::ptrdiff_t(count);
    if (middle != m_all.end())
        std::nth_element(begin, middle, m_all.end(), isLikelier);
    std::sort(begin, middle, isLikelier);
    m_sorted = count;
}

void Candidates::keepFirst(size_t count)
{
    sortFirst(count == m_all.size() ? m_sorted : count);
    m_all.resize(count);
    m_sorted = std::min(m_sorted, count);
    normalize();
}

void Candidates::dropHopeless()
{
    constexpr double nothing = 1e-290; // no quotient of it is 0
    std::erase_if(m_all, [](const Candidate& one) { return one.probability < nothing; });
    m_sorted = std::min(m_sorted, m_all.size());
    normalize();
}

void Candidates::normalize()
{
    double sum = 0;
    for (const Candidate& candidate : m_all)
        sum += candidate.probability;
    for (Candidate& candidate : m_all)
        candidate.probability /= sum;
}

} // namespace engine
