#include "ui/documents/viewer/opened_document.h"

#include "services/background.h"
#include "services/documents/answers/chosen_checker.h"
#include "services/documents/answers/supporting_sentence.h"
#include "services/documents/page_picture.h"
#include "services/pictures/picture.h"
#include "services/pictures/svg_picture.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringView>

#include <utility>

namespace ui {

namespace {

constexpr qint64 headSize = 4096; // bytes, in which a file says what it is

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::DocumentLook)
};

DocumentLook::Kind kindOf(const QByteArray& head)
{
    constexpr qsizetype farthestPdf = 1024; // junk before the head of a PDF is usual
    if (head.first(std::min(farthestPdf, head.size())).contains("%PDF-"))
        return DocumentLook::Kind::Pages;
    if (services::isPicture(head) && !services::isSvg(head))
        return DocumentLook::Kind::Picture;
    return DocumentLook::Kind::Text;
}

} // namespace

DocumentLook lookAt(const QString& path)
{
    const QFileInfo info(path);
    if (!info.isAbsolute()) // a web address, or nothing
        services::reject(Text::tr("This passage doesn't come from a file on this computer."));
    QFile file(path);
    if (!info.exists())
        services::reject(
            Text::tr("“%1” is missing. This is the text the model read.").arg(info.fileName()));
    if (!info.isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would be waited for
        services::reject(Text::tr("“%1” can't be opened. This is the text the model read.")
                             .arg(info.fileName()));
    return {kindOf(file.read(headSize)), info.lastModified()};
}

namespace {

// The number of bytes that a text takes in UTF-8.
size_t bytesOf(QStringView text)
{
    size_t bytes = 0;
    for (const QChar unit : text) {
        const char16_t code = unit.unicode();
        bytes += code < 0x80 ? 1 : code < 0x800 || unit.isSurrogate() ? 2 : 3;
    }
    return bytes;
}

} // namespace

std::vector<DocumentHit> findIn(const services::Document& document, const QString& words)
{
    std::vector<DocumentHit> hits;
    if (words.trimmed().isEmpty())
        return hits;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const services::ByteRange range = document.pages[page].bytes;
        const QString text
            = QString::fromUtf8(document.text.data() + range.from, qsizetype(range.size()));
        qsizetype passed = 0; // units of the text, and its bytes up to there
        size_t byte = range.from;
        for (qsizetype at = 0; (at = text.indexOf(words, at, Qt::CaseInsensitive)) >= 0;
             at += words.size()) {
            byte += bytesOf(QStringView(text).sliced(passed, at - passed));
            passed = at;
            const size_t length = bytesOf(QStringView(text).sliced(at, words.size()));
            hits.push_back({page, {byte, byte + length}});
            if (hits.size() == maxDocumentHits)
                return hits;
        }
    }
    return hits;
}

namespace {

constexpr qint64 maxBytes = 96 << 20; // of the images that are kept
constexpr qsizetype maxKept = 6;

} // namespace

PagePictures::PagePictures(
    const QString& path, const services::ReaderProcess& drawer, QObject* parent)
    : QObject(parent)
    , m_path(path)
    , m_drawer(drawer)
{
}

const services::PagePicture* PagePictures::find(int page, int width) const
{
    const services::PagePicture* found = nullptr;
    for (const Kept& kept : m_kept) {
        if (kept.page == page)
            found = &kept.picture;
        if (kept.page == page && kept.width == width)
            break;
    }
    return found;
}

void PagePictures::want(int page, int width)
{
    for (const Kept& kept : std::as_const(m_kept))
        if (kept.page == page && kept.width == width) {
            m_next.reset();
            return;
        }
    if (m_isMaking)
        m_next = {page, width};
    else
        make({page, width});
}

void PagePictures::make(Request request)
{
    m_isMaking = true;
    services::runInBackground<services::PagePicture>(
        this,
        [path = m_path, drawer = m_drawer, request] {
            return services::readPagePicture(path, request.page, request.width, drawer);
        },
        [this, request](services::Outcome<services::PagePicture> outcome) {
            m_isMaking = false;
            const bool isMade = outcome.value.has_value();
            if (isMade)
                keep(request, std::move(*outcome.value));
            const auto next = std::exchange(m_next, {});
            if (next && *next != request)
                want(next->page, next->width);
            if (isMade)
                emit arrived(request.page);
            else
                emit failed(request.page, outcome.error);
        });
}

