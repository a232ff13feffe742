#include "services/documents/index/document_search.h"

#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/passage_reranker.h"
#include "services/documents/index/search_terms.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <numeric>

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

namespace {

// What a passage loses of its logit. On questions of tests/benchmarks/documents neither moves a right
// passage down.
constexpr double contentsPenalty = 2, numberPenalty = 0.3;

// What a passage loses for each better one of its document if meanings are compared: passages about
// the same thing are close to each other, and a long document would leave no places to others. One in a
// hundred of the same questions finds its passage among twenty by that. Words alone find less so.
constexpr double crowdingPenalty = 0.04;

constexpr int minRanked = 60; // hits whose text is looked at

// True if an answer must have a number, a date or a time: "how many", "wann".
bool asksForNumber(const QString& question)
{
    static const QRegularExpression asking(
        QStringLiteral(
            "\\b(how (many|much|long|old|far|big|large|often|fast|high|tall|wide|late|early|heavy|"
            "deep)|what (time|year|date|number|price|percentage)|when (is|are|was|were|do|does|did|"
            "will|can)|default (value|port|size|number)|wie ?viele?|wie (lange|oft|hoch|groß|weit|"
            "alt|schwer|teuer|tief|schnell)|wann|combien|quand|cu[aá]nt[oa]s?|cu[aá]ndo)\\b"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return asking.match(question).hasMatch();
}

bool hasNumber(const QString& text)
{
    static const QRegularExpression number(
        QStringLiteral(
            "\\d|\\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|"
            "(twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|once|twice|half|daily|"
            "weekly|monthly|yearly|always|never|\\w+days?|null|eine?r?|zwei|drei|vier|fünf|sechs|"
            "sieben|acht|neun|zehn|elf|zwölf|\\w+zehn|\\w+zig|\\w*hundert|\\w*tausend|halbe?\\w*|"
            "\\w*mal|\\w*lich|\\w+tags?|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|"
            "douze|"
            "vingt|trente|cent|mille|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|"
            "doce|veinte|treinta|ciento?|mil)\\b|[一二三四五六七八九十百千万零两]"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return number.match(text).hasMatch();
}

// The share of lines that are not before the line `lag` lines above them.
template <typename Key>
double orderedShare(const std::vector<Key>& keys, size_t lag)
{
    size_t ordered = 0;
    for (size_t line = lag; line < keys.size(); ++line)
        ordered += keys[line - lag] <= keys[line] ? 1 : 0;
    return keys.size() > lag ? double(ordered) / double(keys.size() - lag) : 0;
}

void sortByScore(std::vector<DocumentHit>& hits)
{
    std::ranges::stable_sort(hits, std::ranges::greater(), &DocumentHit::score);
}

// Hits must be in their order.
void spreadOverFiles(std::vector<DocumentHit>& hits)
{
    QHash<QString, int> better;
    for (DocumentHit& hit : hits) {
        const int before = better[hit.file]++;
        if (before > 0)
            hit.score = logistic(logit(hit.score) - before * crowdingPenalty);
    }
    sortByScore(hits);
}

// Sets the mean to 0 and the standard deviation to 1.
void standardize(std::vector<double>& values)
{
    const auto count = double(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (double& value : values) {
        value -= mean;
        squares += value * value;
    }
    for (double& value : values)
        value /= std::max(std::sqrt(squares / count), 1e-9);
}

} // namespace

bool listsPages(std::string_view text)
{
    static const QRegularExpression entry(
        QStringLiteral("^(?=.*\\p{L}).*[^\\d.,:]?[\\s.,…]+(\\d{1,4})$"));
    static const QRegularExpression between(QStringLiteral("\\s*(\\n|\\s\\|\\s)\\s*"));
    constexpr size_t minEntries = 4;
    std::vector<QString> names;
    std::vector<int> pages;
    qsizetype lines = 0;
    for (const QString& line :
        QString::fromUtf8(text.data(), qsizetype(text.size())).split(between, Qt::SkipEmptyParts)) {
        lines += line.size() > 1 ? 1 : 0; // a letter of the alphabet is a heading of an index
        if (const auto match = entry.match(line.trimmed()); match.hasMatch()) {
            names.push_back(line.toCaseFolded());
            pages.push_back(match.capturedView(1).toInt());
        }
    }
    if (names.size() < minEntries || qsizetype(names.size()) * 10 < lines * 6)
        return false;
    // In two columns that are read as one, every other line is in order.
    return std::max({orderedShare(pages, 1), orderedShare(names, 1), orderedShare(names, 2)})
        >= 0.8;
}

DocumentSearch::DocumentSearch(
    DocumentIndex& index, PassageEncoder* encoder, PassageReranker* reranker)
    : m_index(index)
    , m_encoder(encoder)
    , m_reranker(reranker)
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

std::vector<DocumentHit> DocumentSearch::find(const QString& question, int count,
    const std::function<bool()>& isInterrupted,
    const std::function<bool(const DocumentHit&)>& isLeftOut)
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
    const int looked = std::max({count, minRanked, m_reranker ? m_reranker->hits() : 0});
    std::vector<DocumentHit> hits = loadBest(ranked, size_t(looked), isLeftOut);
    const bool isNumber = asksForNumber(question);
    for (DocumentHit& hit : hits) {
        const std::string& text = hit.passage.text;
        double penalty = listsPages(text) ? contentsPenalty : 0;
        if (isNumber && !hasNumber(QString::fromStdString(text)))
            penalty += numberPenalty;
        if (penalty > 0)
            hit.score = logistic(logit(hit.score) - penalty);
    }
    sortByScore(hits);
    if (m_encoder && !hits.empty()) {
        spreadOverFiles(hits);
        checkAnswer(hits, question);
    }
    if (m_reranker)
        rerank(hits, question, isInterrupted);
    hits.resize(std::min(hits.size(), size_t(count)));
    return hits;
}

std::vector<DocumentHit> DocumentSearch::loadBest(std::span<const Ranked> ranked, size_t count,
    const std::function<bool(const DocumentHit&)>& isLeftOut)
{
    std::vector<DocumentHit> hits;
    while (hits.size() < count && !ranked.empty()) {
        const size_t next = std::min(count, ranked.size());
        std::vector<DocumentHit> loaded = load(ranked.first(next));
        if (isLeftOut)
            std::erase_if(loaded, isLeftOut);
        std::ranges::move(loaded, std::back_inserter(hits));
        ranked = ranked.subspan(next);
    }
    hits.resize(std::min(hits.size(), count));
    return hits;
}

std::vector<DocumentHit> DocumentSearch::load(std::span<const Ranked> ranked)
{
    std::vector<PassageNumber> numbers;
    for (const Ranked& each : ranked)
        numbers.push_back(each.passage);
    std::vector<DocumentHit> hits = m_index.passages(numbers);
    if (hits.size() == ranked.size()) {
        for (size_t hit = 0; hit < hits.size(); ++hit)
            hits[hit].score = ranked[hit].score;
        return hits;
    }
    hits.clear(); // some are gone meanwhile
    for (const Ranked& each : ranked)
        for (DocumentHit& hit : m_index.passages({each.passage})) {
            hit.score = each.score;
            hits.push_back(std::move(hit));
        }
    return hits;
}

// Puts the first hits in the order of the sum of both logits, each standardized first. The scores stay
// what they were: the reranker doesn't decide whether the best hit answers.
void DocumentSearch::rerank(std::vector<DocumentHit>& hits, const QString& question,
    const std::function<bool()>& isInterrupted)
{
    const size_t count = std::min(hits.size(), size_t(m_reranker->hits()));
    if (count == 0)
        return;
    std::vector<PassageText> passages;
    std::vector<double> before, scores;
    for (const DocumentHit& hit : std::span(hits).first(count)) {
        passages.push_back({0, hit.passage.heading, hit.passage.text});
        before.push_back(logit(hit.score));
        scores.push_back(hit.score);
    }
    std::vector<double> read = m_reranker->score(question.toStdString(), passages, isInterrupted);
    std::vector<DocumentHit> best(hits.begin(), hits.begin() + ptrdiff_t(count));
    standardize(before);
    standardize(read);
    for (size_t hit = 0; hit < count; ++hit)
        best[hit].score = before[hit] + read[hit];
    sortByScore(best);
    std::ranges::sort(scores, std::ranges::greater());
    for (size_t hit = 0; hit < count; ++hit)
        best[hit].score = scores[hit];
    std::ranges::move(best, hits.begin());
    for (size_t hit = count; hit < hits.size(); ++hit)
        hits[hit].score = std::min(hits[hit].score, hits[count - 1].score);
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

bool isAnswered(const std::vector<DocumentHit>& hits, double threshold)
{
    return !hits.empty() && hits.front().score >= threshold;
}

void judgeHits(std::vector<DocumentHit>& hits, const QString& question, PassageJudge& judge)
{
    std::vector<PassageText> passages;
    for (const DocumentHit& hit : hits)
        passages.push_back({0, hit.passage.heading, hit.passage.text});
    const std::vector<double> judged = judge.judge(question.toStdString(), passages);
    for (size_t hit = 0; hit < hits.size(); ++hit)
        hits[hit].score = scoreByBoth(hits[hit].score, judged[hit]);
    sortByScore(hits);
}

} // namespace services
