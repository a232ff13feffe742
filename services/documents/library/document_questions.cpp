#include "services/documents/library/document_questions.h"

#include "services/documents/index/open_document_index.h"
#include "services/documents/library/library_root.h"

#include <algorithm>

namespace services {

DocumentQuestions::DocumentQuestions(const QString& store)
    : m_store(store)
{
}

void DocumentQuestions::setEmbedding(const QString& model)
{
    m_encoder.reset();
    if (model.isEmpty())
        return;
    m_encoder = std::make_unique<PassageEncoder>(model);
    m_mark = m_encoder->mark();
}

PassageEncoder* DocumentQuestions::usableEncoder()
{
    return m_encoder && isSameModel(m_index->embedding(), m_mark) ? m_encoder.get() : nullptr;
}

Found DocumentQuestions::find(const QString& question, int count, const QStringList& hidden)
{
    if (!m_index && !isDocumentIndexThere(m_store))
        return {};
    if (!m_index)
        m_index = openDocumentIndex(m_store);
    Found found{DocumentSearch(*m_index, usableEncoder()).find(question, count), false, {}};
    std::erase_if(found.hits, [&hidden](const DocumentHit& hit) {
        return std::ranges::any_of(
            hidden, [&hit](const QString& path) { return isAtOrBelow(hit.found.file, path); });
    });
    found.isAnswered = isAnswered(found.hits);
    return found;
}

} // namespace services
