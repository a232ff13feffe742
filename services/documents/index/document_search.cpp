#include "services/documents/index/document_search.h"

#include "services/documents/index/search_terms.h"
#include "services/documents/index/term_relevance.h"

#include <algorithm>

namespace services {

namespace {

constexpr int candidates = 100; // that are looked at more closely

std::vector<std::string> withoutRepetitions(std::vector<std::string> terms)
{
    std::ranges::sort(terms);
    terms.erase(std::ranges::unique(terms).begin(), terms.end());
    return terms;
}

} // namespace

DocumentSearch::DocumentSearch(DocumentIndex& index)
    : m_index(index)
{
}

std::vector<DocumentHit> DocumentSearch::find(const QString& question, int count)
{
    const std::vector<std::string> terms
        = withoutRepetitions(searchTermsOf(question.toStdString(), TermsOf::Question));
    const TermRelevance relevance(terms, m_index.statistics(terms));
    std::vector<std::pair<double, PassageNumber>> ranked;
    for (const TermMatch& match : m_index.findTerms(terms, candidates))
        ranked.emplace_back(-relevance.of(match), match.passage);
    std::ranges::sort(ranked);
    ranked.resize(std::min(ranked.size(), size_t(count)));

    std::vector<DocumentHit> hits;
    for (const auto& [score, passage] : ranked)
        for (FoundPassage& found : m_index.passages({passage}))
            hits.push_back({std::move(found), -score});
    return hits;
}

bool isAnswered(const std::vector<DocumentHit>& hits)
{
    return !hits.empty() && hits.front().score >= DocumentSearch::threshold;
}

} // namespace services
