#include "services/documents/readers/encoding.h"
#include "services/documents/readers/image_files.h"
#include "services/documents/readers/pdf_blocks.h"
#include "services/documents/readers/pdf_figures.h"
#include "services/documents/readers/pdf_file.h"
#include "services/documents/readers/pdf_plain_pages.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <new>
#include <poppler-annotation.h>
#include <poppler-qt6.h>
#include <set>
#include <string_view>
#include <vector>

namespace services {

namespace {

constexpr int nearPages = 4; // before and behind, which are searched for headers and footers
constexpr size_t fewWords = 40; // There may be more to see on a page that has no more.
constexpr int mostEntries = 20'000; // of a table of contents

struct ReadPage {
    std::unique_ptr<Poppler::Page> page; // null: damaged
    float width = 0, height = 0; // as it is shown
    int quarters = 0; // that it was turned
    std::vector<PdfFragment> fragments;
    std::vector<PdfFigure> figures;
    bool isScan = false;

    float turnedWidth() const { return quarters % 2 == 0 ? width : height; }
    float turnedHeight() const { return quarters % 2 == 0 ? height : width; }
};

size_t lengthOf(const std::vector<PdfFragment>& fragments)
{
    size_t length = 0;
    for (const PdfFragment& fragment : fragments)
        length += fragment.text.size();
    return length;
}

// The size of most letters so far.
class BodySize {
public:
    void add(const std::vector<PdfFragment>& fragments)
    {
        for (const PdfFragment& fragment : fragments)
            m_letters[size_t(std::clamp(fragment.size * 2 + 0.5F, 0.F, float(largest)))]
                += fragment.text.size();
    }
    float points() const
    {
        return float(std::ranges::max_element(m_letters) - m_letters.begin()) / 2;
    }

private:
    static constexpr size_t largest = 200; // half points
    std::array<size_t, largest + 1> m_letters{};
};

void collectOutline(const QVector<Poppler::OutlineItem>& items, int level, int& left,
    std::map<int, std::vector<PdfOutlineEntry>>& outline)
{
    constexpr int deepest = 6;
    for (const Poppler::OutlineItem& item : items) {
        if (left-- <= 0)
            return;
        if (const auto destination = item.destination())
            outline[destination->pageNumber() - 1].push_back(
                {toKey(item.name().left(500).toStdString()), level});
        if (level < deepest && item.hasChildren())
            collectOutline(item.children(), level + 1, left, outline);
    }
}

// Writes what people have noted on the page, and their remarks on marked passages.
void putNotes(const Poppler::Page& page, float width, float height,
    const std::vector<PdfFragment>& shown, DocumentWriter& writer)
{
    constexpr size_t most = 1000; // notes of a page
    using Annotation = Poppler::Annotation;
    size_t count = 0;
    for (const auto& note :
        page.annotations({Annotation::AText, Annotation::ALine, Annotation::AGeom,
            Annotation::AHighlight, Annotation::AStamp, Annotation::AInk, Annotation::ACaret})) {
        const std::string text = note->contents().toStdString();
        if (text.empty() || note->flags().testFlag(Annotation::Hidden) || ++count > most)
            continue;
        const QRectF part = note->boundary().normalized();
        const Rectangle place{float(part.x()) * width, float(part.y()) * height,
            float(part.width()) * width, float(part.height()) * height};
        // A note of which the page shows the text itself.
        const std::string key = toKey(text);
        const bool isShown = std::ranges::any_of(shown, [&](const PdfFragment& fragment) {
            return fragment.words.size() > 1 && areOnALine(fragment.box, place)
                && key.starts_with(toKey(fragment.text));
        });
        if (!isShown)
            writer.add(BlockKind::Paragraph, "Note: " + text, place);
    }
}

// Names of attached files, and the text of those that are texts.
void putAttachments(
    const SourceFile& file, const Poppler::Document& document, DocumentWriter& writer)
{
    constexpr size_t longest = size_t(4) << 20; // bytes
    const std::string title = writer.title();
    writer.endFigures(); // their numbers would be those of the page
    for (Poppler::EmbeddedFile* attached : document.embeddedFiles()) {
        const std::string name = attached->name().toStdString();
        writer.paragraph("Attachment: " + name);
        try {
            const QByteArray data = attached->data();
            const std::string_view bytes(data.data(), size_t(data.size()));
            if (!bytes.empty() && bytes.size() <= longest && looksLikeText(bytes))
                putFileWithin(file, name, bytes, writer);
        } catch (const Unreadable&) {
            continue; // its name was written
        } catch (const std::bad_alloc&) {
            continue;
        }
    }
    writer.setTitle(title);
}

class PdfText {
public:
    PdfText(const SourceFile& file, Poppler::Document& document, DocumentWriter& writer)
        : m_file(file)
        , m_document(document)
        , m_writer(writer)
        , m_plainPages(file.bytes, document.numPages())
        , m_figureWords(file.recognizer)
    {
        int left = mostEntries;
        collectOutline(document.outline(), 1, left, m_outline);
    }

