#pragma once

#include "runtime/answer_engine.h"
#include "services/attachments/attachment_loader.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/message.h"
#include "services/documents/index/document_search.h"

#include <QList>
#include <QString>

#include <functional>
#include <stop_token>
#include <vector>

namespace services {

/// What a model is asked that answers from documents. A value; any thread may hold one.
struct DocumentQuestion {
    QString text; ///< of the question
    QString before; ///< the question before it; empty: it is the first
    QList<TextAttachment> documents; ///< of the conversation, in their order, none twice
    QList<TextAttachment> meant; ///< those that "this" means; of `documents`

    /// What the model read before earlier questions, in the order of its numbers, and where the
    /// first of them is in `history`. Empty: nothing that could be cited again.
    QList<Source> earlier;
    size_t earlierMessage = 0;
    std::vector<runtime::RequestMessage> history; ///< before the question
    runtime::AnswerSettings settings; ///< of the answer

    std::vector<DocumentHit> library = {}; ///< what was found in the user's library, the best first
    QString embedding = {}; ///< the model that meanings are compared by; empty: words alone are
    QString reranker = {}; ///< the model that reads the best passages; empty: none
    double threshold = DocumentSearch::defaultThreshold; ///< that the best passage must reach

    bool isByBuiltIn = false; ///< which knows drawings only: the passages themselves are its answer
    bool isModelSmall = false; ///< it gets few passages, which the user reads next to its words
    /// The model reads the best passages and says whether it answers.
    bool isJudged = false;
    bool mayDoWithout = false; ///< there is something else in the question that can be asked about
};

/// What is found for an answer.
struct DocumentAnswer {
    QList<Source> sources = {}; ///< [1] is the first
    /// The parts of the documents that the model does not read; empty: nothing is left out.
    QString note = {};
    QString text = {}; ///< the answer itself; empty: a model is to be asked
};

/// What goes on meanwhile.
struct DocumentAnswerProgress {
    std::function<void(const QString& sentence)> waits; ///< called on any thread
    std::stop_token stop = {};
};

/// Chooses what a model reads of documents to answer a question: all of them, where they take less than
/// three fifths of what is free of its context; else the passages that answer best; and for what is
/// asked of whole documents ("summarise this") notes on all of their parts, which it makes itself.
/// Blocks. Throws what answerTexts() and the index throw.
DocumentAnswer documentAnswer(const DocumentQuestion& question, runtime::AnswerEngine& engine,
    PassageStore& store, const DocumentAnswerProgress& progress);

} // namespace services
