#pragma once

#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/passage_reranker.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace services {

/// What documents say to a question.
struct Found {
    std::vector<DocumentHit> hits; ///< the best first
    bool isAnswered = false; ///< false: nothing in the documents answers the question
    QString error; ///< why it could not be searched for; empty: it was
};

/// A page of what was read of a file; of a file without pages, a part that is about as long.
struct FilePart {
    std::vector<Passage> passages; ///< in their order
    int part = 0, parts = 0; ///< the first is 1
    bool hasPages = false;
    QString error; ///< why it could not be read; empty: it was
};

/// The side of a library that is asked. Belongs to one thread; another may write to the store
/// meanwhile.
class DocumentQuestions {
public:
    explicit DocumentQuestions(const QString& store);

    void setStore(const QString& store); ///< another one from now on

    /// Compares what questions mean, too, by this embedding model, once the store has vectors of it;
    /// empty: words alone. Throws what PassageEncoder throws; then there is none.
    void setEmbedding(const QString& model);
    void setEncoder(
        std::unique_ptr<PassageEncoder> encoder); ///< does so with a loaded one; or null

    /// Lets this reranker read the best hits; empty: none. Throws what PassageReranker throws; then
    /// there is none.
    void setReranker(const QString& model);
    void setReranker(
        std::unique_ptr<PassageReranker> reranker); ///< does so with a loaded one; or null

    /// Sets the score that the best hit must reach to answer its question, 0 … 1.
    void setThreshold(double threshold) { m_threshold = threshold; }

    /// Leaves out files at or below these paths from now on.
    void setHidden(const QStringList& paths) { m_hidden = paths; }

    /// Leaves out what is hidden, and files that are not at or below `within` unless that is empty.
    /// Finds nothing if there is no store. Throws what the store throws, also once
    /// `isInterrupted` returns true; see DocumentIndex::setInterrupt().
    Found find(const QString& question, int count, const QStringList& within = {},
        const std::function<bool()>& isInterrupted = {});

    /// A part of a file as the store has it; `part` from 1. Throws what the store throws, and
    /// Error{BadRequest} with a message if the store has no such file or the file no such part.
    FilePart readPart(const QString& file, int part);

private:
    bool open(); // false: there is no store
    PassageEncoder* usableEncoder();

    QString m_store;
    QStringList m_hidden;
    double m_threshold = DocumentSearch::defaultThreshold;
    std::unique_ptr<DocumentIndex> m_index; // null: not opened yet
    std::unique_ptr<PassageEncoder> m_encoder; // null: words alone
    std::vector<float> m_mark; // of the encoder
    std::unique_ptr<PassageReranker> m_reranker; // null: none
};

} // namespace services
