#pragma once

#include "services/documents/answers/answer_batch.h"
#include "services/documents/index/document_search.h"

#include <QList>
#include <QString>

#include <cstdint>
#include <stop_token>

namespace runtime {
class AnswerEngine;
}

namespace services {

class PassageEncoder;
class PassageReranker;

/// Why questions about a file are answered badly.
enum class Weakness {
    None,
    Unread, ///< it could not be read
    LittleText, ///< most of its pages have none
    Scan, ///< it is an image, or its words look as if they were recognized badly
    Table, ///< most of its lines are rows of tables
    NotFound, ///< none of these, and its passages are not found
};

/// A question that was made from a passage.
struct MeasuredQuestion {
    QString text;
    QString file; ///< of the passage
    Passage passage;
    int rank = 0; ///< of the passage among the hits, from 1; 0: it is not among the first 20
    double score = 0; ///< of the best hit
};

/// What became of the questions about a file.
struct MeasuredFile {
    QString file;
    int questions = 0;
    int found = 0; ///< among the first five hits
    Weakness weakness = Weakness::None;
    QString error = {}; ///< why it could not be read
};

/// How well a library answers questions about itself.
struct LibraryMeasure {
    static constexpr int ranks[] = {1, 5, 20};

    QList<MeasuredQuestion> questions;
    bool isByModel = false; ///< a model wrote the questions; scores of rare words say little
    QList<MeasuredFile> weak; ///< the files that are found worst first

    /// The share of the questions whose passage is among the first `rank` hits; 0 without questions.
    double foundWithin(int rank) const;
    /// The share whose best hit has a score below this, so that they would not be answered.
    double refusedAt(double threshold) const;
    /// The highest threshold, in steps of 0.01, at which at most one question in ten is refused.
    double suggestedThreshold() const;
};

struct MeasureWork {
    int questions = 100; ///< as many, or as there are passages
    uint64_t seed = 1; ///< chooses the passages; the same seed gives the same questions
    PassageReranker* reranker = nullptr; ///< reads the best hits; null: none does
    BatchProgress progress = {}; ///< called on the working thread
    std::stop_token stop = {};
};

/// Makes a question from each of some passages, searches for it, and says where the passage is
/// among the hits. `engine` writes the questions; null: they are four of the rarest words of their
/// passage, which are easier to find than what people ask. `encoder` as in DocumentSearch. Blocks. Throws
/// Error{Cancelled}, Error{BadRequest} if there are no passages, and what the store and
/// answerTexts() throw.
LibraryMeasure measureLibrary(DocumentIndex& index, PassageEncoder* encoder,
    runtime::AnswerEngine* engine, const MeasureWork& work = {});

} // namespace services
