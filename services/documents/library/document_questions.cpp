#include "services/documents/library/document_questions.h"

#include "services/documents/index/document_index.h"
#include "services/documents/library/library_index.h"

#include <algorithm>

namespace services {

namespace {

constexpr int mostLookedAt = 100; // a search ranks no more

} // namespace

DocumentQuestions::DocumentQuestions(const QString& store)
    : m_store(store)
{
}

void DocumentQuestions::setStore(const QString& store)
{
    m_index.reset();
    m_store = store;
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

Found DocumentQuestions::find(const QString& question, int count, const QStringList& hidden,
    const QStringList& within, const std::function<bool()>& isInterrupted)
{
    if (!m_index && !isDocumentIndexThere(m_store))
        return {};
    if (!m_index)
        m_index = openDocumentIndex(m_store);
    m_index->setInterrupt(isInterrupted);
    const auto isLeftOut = [&hidden, &within](const DocumentHit& hit) {
        const auto holds = [&hit](const QString& path) { return isAtOrBelow(hit.file, path); };
        return std::ranges::any_of(hidden, holds)
            || (!within.isEmpty() && std::ranges::none_of(within, holds));
    };
    // What is left out takes places, so that more are looked at until there are enough.
    Found found;
    for (int most = count;; most *= 4) {
        found.hits = DocumentSearch(*m_index, usableEncoder()).find(question, most);
        const bool areAll = found.hits.size() < size_t(most) || most > mostLookedAt;
        std::erase_if(found.hits, isLeftOut);
        if (areAll || found.hits.size() >= size_t(count))
            break;
    }
    found.hits.resize(std::min(found.hits.size(), size_t(count)));
    found.isAnswered = isAnswered(found.hits);
    return found;
}

} // namespace services
