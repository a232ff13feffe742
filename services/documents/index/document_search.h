#pragma once

#include "services/documents/index/document_index.h"

#include <QString>

#include <vector>

namespace services {

/// A passage that may answer a question.
struct DocumentHit {
    FoundPassage found;
    double score = 0; ///< 0 … 1, comparable between questions; see DocumentSearch::threshold
};

class PassageEncoder;
class TermRelevance;

/// Finds the passages of a store that answer questions: by their words and, with an encoder, by what
/// they mean. Belongs to the store's thread.
class DocumentSearch {
public:
    /// A question whose best hit has a lower score is answered by nothing in the documents. One question
    /// in ten that has an answer falls below; of those that have none, but speak of what the documents
    /// speak of, between three and four in ten do with an encoder and two without: that a passage is about the same does
    /// not mean that it answers.
    static constexpr double threshold = 0.5;

    /// Store and encoder must outlive the search. The encoder must be of the model whose vectors the
    /// store has; null: questions are compared by words alone.
    explicit DocumentSearch(DocumentIndex& index, PassageEncoder* encoder = nullptr);

    /// The best passages for a question in any words, the best first; at most `count`. Throws what
    /// the store throws.
    std::vector<DocumentHit> find(const QString& question, int count);

private:
    struct Ranked {
        PassageNumber passage = 0;
        double score = 0;
    };
    std::vector<Ranked> rankedByWords(
        const TermRelevance& relevance, const std::vector<TermMatch>& matches) const;
    std::vector<Ranked> rankedByMeaning(
        const TermRelevance& relevance, std::vector<TermMatch> matches, const QString& question);
    void checkAnswer(std::vector<DocumentHit>& hits, const QString& question);

    DocumentIndex& m_index;
    PassageEncoder* m_encoder;
};

/// Whether hits answer their question.
bool isAnswered(const std::vector<DocumentHit>& hits);

} // namespace services
