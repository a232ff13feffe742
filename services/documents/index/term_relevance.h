#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/search_terms.h"

#include <vector>

namespace services {

/// What a term weighs that so many of all passages have.
double rarityOf(int64_t passages, int64_t with);

/// How well texts carry the words of a question: BM25 (Robertson and Zaragoza, 2009) over a passage
/// and its heading, as a share of what a text could reach in which every word stands often. So it is
/// comparable between questions: a word that no passage has weighs most and is carried by none.
class TermRelevance {
public:
    /// The words of a question, and how usual their forms are, those of each word in turn.
    TermRelevance(std::vector<SearchWord> words, const TermStatistics& statistics);

    double of(const TermMatch& match) const; ///< 0 … 1

private:
    std::vector<SearchWord> m_words;
    std::vector<double> m_weights; // of the words; together 1
};

} // namespace services
