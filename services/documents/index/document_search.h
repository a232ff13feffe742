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

/// Finds the passages of a store that answer questions. Belongs to the store's thread.
class DocumentSearch {
public:
    /// A question whose best hit has a lower score is answered by nothing in the documents, as far
    /// as can be told.
    static constexpr double threshold = 0.5;

    /// The store must outlive the search.
    explicit DocumentSearch(DocumentIndex& index);

    /// The best passages for a question in any words, the best first; at most `count`. Throws what
    /// the store throws.
    std::vector<DocumentHit> find(const QString& question, int count);

private:
    DocumentIndex& m_index;
};

/// Whether hits answer their question.
bool isAnswered(const std::vector<DocumentHit>& hits);

} // namespace services
