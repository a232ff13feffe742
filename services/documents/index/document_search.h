#pragma once

#include "services/documents/index/document_index.h"

#include <QString>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

class PassageEncoder;
class PassageReranker;
class TermRelevance;

/// How sure it is that a passage answers a question, 0 … 1, by its words alone (TermRelevance).
double scoreByWords(double relevance);

/// The same by words and by meaning, PassageEncoder::relative(). It chooses among passages.
double scoreByMeaning(double relevance, double similarity);

/// How sure it is that the best passage of all answers a question, PassageEncoder::sharedMeaning().
double scoreBySharedMeaning(double shared);

/// A score, and how sure a judge is that the passage answers, weighed alike.
double scoreByBoth(double score, double judged);

/// Finds the passages of a store that answer questions: by their words and, with an encoder, by what
/// they mean. Belongs to the store's thread.
class DocumentSearch {
public:
    /// A question whose best hit has a score below a threshold is answered by nothing in the documents;
    /// this one is used unless the user sets another. One question in ten that has an answer falls below;
    /// of those that have none, but speak of what the documents
    /// speak of, between three and four in ten do with an encoder and two without: that a passage is about the same does
    /// not mean that it answers.
    static constexpr double defaultThreshold = 0.5;

    /// All of them must outlive the search. The encoder must be of the model whose vectors the store
    /// has; null: questions are compared by words alone. The reranker reads the best hits; null: none
    /// does.
    explicit DocumentSearch(DocumentIndex& index, PassageEncoder* encoder = nullptr,
        PassageReranker* reranker = nullptr);

    /// The best passages for a question in any words, the best first; at most `count`. Contents pages
    /// and indexes, which repeat the words of what they list, and passages without a number, if the
    /// question asks for one, come later; with an encoder, so do many passages of one document. Throws
    /// what the store throws, and Error{Cancelled} if `isInterrupted` returns true while hits are
    /// re-ranked. Hits for which `isLeftOut` returns true take no places and are not compared with the
    /// question; null: none are.
    std::vector<DocumentHit> find(const QString& question, int count,
        const std::function<bool()>& isInterrupted = {},
        const std::function<bool(const DocumentHit&)>& isLeftOut = {});

private:
    struct Ranked {
        PassageNumber passage = 0;
        double score = 0;
    };
    std::vector<Ranked> rankedByWords(
        const TermRelevance& relevance, const std::vector<PassageText>& matches) const;
    std::vector<Ranked> rankedByMeaning(
        const TermRelevance& relevance, std::vector<PassageText> matches, const QString& question);
    std::vector<DocumentHit> load(std::span<const Ranked> ranked);
    std::vector<DocumentHit> loadBest(std::span<const Ranked> ranked, size_t count,
        const std::function<bool(const DocumentHit&)>& isLeftOut);
    void checkAnswer(std::vector<DocumentHit>& hits, const QString& question);
    void rerank(std::vector<DocumentHit>& hits, const QString& question,
        const std::function<bool()>& isInterrupted);

    DocumentIndex& m_index;
    PassageEncoder* m_encoder;
    PassageReranker* m_reranker;
};

/// True if a text is a part of a table of contents or of an index: most of its lines end with the
/// number of a page, and they are in the order of the pages or of the alphabet.
bool listsPages(std::string_view text);

/// True if hits answer their question: the best one reaches the threshold.
bool isAnswered(const std::vector<DocumentHit>& hits, double threshold);

/// Something that reads: a language model, or one that was made to rank passages.
class PassageJudge {
public:
    virtual ~PassageJudge() = default;

    /// How sure it is that each of the passages answers the question, 0 … 1; one half: it cannot tell.
    virtual std::vector<double> judge(
        const std::string& question, std::span<const PassageText> passages)
        = 0;
};

/// The number of hits that a judge should be given: so many that the right one is among them, and
/// so few that the user waits for them.
constexpr int judgedHits = 10;

/// Scores hits by what they had and by what a judge thinks of them, and puts the best first. Throws
/// what the judge throws.
void judgeHits(std::vector<DocumentHit>& hits, const QString& question, PassageJudge& judge);

} // namespace services