    void putAll()
    {
        const int count = m_document.numPages();
        for (int page = 0; page < count; ++page) {
            while (m_firstRead + int(m_read.size()) <= std::min(page + nearPages, count - 1))
                readPage(m_firstRead + int(m_read.size()));
            put(page);
            if (page - m_firstRead >= nearPages) {
                m_read.pop_front();
                ++m_firstRead;
            }
        }
        if (!m_hasPages)
            throw Unreadable(DocumentFault::Damaged);
        putAttachments(m_file, m_document, m_writer);
        if (m_hasUnreadScan && !m_hasText)
            throw Unreadable(DocumentFault::NoLanguages);
    }

private:
    void readPage(int number)
    {
        ReadPage& read = m_read.emplace_back();
        read.page = m_document.page(number);
        if (!read.page)
            return;
        m_hasPages = true;
        PdfPage page = readWords(*read.page);
        PdfLook look;
        if (page.words.size() < fewWords || !m_plainPages.isPlain(number))
            look = removeUnseen(m_document, *read.page, page);
        read.isScan = look.showsMore || areUnreadable(page.words);
        read.figures = std::move(look.figures);
        for (PdfFigure& figure : read.figures)
            figure.box = turnedBack(figure.box, page.quarters, page.width, page.height);
        read.quarters = page.quarters;
        const bool isTurned = page.quarters % 2 != 0;
        read.width = isTurned ? page.height : page.width;
        read.height = isTurned ? page.width : page.height;
        if (!areUnreadable(page.words))
            read.fragments = toFragments(page.words);
        noteHyphens(read.fragments, m_hyphenated);
        if (!read.isScan)
            m_bodySize.add(read.fragments);
    }

    // It takes long, so it is done when it is the page's turn: each is handed over as soon as it is read.
    void readScan(ReadPage& page)
    {
        constexpr float fine = 300; // pixels an inch
        constexpr double most = 12e6; // pixels
        m_hasUnreadScan = m_hasUnreadScan || !m_file.recognizer;
        const DrawnPage drawn = m_file.recognizer ? drawGray(*page.page, fine, most) : DrawnPage();
        if (!drawn.picture.pixels.empty()) {
            TextRecognizer::Text seen = m_file.recognizer->read(
                drawn.picture, 1 / drawn.pixelsPerPoint, TextRecognizer::Kind::Page);
            if (lengthOf(seen.fragments) > lengthOf(page.fragments)) {
                page.fragments = std::move(seen.fragments);
                page.quarters = seen.quarters;
            }
        }
        noteHyphens(page.fragments, m_hyphenated);
        m_bodySize.add(page.fragments);
    }

    void put(int number)
    {
        const int index = number - m_firstRead;
        std::vector<PdfNeighbor> near;
        for (int other = 0; other < int(m_read.size()); ++other)
            if (other != index)
                near.push_back({&m_read[size_t(other)].fragments, other - index});
        ReadPage& page = m_read[size_t(index)];
        if (page.isScan)
            readScan(page);
        m_hasText = m_hasText || !page.fragments.empty();
        const std::vector<bool> furniture
            = findFurniture(page.fragments, page.turnedHeight(), m_bodySize.points(), near);
        std::vector<PdfFragment> text;
        for (size_t i = 0; i < page.fragments.size(); ++i)
            if (!furniture[i])
                text.push_back(page.fragments[i]);
        // A document that says nothing else, such as drawings with a title each.
        m_hasBody = m_hasBody || !text.empty();
        if (!m_hasBody)
            text = page.fragments;
        m_writer.beginPage(page.width, page.height);
        if (page.isScan)
            m_writer.markScan();
        putPage(std::move(text),
            {m_bodySize.points(), m_outline[number], m_hyphenated, page.quarters,
                page.turnedWidth(), page.turnedHeight()},
            m_writer);
        putFigures(index);
        if (page.page)
            putNotes(*page.page, page.width, page.height, page.fragments, m_writer);
        page.page.reset();
    }

    void putFigures(int index)
    {
        const ReadPage& page = m_read[size_t(index)];
        if (page.isScan && !m_file.recognizer)
            return; // All of it may be text.
        std::vector<std::span<const PdfFigure>> near;
        for (int other = 0; other < int(m_read.size()); ++other)
            if (other != index)
                near.emplace_back(m_read[size_t(other)].figures);
        services::putFigures(
            page.figures, near, {page.page.get(), page.isScan}, m_figureWords, m_writer);
    }

    const SourceFile& m_file;
    Poppler::Document& m_document;
    DocumentWriter& m_writer;
    PdfPlainPages m_plainPages;
    std::map<int, std::vector<PdfOutlineEntry>> m_outline; // by page, from 0
    std::deque<ReadPage> m_read; // the pages around the one that is put
    int m_firstRead = 0;
    FigureWords m_figureWords;
    BodySize m_bodySize;
    std::set<std::string> m_hyphenated; // words with a hyphen
    bool m_hasPages = false, m_hasText = false;
    bool m_hasBody = false; // text that isn't a header or footer
    bool m_hasUnreadScan = false; // there is nothing to read it with
};

} // namespace

void readPdf(const SourceFile& file, DocumentWriter& writer)
{
    const auto document = openPdf(file.bytes);
    writer.setTitle(document->info(QStringLiteral("Title")).toStdString());
    PdfText(file, *document, writer).putAll();
}

} // namespace services
