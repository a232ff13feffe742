#include "services/documents/index/term_relevance.h"

#include "services/documents/index/function_words.h"

#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace services {

namespace {

constexpr double saturation = 1.2; // k1: so many occurrences weigh half as much as any number
constexpr double lengthShare = 0.5; // b: how much longer texts need more occurrences
constexpr double usualLength = 150; // terms
constexpr double functionWordShare = 0.1; // of the weight of other words
constexpr double headingWeight = 2; // occurrences that one in the heading stands for

using Counts = std::unordered_map<std::string_view, double>;

// Returns how many terms there are.
size_t addTo(Counts& counts, std::string_view terms, double weight)
{
    size_t length = 0;
    while (!terms.empty()) {
        const size_t end = std::min(terms.find(' '), terms.size());
        counts[terms.substr(0, end)] += weight;
        terms.remove_prefix(std::min(end + 1, terms.size()));
        ++length;
    }
    return length;
}

} // namespace

TermRelevance::TermRelevance(std::vector<std::string> terms, const TermStatistics& statistics)
    : m_terms(std::move(terms))
{
    const auto all = double(statistics.passages);
    for (size_t term = 0; term < m_terms.size(); ++term) {
        const auto with = double(statistics.with[term]);
        const double rarity = std::log1p((all - with + 0.5) / (with + 0.5));
        m_weights.push_back(rarity * (isFunctionWord(m_terms[term]) ? functionWordShare : 1));
    }
    const double sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    for (double& weight : m_weights)
        weight /= std::max(sum, 1e-9);
}

double TermRelevance::of(const TermMatch& match) const
{
    Counts counts;
    addTo(counts, match.heading, headingWeight);
    const auto length = double(addTo(counts, match.text, 1));
    const double half = saturation * (1 - lengthShare + lengthShare * length / usualLength);
    double relevance = 0;
    for (size_t term = 0; term < m_terms.size(); ++term) {
        const auto found = counts.find(m_terms[term]);
        if (found != counts.end())
            relevance += m_weights[term] * found->second / (found->second + half);
    }
    return relevance;
}

} // namespace services