void PagePictures::keep(Request request, services::PagePicture picture)
{
    m_kept.append({request.page, request.width, std::move(picture)});
    qint64 bytes = 0;
    for (const Kept& kept : std::as_const(m_kept))
        bytes += kept.picture.image.sizeInBytes();
    while (m_kept.size() > 1 && (bytes > maxBytes || m_kept.size() > maxKept))
        bytes -= m_kept.takeFirst().picture.image.sizeInBytes();
}

using services::ByteRange;

namespace {

struct Located {
    std::optional<ByteRange> bytes;
    size_t page = 0;
    QList<QRectF> rectangles;
};

QRectF rectOf(const services::Rectangle& rectangle)
{
    return {double(rectangle.x), double(rectangle.y), double(rectangle.width),
        double(rectangle.height)};
}

// What a model said of an image is in no text (services::addCaption).
bool isCaption(const services::Source& source)
{
    return source.begin >= 0 && source.begin == source.end;
}

Located locatedIn(const services::Document& document, const services::Source& source)
{
    const std::string passage = source.passage.toStdString();
    const ByteRange stoodAt{
        size_t(std::max<qint64>(0, source.begin)), size_t(std::max<qint64>(0, source.end))};
    Located located{services::findPassage(document, passage, stoodAt), 0, {}};
    if (!located.bytes || document.pages.empty())
        return located;
    located.page = services::pageAt(document, located.bytes->from);
    for (const services::Rectangle& rectangle : services::findRectangles(document, *located.bytes))
        located.rectangles << rectOf(rectangle);
    return located;
}

struct ReadText {
    std::vector<services::TextPart> parts;
    Located passage;
};

} // namespace

OpenedDocument::OpenedDocument(const services::Source& source, const QDateTime& read,
    const QStringList& statements, const QString& reader, QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_reader(reader)
    , m_passage{source.page, source.rectangles, {}}
{
    for (const QString& statement : statements)
        m_statements.push_back(statement.toStdString());
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
    findSentences();
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
            ReadText read{services::splitIntoParts(*document, partBytes), {}};
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
            m_found = passage.bytes;
            emit textRead();
            emit passageFound();
            locateSentences();
            if (!passage.bytes && !m_isLocated)
                fail(tr("“%1” has changed and no longer contains this passage. This is the text "
                        "the model read.")
                         .arg(QFileInfo(m_source.address).fileName()));
            find(m_words);
        });
}

// Only the text tells where they are, so it is read for them.
void OpenedDocument::findSentences()
{
    if (m_statements.empty() || isCaption(m_source))
        return;
    services::runInBackground<std::vector<ByteRange>>(
        this,
        [statements = m_statements, passage = m_source.passage.toStdString()] {
            return services::findSentencesByChosen(statements, passage);
        },
        [this](services::Outcome<std::vector<ByteRange>> outcome) {
            m_sentences = std::move(outcome.value).value_or(std::vector<ByteRange>());
            if (!m_sentences.empty())
                readText();
            locateSentences();
        });
}

void OpenedDocument::locateSentences()
{
    if (!m_text || !m_found || m_sentences.empty())
        return;
    services::runInBackground<PassageLocation>(
        this,
        [document = m_text, passage = m_source.passage.toStdString(), found = *m_found,
            sentences = m_sentences] {
            PassageLocation located;
            for (const ByteRange& sentence : sentences) {
                const auto bytes = services::findPart(*document, passage, found, sentence);
                if (!bytes)
                    continue;
                located.sentences.push_back(*bytes);
                for (const services::Rectangle& line : services::findRectangles(*document, *bytes))
                    located.sentenceRectangles << rectOf(line);
            }
            return located;
        },
        [this](const services::Outcome<PassageLocation>& outcome) {
            if (!outcome.value)
                return;
            m_passage.sentences = outcome.value->sentences;
            m_passage.sentenceRectangles = outcome.value->sentenceRectangles;
            emit sentencesFound();
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

void OpenedDocument::fail(const QString& message)
{
    if (!m_message.isEmpty())
        return;
    m_message = message;
    emit failed(message);
}

} // namespace ui
