#include "services/conversations/documents/passage_store.h"

#include "services/documents/index/document_index.h"
#include "services/documents/index/document_search.h"
#include "services/documents/passages/split_document.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>

namespace services {

namespace {

QList<QRectF> toRects(const std::vector<Rectangle>& rectangles)
{
    QList<QRectF> places;
    for (const auto& [x, y, width, height] : rectangles)
        places << QRectF(x, y, width, height);
    return places;
}

Source makeSource(const QString& title, const QString& address, const Passage& passage)
{
    return {title, address, passage.page, QString::fromStdString(passage.text),
        qint64(passage.bytes.from), qint64(passage.bytes.to),
        QString::fromStdString(passage.heading), toRects(passage.rectangles)};
}

} // namespace

Source makeSource(const TextAttachment& document, const Passage& passage)
{
    return makeSource(document.name, document.path, passage);
}

Source makeSource(const DocumentHit& hit)
{
    const QString name = QFileInfo(hit.file).fileName();
    return makeSource(name.isEmpty() ? hit.title : name, hit.file, hit.passage);
}

std::vector<std::string> citedTexts(const QList<Source>& sources)
{
    std::vector<std::string> texts;
    for (const Source& source : sources)
        texts.push_back(toText(
            {.heading = source.heading.toStdString(), .text = source.passage.toStdString()}));
    return texts;
}

QList<Source> passageSources(const TextAttachment& document)
{
    QList<Source> sources;
    for (const Passage& passage : splitDocument(*document.document))
        sources << makeSource(document, passage);
    return sources;
}

bool isSamePassage(const Source& one, const Source& other)
{
    return one.title == other.title && one.address == other.address && one.begin == other.begin
        && one.end == other.end && one.passage == other.passage && one.notes == other.notes;
}

namespace {

constexpr size_t mostKept = 4; // sets of documents
const QLatin1String inMemory(":memory:"); // as SQLite calls it

QByteArray contentHash(const TextAttachment& document)
{
    const std::string& text = document.document->text;
    return QCryptographicHash::hash(
        QByteArrayView(text.data(), qsizetype(text.size())), QCryptographicHash::Sha256);
}

// A file of the index is called by the number of the document. The same one may be attached twice, so
// its content is told apart by that, too.
void add(DocumentIndex& index, const TextAttachment& document, qsizetype number,
    const Splitting& splitting)
{
    const std::vector<Passage> passages
        = splitDocument(*document.document, splitting.size, splitting.count);
    DocumentRecord record;
    record.content = QByteArray::number(number) + contentHash(document);
    record.title = document.name;
    record.passages = int(passages.size());
    FileStamp file;
    file.path = QString::number(number);
    index.addDocument(file, record, passages);
}

// What is logged where a model can't be loaded. Users read it where they chose the model.
constexpr const char* noMeaning = "Search by meaning is off";
constexpr const char* noReranking = "Re-ranking is off";

} // namespace

PassageStore::PassageStore() = default;

PassageStore::~PassageStore()
{
    m_thread.run([this] { m_kept.clear(); });
}

std::vector<DocumentHit> PassageStore::find(const QList<TextAttachment>& documents,
    const QString& question, int count, const Comparing& comparing)
{
    return m_thread.run([&] { return findHere(documents, question, count, comparing); });
}

std::vector<DocumentHit> PassageStore::findHere(const QList<TextAttachment>& documents,
    const QString& question, int count, const Comparing& comparing)
{
    if (documents.isEmpty())
        return {};
    const Kept& kept = keptFor(documents, comparing);
    PassageEncoder* encoder = m_encoder.get(kept.model, noMeaning);
    PassageReranker* reranker = m_reranker.get(comparing.reranker, noReranking);
    std::vector<DocumentHit> hits
        = DocumentSearch(*kept.index, encoder, reranker).find(question, count, [&comparing] {
              return comparing.stop.stop_requested();
          });
    for (DocumentHit& hit : hits) // another file may have the same text
        hit.file = documents[hit.file.toLongLong()].path;
    return hits;
}

PassageStore::Kept& PassageStore::keptFor(
    const QList<TextAttachment>& documents, const Comparing& comparing)
{
    QList<QByteArray> contents;
    for (const TextAttachment& document : documents)
        contents << contentHash(document);
    const auto known = std::ranges::find_if(m_kept, [&](const Kept& each) {
        return each.contents == contents && each.model == comparing.model;
    });
    if (known != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, known);
        return m_kept.front();
    }
    Kept kept{contents, comparing.model, openDocumentIndex(inMemory)};
    PassageEncoder* encoder = m_encoder.get(comparing.model, noMeaning);
    for (qsizetype number = 0; number < documents.size(); ++number)
        add(*kept.index, documents[number], number, encoder ? encoder->splitting() : Splitting{});
    const auto goOn = [&comparing](int64_t done, int64_t total) {
        if (comparing.stop.stop_requested())
            throw base::Error(base::ErrorKind::Cancelled, "The answer was stopped.");
        if (comparing.progress)
            comparing.progress(done, total);
    };
    if (encoder)
        embedPassages(*kept.index, *encoder, goOn);
    m_kept.push_front(std::move(kept));
    if (m_kept.size() > mostKept)
        m_kept.pop_back();
    return m_kept.front();
}

template <typename Model>
Model* PassageStore::LoadedModel<Model>::get(const QString& wanted, const char* problem)
{
    if (wanted == path)
        return model.get();
    path = wanted;
    model.reset();
    if (path.isEmpty())
        return nullptr;
    try {
        model = std::make_unique<Model>(path);
    } catch (const base::Error& error) {
        qWarning("%s: %s", problem, error.what());
    }
    return model.get();
}

} // namespace services
