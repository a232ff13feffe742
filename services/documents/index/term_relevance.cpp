#include "services/documents/index/term_relevance.h"

#include <algorithm>
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

double rarityOf(int64_t passages, int64_t with)
{
    return std::log1p((double(passages - with) + 0.5) / (double(with) + 0.5));
}

TermRelevance::TermRelevance(std::vector<SearchWord> words, const TermStatistics& statistics)
    : m_words(std::move(words))
{
    auto of = statistics.with.begin();
    for (const SearchWord& word : m_words) {
        const auto with = std::accumulate(of, of + ptrdiff_t(word.forms.size()), int64_t(0));
        of += ptrdiff_t(word.forms.size());
        const double rarity = rarityOf(statistics.passages, std::min(with, statistics.passages));
        m_weights.push_back(rarity * (word.isFunctionWord ? functionWordShare : 1));
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
    for (size_t word = 0; word < m_words.size(); ++word) {
        double found = 0;
        for (const std::string& form : m_words[word].forms)
            if (const auto count = counts.find(form); count != counts.end())
                found += count->second;
        relevance += m_weights[word] * found / (found + half);
    }
    return relevance;
}

} // namespace services
