#include "ui/documents/viewer/opened_document.h"

#include "services/background.h"
#include "services/documents/page_picture.h"
#include "services/pictures/picture.h"
#include "ui/documents/viewer/page_pictures.h"

#include <QFileInfo>

namespace ui {

using services::ByteRange;

namespace {

struct Located {
    std::optional<ByteRange> bytes;
    size_t page = 0;
    QList<QRectF> rectangles;
};

QRectF rectOf(const services::Rectangle& place)
{
    return {double(place.x), double(place.y), double(place.width), double(place.height)};
}

// What a model said of a picture stands in no text (services::addCaption).
bool isCaption(const services::Source& source)
{
    return source.begin >= 0 && source.begin == source.end;
}

Located locatedIn(const services::Document& document, const services::Source& source)
{
    const std::string passage = source.passage.toStdString();
    const ByteRange stoodAt{
        size_t(std::max<qint64>(0, source.begin)), size_t(std::max<qint64>(0, source.end))};
    Located located{services::placeOf(document, passage, stoodAt), 0, {}};
    if (!located.bytes || document.pages.empty())
        return located;
    located.page = services::pageAt(document, located.bytes->from);
    for (const services::Rectangle& place : services::rectanglesOf(document, *located.bytes))
        located.rectangles << rectOf(place);
    return located;
}

struct ReadText {
    std::vector<services::TextPart> parts;
    Located passage;
};

} // namespace

OpenedDocument::OpenedDocument(
    const services::Source& source, const QDateTime& read, const QString& reader, QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_reader(reader)
    , m_passage{source.page, source.rectangles, {}}
{
    look(read);
}

OpenedDocument::~OpenedDocument() = default;

services::ReaderProcess OpenedDocument::reader(services::ReaderProcess process) const
{
    process.program = m_reader;
    return process;
}

void OpenedDocument::look(const QDateTime& read)
{
    const QString path = m_source.address;
    services::runInBackground<DocumentLook>(
        this, [path] { return lookAt(path); },
        [this, read](const services::Outcome<DocumentLook>& outcome) {
            if (outcome.value)
                take(*outcome.value, read);
            else
                fail(outcome.error);
        });
}

void OpenedDocument::take(const DocumentLook& look, const QDateTime& read)
{
    m_kind = look.kind;
    const bool isAsRead = read.isValid() && look.changed.isValid() && look.changed <= read;
    m_isLocated = (isAsRead && !m_source.rectangles.isEmpty()) || m_source.passage.isEmpty()
        || isCaption(m_source);
    if (look.kind == Kind::Pages)
        m_pages = new PagePictures(m_source.address, reader(services::pageDrawer()), this);
    emit lookedAt();
    if (look.kind == Kind::Picture)
        readPicture();
    if (look.kind == Kind::Text || !m_isLocated)
        readText();
}

void OpenedDocument::readPicture()
{
    services::runInBackground<QImage>(
        this,
        [path = m_source.address] {
            const services::Picture picture = services::decodePictureFile(path);
            return picture.image.copy(); // of the file nothing else is kept
        },
        [this](const services::Outcome<QImage>& outcome) {
            if (!outcome.value)
                return fail(outcome.error);
            m_picture = *outcome.value;
            emit pictureRead();
        });
}

void OpenedDocument::readText()
{
    if (m_reading)
        return;
    m_reading = new services::DocumentReading(m_source.address, reader({}), this);
    connect(m_reading, &services::DocumentReading::progressed, this, &OpenedDocument::progressed);
    connect(m_reading, &services::DocumentReading::ended, this, [this] {
        if (m_reading->document())
            takeText();
        else if (*m_kind == Kind::Text)
            fail(m_reading->error());
        else
            emit textFailed(m_reading->error());
    });
}

// Cutting and looking take time in a large one.
void OpenedDocument::takeText()
{
    const services::SharedDocument document = m_reading->document();
    services::runInBackground<ReadText>(
        this,
        [document, source = m_source] {
            ReadText read{services::partsOf(*document, partBytes), {}};
            read.passage = locatedIn(*document, source);
            return read;
        },
        [this, document](services::Outcome<ReadText> outcome) {
            if (!outcome.value)
                return fail(outcome.error);
            m_text = document;
            m_parts = std::move(outcome.value->parts);
            const Located& passage = outcome.value->passage;
            if (passage.bytes && (!m_isLocated || *m_kind == Kind::Text))
                m_passage = {int(passage.page) + 1, passage.rectangles, passage.bytes};
            emit textRead();
            emit passageFound();
            if (!passage.bytes && !m_isLocated)
                fail(tr("“%1” has changed since: it holds this passage no longer. This is what the "
                        "model read.")
                         .arg(QFileInfo(m_source.address).fileName()));
            find(m_words);
        });
}

void OpenedDocument::find(const QString& words)
{
    m_words = words;
    if (!m_text)
        return;
    using Hits = std::vector<DocumentHit>;
    services::runInBackground<Hits>(
        this, [document = m_text, words] { return findIn(*document, words); },
        [this, words](services::Outcome<Hits> outcome) {
            if (words != m_words)
                return;
            m_hits = std::move(outcome.value).value_or(Hits());
            emit found();
        });
}

void OpenedDocument::fail(const QString& sentence)
{
    if (!m_sentence.isEmpty())
        return;
    m_sentence = sentence;
    emit failed(sentence);
}

} // namespace ui
