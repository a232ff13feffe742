#include "services/conversations/documents/passage_source.h"

#include "services/documents/passages/split_document.h"

#include <QFileInfo>

namespace services {

namespace {

QList<QRectF> placesOf(const std::vector<Rectangle>& rectangles)
{
    QList<QRectF> places;
    for (const auto& [x, y, width, height] : rectangles)
        places << QRectF(x, y, width, height);
    return places;
}

} // namespace

Source sourceOf(const TextAttachment& document, const Passage& passage)
{
    const Document& text = *document.document;
    return {document.name, document.path, text.isPaged ? int(passage.page) + 1 : 0,
        QString::fromStdString(text.text.substr(passage.bytes.from, passage.bytes.size())),
        qint64(passage.bytes.from), qint64(passage.bytes.to),
        QString::fromStdString(passage.heading), placesOf(rectanglesOf(text, passage.bytes))};
}

Source sourceOf(const FoundPassage& found)
{
    const IndexedPassage& passage = found.passage;
    const QString name = QFileInfo(found.file).fileName();
    return {name.isEmpty() ? found.title : name, found.file, passage.page,
        QString::fromStdString(passage.text), qint64(passage.bytes.from), qint64(passage.bytes.to),
        QString::fromStdString(passage.heading), placesOf(passage.rectangles)};
}

QList<Source> passagesOf(const TextAttachment& document)
{
    QList<Source> sources;
    for (const Passage& passage : splitDocument(*document.document))
        sources << sourceOf(document, passage);
    return sources;
}

bool isSamePassage(const Source& one, const Source& other)
{
    return one.title == other.title && one.address == other.address && one.begin == other.begin
        && one.end == other.end && one.passage == other.passage && one.notes == other.notes;
}

} // namespace services
