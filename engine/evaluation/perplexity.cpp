#include "engine/evaluation/perplexity.h"

#include "kernels/error.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

// ln Σ exp(logit)
double logSum(std::span<const float> logits)
{
    const double highest = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - highest);
    return highest + std::log(sum);
}

// Of a mean of `count` numbers, from their sums and those of their squares.
double errorOfMean(double sum, double squares, int64_t count)
{
    if (count < 2)
        return 0;
    const double mean = sum / double(count);
    const double variance = squares / double(count) - mean * mean;
    return variance > 0 ? std::sqrt(variance / double(count - 1)) : 0;
}

} // namespace

double surprise(std::span<const float> logits, TokenId token)
{
    CHECK(token >= 0 && token < int64_t(logits.size()));
    return logSum(logits) - double(logits[size_t(token)]);
}

void Perplexity::add(double surprise)
{
    ++m_tokens;
    m_sum += surprise;
    m_squares += surprise * surprise;
}

double Perplexity::meanSurprise() const
{
    return m_tokens > 0 ? m_sum / double(m_tokens) : 0;
}

double Perplexity::standardError() const
{
    return errorOfMean(m_sum, m_squares, m_tokens);
}

double Perplexity::value() const
{
    return std::exp(meanSurprise());
}

void Divergence::add(std::span<const float> baseLogits, std::span<const float> logits)
{
    CHECK(baseLogits.size() == logits.size() && !logits.empty());
    const double baseSum = logSum(baseLogits), sum = logSum(logits);
    double divergence = 0;
    for (size_t id = 0; id < logits.size(); ++id) {
        const double base = double(baseLogits[id]) - baseSum;
        divergence += std::exp(base) * (base - (double(logits[id]) - sum));
    }
    m_values.push_back(divergence);
    m_same += std::ranges::max_element(baseLogits) - baseLogits.begin()
        == std::ranges::max_element(logits) - logits.begin();
}

double Divergence::mean() const
{
    double sum = 0;
    for (const double value : m_values)
        sum += value;
    return m_values.empty() ? 0 : sum / double(m_values.size());
}

double Divergence::standardError() const
{
    double sum = 0, squares = 0;
    for (const double value : m_values) {
        sum += value;
        squares += value * value;
    }
    return errorOfMean(sum, squares, tokens());
}

double Divergence::quantile(double share) const
{
    if (m_values.empty())
        return 0;
    std::vector<double> sorted = m_values;
    std::ranges::sort(sorted);
    const double place = share * double(sorted.size() - 1);
    const auto below = size_t(place);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

double Divergence::sameTop() const
{
    return m_values.empty() ? 0 : double(m_same) / double(m_values.size());
}

} // namespace engine
