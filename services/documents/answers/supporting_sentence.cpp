#include "services/documents/answers/supporting_sentence.h"

#include "services/documents/answers/citations.h"
#include "services/documents/answers/fact_check.h"
#include "services/documents/index/search_terms.h"

#include <algorithm>
#include <map>
#include <set>

namespace services {

namespace {

constexpr size_t maxSentences = 200; // of a passage
constexpr size_t maxChecked = 6; // that a checker reads: the best ones by their words
constexpr double minShare = 0.4; // of what the passage has of a statement
constexpr double maxOfNext = 0.75; // of the best share, that the next one may have
constexpr double minScore = 0.5; // of a checker
constexpr double minScoreAhead = 0.2; // of the best one

using Terms = std::set<std::string>;

Terms termsOf(std::string_view text, Language language)
{
    Terms terms;
    for (std::string& term : toSearchTerms(text, TermsOf::Text, language))
        if (!isFunctionWord(term) && !isFunctionWordIn(language, term))
            terms.insert(std::move(term));
    return terms;
}

// A passage and its sentences, read once for all statements.
class ReadPassage {
public:
    explicit ReadPassage(std::string_view passage)
        : m_language(detectLanguage(passage))
        , m_sentences(splitSentences(passage))
        , m_facts({&passage, 1})
    {
        if (m_sentences.size() < 2 || m_sentences.size() > maxSentences)
            m_sentences.clear();
        for (const ByteRange& sentence : m_sentences) {
            const std::string_view text = passage.substr(sentence.from, sentence.size());
            m_factsOf.emplace_back(std::span(&text, 1));
            m_terms.push_back(termsOf(text, m_language));
            for (const std::string& term : m_terms.back())
                ++m_sentencesWith[term];
        }
    }

    /// Empty if there is nothing to choose from.
    const std::vector<ByteRange>& sentences() const { return m_sentences; }

    // How much of what the passage has of a statement each of its sentences has, 0 … 1: words by how
    // rare they are in the passage, and facts.
    std::vector<double> sharesOf(std::string_view statement) const
    {
        const auto count = int64_t(m_sentences.size());
        std::vector<double> shares(m_sentences.size());
        double total = 0;
        const auto add = [&](double weight, const auto& isIn) {
            total += weight;
            for (size_t sentence = 0; sentence < shares.size(); ++sentence)
                if (isIn(sentence))
                    shares[sentence] += weight;
        };
        for (const std::string& term : termsOf(statement, m_language))
            if (const auto with = m_sentencesWith.find(term); with != m_sentencesWith.end())
                add(computeRarity(count, with->second),
                    [&](size_t sentence) { return m_terms[sentence].contains(term); });

        const Terms lacking = missingOf(m_facts, statement);
        Terms facts = missingOf(PassageFacts(std::span<const std::string_view>()), statement);
        std::erase_if(facts, [&](const std::string& fact) { return lacking.contains(fact); });
        std::vector<Terms> missing;
        for (const PassageFacts& sentence : m_factsOf)
            missing.push_back(facts.empty() ? facts : missingOf(sentence, statement));
        for (const std::string& fact : facts)
            add(computeRarity(count, 1),
                [&](size_t sentence) { return !missing[sentence].contains(fact); });
        for (double& share : shares)
            share = total > 0 ? share / total : 0;
        return shares;
    }

private:
    static Terms missingOf(const PassageFacts& facts, std::string_view statement)
    {
        const std::vector<std::string> missing = facts.missing(statement);
        return {missing.begin(), missing.end()};
    }

    Language m_language;
    std::vector<ByteRange> m_sentences;
    PassageFacts m_facts;
    std::vector<PassageFacts> m_factsOf; // each sentence
    std::vector<Terms> m_terms;
    std::map<std::string, int64_t> m_sentencesWith; // a term
};

// The indices of the sentences, the best one first.
std::vector<size_t> orderOf(const std::vector<double>& scores)
{
    std::vector<size_t> order(scores.size());
    for (size_t index = 0; index < order.size(); ++index)
        order[index] = index;
    std::ranges::stable_sort(
        order, std::ranges::greater(), [&](size_t index) { return scores[index]; });
    return order;
}

std::optional<ByteRange> findIn(const ReadPassage& read, std::string_view statement,
    std::string_view passage, StatementChecker* checker)
{
    const std::vector<ByteRange>& sentences = read.sentences();
    if (sentences.empty())
        return std::nullopt;
    const std::vector<double> shares = read.sharesOf(statement);
    const std::vector<size_t> order = orderOf(shares);
    if (checker) {
        std::vector<double> scores;
        for (size_t rank = 0; rank < std::min(maxChecked, order.size()); ++rank) {
            const ByteRange& sentence = sentences[order[rank]];
            scores.push_back(
                checker
                    ->check(std::string(passage.substr(sentence.from, sentence.size())),
                        std::string(statement))
                    .score);
        }
        const std::vector<size_t> best = orderOf(scores);
        const double score = scores[best[0]];
        if (score >= minScore && score - scores[best[1]] >= minScoreAhead)
            return sentences[order[best[0]]];
    }
    const double best = shares[order[0]];
    if (best < minShare || shares[order[1]] > maxOfNext * best)
        return std::nullopt;
    return sentences[order[0]];
}

} // namespace

std::optional<ByteRange> findSupportingSentence(
    std::string_view statement, std::string_view passage, StatementChecker* checker)
{
    return findIn(ReadPassage(passage), statement, passage, checker);
}

std::vector<ByteRange> findSupportingSentences(
    std::span<const std::string> statements, std::string_view passage, StatementChecker* checker)
{
    const ReadPassage read(passage);
    std::vector<ByteRange> sentences;
    for (const std::string& statement : statements)
        if (const auto sentence = findIn(read, statement, passage, checker))
            sentences.push_back(*sentence);
    std::ranges::sort(sentences, {}, &ByteRange::from);
    const auto twice = std::ranges::unique(sentences);
    sentences.erase(twice.begin(), twice.end());
    return sentences;
}

std::optional<ByteRange> findPart(
    const Document& document, std::string_view passage, ByteRange found, ByteRange part)
{
    if (found.from > found.to || found.to > document.text.size())
        return std::nullopt;
    Document present;
    present.text = document.text.substr(found.from, found.size());
    const auto at = findPassage(present, passage.substr(part.from, part.size()), part);
    if (!at)
        return std::nullopt;
    return ByteRange{found.from + at->from, found.from + at->to};
}

} // namespace services
