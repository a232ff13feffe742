#include "services/documents/library/document_questions.h"

#include "base/error.h"
#include "services/documents/index/document_index.h"
#include "services/documents/library/library_index.h"

#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace services {

namespace {

constexpr size_t passagesOfPart = 5; // about a page

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
    if (!model.isEmpty())
        setEncoder(std::make_unique<PassageEncoder>(model));
}

void DocumentQuestions::setEncoder(std::unique_ptr<PassageEncoder> encoder)
{
    m_encoder = std::move(encoder);
    if (m_encoder)
        m_mark = m_encoder->mark();
}

void DocumentQuestions::setReranker(const QString& model)
{
    m_reranker.reset();
    if (!model.isEmpty())
        m_reranker = std::make_unique<PassageReranker>(model);
}

void DocumentQuestions::setReranker(std::unique_ptr<PassageReranker> reranker)
{
    m_reranker = std::move(reranker);
}

PassageEncoder* DocumentQuestions::usableEncoder()
{
    return m_encoder && isSameModel(m_index->embedding(), m_mark) ? m_encoder.get() : nullptr;
}

bool DocumentQuestions::open()
{
    if (!m_index && isDocumentIndexThere(m_store))
        m_index = openDocumentIndex(m_store);
    return m_index != nullptr;
}

Found DocumentQuestions::find(const QString& question, int count, const QStringList& within,
    const std::function<bool()>& isInterrupted)
{
    if (!open())
        return {};
    m_index->setInterrupt(isInterrupted);
    const auto end
        = qScopeGuard([this] { m_index->setInterrupt({}); }); // it may not outlive the call
    const auto isLeftOut = [this, &within](const DocumentHit& hit) {
        const auto holds = [&hit](const QString& path) { return isAtOrBelow(hit.file, path); };
        return std::ranges::any_of(m_hidden, holds)
            || (!within.isEmpty() && std::ranges::none_of(within, holds));
    };
    Found found;
    found.hits = DocumentSearch(*m_index, usableEncoder(), m_reranker.get())
                     .find(question, count, isInterrupted, isLeftOut);
    found.isAnswered = isAnswered(found.hits, m_threshold);
    return found;
}

FilePart DocumentQuestions::readPart(const QString& file, int part)
{
    const auto reject = [&file](const QString& what) {
        throw base::Error(base::ErrorKind::BadRequest,
            QStringLiteral("\"%1\" %2").arg(QFileInfo(file).fileName(), what).toStdString());
    };
    const QList<IndexedFile> files = open() ? m_index->files(file) : QList<IndexedFile>();
    const auto found
        = std::ranges::find(files, file, [](const IndexedFile& known) { return known.stamp.path; });
    if (found == files.end())
        reject(QStringLiteral("isn't among the documents."));
    auto numbers = m_index->passagesIn(found->document.content);
    FilePart read{{}, part, found->document.pages, found->document.pages > 0, {}};
    if (!read.hasPages)
        read.parts = int((numbers.size() + passagesOfPart - 1) / passagesOfPart);
    if (part < 1 || part > read.parts)
        reject(QStringLiteral("has no %1 %2, but %3.")
                   .arg(read.hasPages ? QStringLiteral("page") : QStringLiteral("part"))
                   .arg(part)
                   .arg(read.parts));
    if (!read.hasPages) {
        const auto first = numbers.begin() + ptrdiff_t(size_t(part - 1) * passagesOfPart);
        const auto left = size_t(numbers.end() - first);
        numbers = {first, first + ptrdiff_t(std::min(left, passagesOfPart))};
    }
    for (DocumentHit& hit : m_index->passages(numbers))
        if (!read.hasPages || hit.passage.page == part)
            read.passages.push_back(std::move(hit.passage));
    return read;
}

} // namespace services
