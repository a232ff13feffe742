#include "engine/sampling/logit_blocks.h"

#include "engine/sampling/logits.h"
#include "kernels/logit_math.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();
constexpr float largest = std::numeric_limits<float>::max();
constexpr uint64_t allOfBlock = ~uint64_t(0);

struct Scan {
    float highest = minusInfinity;
    bool isValid = true; // no NaN, no +inf
};

// A whole block.
Scan scanWhole(const float* logits)
{
    Floats even = loadFloats(logits), odd = loadFloats(logits + floatLanes);
    Ints valid = (even <= largest) & (odd <= largest);
    for (size_t position = 2 * floatLanes; position < LogitBlocks::blockSize;
         position += 2 * floatLanes) {
        const Floats left = loadFloats(logits + position);
        const Floats right = loadFloats(logits + position + floatLanes);
        even = laneMax(left, even);
        odd = laneMax(right, odd);
        valid &= (left <= largest) & (right <= largest);
    }
    return {highestLane(laneMax(even, odd)), (valid[0] & valid[1] & valid[2] & valid[3]) != 0};
}

// The highest logit of a whole block among the tokens whose bits are set.
float highestOfWhole(const float* logits, uint64_t allowed)
{
    const Floats nothing = Floats{} + minusInfinity;
    Floats even = nothing, odd = nothing;
    for (size_t position = 0; position < LogitBlocks::blockSize; position += 2 * floatLanes) {
        const Floats left = loadFloats(logits + position);
        const Floats right = loadFloats(logits + position + floatLanes);
        even = laneMax(laneMask(allowed >> position) ? left : nothing, even);
        odd = laneMax(laneMask(allowed >> (position + floatLanes)) ? right : nothing, odd);
    }
    return highestLane(laneMax(even, odd));
}

// kernels::weightOfBlock() of those tokens of a whole block whose bits are set.
float weightOfWhole(const float* logits, uint64_t allowed, float highest, float scale)
{
    Floats sum{};
    for (size_t position = 0; position < LogitBlocks::blockSize; position += floatLanes) {
        const Floats weights = exponential((loadFloats(logits + position) - highest) * scale);
        sum += laneMask(allowed >> position) ? weights : Floats{};
    }
    return kernels::sumOfLanes(sum[0], sum[1], sum[2], sum[3]);
}

// The same of any block.
float blockWeight(std::span<const float> block, uint64_t allowed, float highest, float scale)
{
    if (block.size() == LogitBlocks::blockSize)
        return weightOfWhole(block.data(), allowed, highest, scale);
    std::array<float, LogitBlocks::blockSize> whole;
    std::ranges::fill(whole, -std::numeric_limits<float>::infinity());
    std::ranges::copy(block, whole.begin());
    return weightOfWhole(whole.data(), allowed, highest, scale);
}

Scan scan(std::span<const float> block)
{
    if (block.size() == LogitBlocks::blockSize)
        return scanWhole(block.data());
    Scan found;
    for (const float logit : block) {
        found.highest = std::max(found.highest, logit);
        found.isValid = found.isValid && logit <= largest;
    }
    return found;
}

// Calls visit(position) for each bit of a word.
void forEachBit(uint64_t word, auto visit)
{
    for (; word != 0; word &= word - 1)
        visit(size_t(std::countr_zero(word)));
}

} // namespace

Error invalidLogits()
{
    return {ErrorKind::DeviceLost, "The model produced invalid numbers."};
}

LogitBlocks::LogitBlocks(std::span<const float> logits, const TokenMask* allowed)
    : m_logits(logits)
    , m_allowed(allowed)
    , m_highest((logits.size() + blockSize - 1) / blockSize)
{
    bool isValid = true;
    for (size_t index = 0; index < m_highest.size(); ++index) {
        const Scan found = scan(block(index));
        isValid = isValid && found.isValid;
        m_highest[index] = allowedIn(index) == allOfBlock ? found.highest : highestAllowed(index);
    }
    if (!isValid)
        throw invalidLogits();
}

float LogitBlocks::highest() const
{
    return m_highest.empty() ? minusInfinity : std::ranges::max(m_highest);
}

float LogitBlocks::barFor(size_t count) const
{
    // If the bar is the count-th of the blocks' highest logits, `count` blocks have a token that
    // reaches it.
    if (count > m_highest.size())
        return lowestBar;
    std::vector<float> sorted = m_highest;
    const auto bar = sorted.begin() + std::ptrdiff_t(count - 1);
    std::ranges::nth_element(sorted, bar, std::greater());
    return std::max(*bar, lowestBar);
}

std::vector<Candidate> LogitBlocks::reaching(float bar) const
{
    bar = std::max(bar, lowestBar);
    std::vector<Candidate> found;
    if (bar == lowestBar)
        found.reserve(m_logits.size());
    for (size_t index = 0; index < m_highest.size(); ++index) {
        if (m_highest[index] < bar)
            continue;
        forEachBit(allowedIn(index), [&](size_t position) {
            const size_t id = index * blockSize + position;
            if (m_logits[id] >= bar)
                found.push_back({.id = TokenId(id), .logit = m_logits[id]});
        });
    }
    return found;
}

double LogitBlocks::sumOfWeights(float temperature) const
{
    const float top = highest(), scale = 1 / temperature;
    double sum = 0;
    for (size_t index = 0; index < m_highest.size(); ++index)
        if (const uint64_t allowed = allowedIn(index); allowed != 0)
            sum += double(blockWeight(block(index), allowed, top, scale));
    return sum;
}

std::span<const float> LogitBlocks::block(size_t index) const
{
    const size_t first = index * blockSize;
    return m_logits.subspan(first, std::min(blockSize, m_logits.size() - first));
}

uint64_t LogitBlocks::allowedIn(size_t index) const
{
    const uint64_t existing = allOfBlock >> (blockSize - block(index).size());
    if (!m_allowed)
        return existing;
    const auto words = m_allowed->words();
    return index < words.size() ? words[index] & existing : 0;
}

float LogitBlocks::highestAllowed(size_t index) const
{
    constexpr int few = 8; // tokens that are looked at one by one
    const uint64_t allowed = allowedIn(index);
    if (block(index).size() == blockSize && std::popcount(allowed) > few)
        return highestOfWhole(block(index).data(), allowed);
    float highest = minusInfinity;
    forEachBit(allowed, [&](size_t position) {
        highest = std::max(highest, m_logits[index * blockSize + position]);
    });
    return highest;
}

} // namespace engine
