#pragma once

#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_encoder.h"

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

/// The side of a library that is asked. Belongs to one thread; another may write to the store
/// meanwhile.
class DocumentQuestions {
public:
    explicit DocumentQuestions(const QString& store);

    void setStore(const QString& store); ///< another one from now on

    /// Compares what questions mean, too, by this embedding model, once the store has vectors of it;
    /// empty: words alone. Throws what PassageEncoder throws; then there is none.
    void setEmbedding(const QString& model);

    /// Leaves out files at or below `hidden` and, unless `within` is empty, files that are not at
    /// or below it. Finds nothing if there is no store. Throws what the store throws, also once
    /// `isInterrupted` returns true; see DocumentIndex::setInterrupt().
    Found find(const QString& question, int count, const QStringList& hidden,
        const QStringList& within = {}, const std::function<bool()>& isInterrupted = {});

private:
    PassageEncoder* usableEncoder();

    QString m_store;
    std::unique_ptr<DocumentIndex> m_index; // null: not opened yet
    std::unique_ptr<PassageEncoder> m_encoder; // null: words alone
    std::vector<float> m_mark; // of the encoder
};

} // namespace services
