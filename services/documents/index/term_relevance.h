#pragma once

#include "services/documents/index/document_index.h"

#include <string>
#include <vector>

namespace services {

/// How well texts carry the terms of a question: BM25 (Robertson and Zaragoza, 2009) over a passage
/// and its heading, as a share of what a text could reach in which every term stands often. So it is
/// comparable between questions: a term that no passage has weighs most and is carried by none.
class TermRelevance {
public:
    /// `terms` without repetitions, and how usual each is.
    TermRelevance(std::vector<std::string> terms, const TermStatistics& statistics);

    double of(const TermMatch& match) const; ///< 0 … 1

private:
    std::vector<std::string> m_terms;
    std::vector<double> m_weights; // of the terms; together 1
};

} // namespace services
