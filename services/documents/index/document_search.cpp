#include "services/documents/index/document_search.h"

#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/search_terms.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

double logistic(double value)
{
    return 1 / (1 + std::exp(-value));
}

// The logit of a share, which is kept away from 0 and 1.
double logit(double share)
{
    constexpr double least = 1e-4;
    const double clamped = std::clamp(share, least, 1 - least);
    return std::log(clamped / (1 - clamped));
}

} // namespace

// Fitted to the questions of tests/benchmarks/documents: of those that have an answer, nine in ten reach
// one half with their best passage.
double scoreByWords(double relevance)
{
    return logistic(8 * (relevance - 0.22));
}

double scoreByMeaning(double relevance, double similarity)
{
    return logistic(4.5 * (relevance + similarity - 0.58));
}

double scoreBySharedMeaning(double shared)
{
    return logistic(10 * (shared - 0.45));
}

double scoreByBoth(double score, double judged)
{
    return logistic((logit(score) + logit(judged)) / 2);
}

namespace {

constexpr int lookedAt = 100; // candidates by words, and as many by meaning

// The forms of all words, in order.
std::vector<std::string> collectForms(const std::vector<SearchWord>& words)
{
    std::vector<std::string> forms;
    for (const SearchWord& word : words)
        forms.insert(forms.end(), word.forms.begin(), word.forms.end());
    return forms;
}

// Those that say what the question is about; all, if there are no others.
std::vector<SearchWord> decidingWords(std::vector<SearchWord> words)
{
    if (!std::ranges::all_of(words, &SearchWord::isFunctionWord))
        std::erase_if(words, [](const SearchWord& word) { return word.isFunctionWord; });
    return words;
}

template <typename Match>
std::vector<PassageNumber> collectNumbers(const std::vector<Match>& matches)
{
    std::vector<PassageNumber> numbers;
    for (const Match& match : matches)
        numbers.push_back(match.passage);
    return numbers;
}

// The matches of `others` that `matches` lacks.
std::vector<PassageNumber> missingIn(
    const std::vector<PassageText>& matches, const std::vector<VectorMatch>& others)
{
    std::vector<PassageNumber> numbers = collectNumbers(others);
    std::erase_if(numbers, [&matches](PassageNumber number) {
        return std::ranges::find(matches, number, &PassageText::passage) != matches.end();
    });
    return numbers;
}

} // namespace

DocumentSearch::DocumentSearch(DocumentIndex& index, PassageEncoder* encoder)
    : m_index(index)
    , m_encoder(encoder)
{
}

std::vector<DocumentSearch::Ranked> DocumentSearch::rankedByWords(
    const TermRelevance& relevance, const std::vector<PassageText>& matches) const
{
    std::vector<Ranked> ranked;
    for (const PassageText& match : matches)
        ranked.push_back({match.passage, scoreByWords(relevance.of(match))});
    return ranked;
}

// Each half finds candidates, and every candidate is looked at by both.
std::vector<DocumentSearch::Ranked> DocumentSearch::rankedByMeaning(
    const TermRelevance& relevance, std::vector<PassageText> matches, const QString& question)
{
    const std::vector<float> vector = m_encoder->ofQuestion(question.toStdString());
    const auto close = m_index.findVectors(vector, lookedAt, collectNumbers(matches));
    std::ranges::move(m_index.termsOf(missingIn(matches, close)), std::back_inserter(matches));
    std::vector<Ranked> ranked;
    for (const PassageText& match : matches) {
        const auto found = std::ranges::find(close, match.passage, &VectorMatch::passage);
        const double words = relevance.of(match);
        ranked.push_back({match.passage,
            found == close.end() ? scoreByWords(words)
                                 : scoreByMeaning(words, m_encoder->relative(found->similarity))});
    }
    return ranked;
}

std::vector<DocumentHit> DocumentSearch::find(const QString& question, int count)
{
    const std::vector<SearchWord> words = toSearchWords(question.toStdString());
    if (words.empty())
        return {};
    const TermRelevance relevance(words, m_index.statistics(collectForms(words)));
    std::vector<PassageText> matches
        = m_index.findTerms(collectForms(decidingWords(words)), lookedAt);
    std::vector<Ranked> ranked = m_encoder
        ? rankedByMeaning(relevance, std::move(matches), question)
        : rankedByWords(relevance, matches);
    std::ranges::sort(ranked, [](const Ranked& left, const Ranked& right) {
        return std::pair(-left.score, left.passage) < std::pair(-right.score, right.passage);
    });
    ranked.resize(std::min(ranked.size(), size_t(count)));

    std::vector<DocumentHit> hits;
    for (const Ranked& each : ranked)
        for (DocumentHit& hit : m_index.passages({each.passage})) {
            hit.score = each.score;
            hits.push_back(std::move(hit));
        }
    if (m_encoder && !hits.empty())
        checkAnswer(hits, question);
    return hits;
}

// A passage about the same subject need not answer the question. So the best one is compared word
// by word; the others keep their distance to it.
void DocumentSearch::checkAnswer(std::vector<DocumentHit>& hits, const QString& question)
{
    const Passage& best = hits.front().passage;
    const double score = scoreBySharedMeaning(
        m_encoder->sharedMeaning(question.toStdString(), {0, best.heading, best.text}));
    const double share = score / std::max(hits.front().score, 1e-9);
    for (DocumentHit& hit : hits)
        hit.score *= share;
}

bool isAnswered(const std::vector<DocumentHit>& hits)
{
    return !hits.empty() && hits.front().score >= DocumentSearch::threshold;
}

void judgeHits(std::vector<DocumentHit>& hits, const QString& question, PassageJudge& judge)
{
    std::vector<PassageText> passages;
    for (const DocumentHit& hit : hits)
        passages.push_back({0, hit.passage.heading, hit.passage.text});
    const std::vector<double> judged = judge.judge(question.toStdString(), passages);
    for (size_t hit = 0; hit < hits.size(); ++hit)
        hits[hit].score = scoreByBoth(hits[hit].score, judged[hit]);
    std::ranges::stable_sort(hits, std::ranges::greater(), &DocumentHit::score);
}

} // namespace services
