#include "services/documents/index/read_scans.h"

#include "base/error.h"
#include "base/utf8.h"
#include "services/documents/page_picture.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string_view>
#include <vector>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::readScans)
};

constexpr size_t maxPageText = 100'000; // bytes
constexpr std::string_view figure = "[Image ";

bool isFigureText(const Passage& passage)
{
    return passage.text.starts_with(figure);
}

std::string_view trimmedLine(std::string_view line)
{
    const size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos
        ? std::string_view()
        : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// Leaves out control characters, which no page shows.
std::string printableText(std::string_view text)
{
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [](char c) {
        return c == '\n' || c == '\t' || (uint8_t(c) >= 0x20 && uint8_t(c) != 0x7F);
    });
    return kept;
}

// The level of a heading in Markdown; 0: the line is none.
size_t headingLevel(std::string_view line)
{
    const size_t marks = std::min(line.find_first_not_of('#'), line.size());
    return marks <= 6 && marks < line.size() && line[marks] == ' ' ? marks : 0;
}

// A page of a document out of Markdown. Everything on it is at the whole page.
class MarkdownPage {
public:
    MarkdownPage(const std::string& markdown, const Rectangle& page)
        : m_page(page)
    {
        const std::string printable = printableText(markdown);
        std::string_view text = printable;
        m_part.width = page.width;
        m_part.height = page.height;
        m_part.isScan = true;
        text = text.substr(0, base::characterStart(text, std::min(text.size(), maxPageText)));
        while (!text.empty()) {
            const size_t end = std::min(text.find('\n'), text.size());
            takeLine(trimmedLine(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        endParagraph();
    }

    const DocumentPart& part() const { return m_part; }

private:
    void takeLine(std::string_view line)
    {
        const size_t level = headingLevel(line);
        if (line.empty() || level > 0)
            endParagraph();
        if (level > 0)
            add({BlockKind::Heading, uint8_t(level), {}, {}},
                std::string(trimmedLine(line.substr(level))));
        else if (!line.empty())
            m_paragraph.append(m_paragraph.empty() ? "" : "\n").append(line);
    }

    void endParagraph()
    {
        if (!m_paragraph.empty())
            add({}, m_paragraph);
        m_paragraph.clear();
    }

    void add(Block block, const std::string& text)
    {
        if (!m_part.text.empty())
            m_part.text += '\n';
        block.bytes = {m_part.text.size(), m_part.text.size() + text.size()};
        block.places = {{block.bytes, m_page}};
        m_part.text += text + '\n';
        m_part.blocks.push_back(std::move(block));
    }

    const Rectangle m_page;
    DocumentPart m_part;
    std::string m_paragraph;
};

// The pages of a file, as far as reading scans is concerned. An image file is a page.
class PagesOfFile {
public:
    PagesOfFile(const QString& path, const ReaderProcess& process)
        : m_path(path)
        , m_process(process)
    {
        QFile file(path);
        constexpr qint64 head = 1024; // bytes
        m_isPicture = file.open(QIODevice::ReadOnly) && services::isPicture(file.read(head));
    }

    bool isPicture() const { return m_isPicture; }

    // The whole page, in points; its size becomes that of the image where that is all there is.
    Picture picture(int page, Rectangle& place) const
    {
        constexpr double longest = 1600; // pixels; such models see about as many
        if (m_isPicture) {
            Picture picture = decodePictureFile(m_path);
            if (place.width <= 0)
                place = {0, 0, float(picture.image.width()), float(picture.image.height())};
            return picture;
        }
        const double shape = place.height > place.width && place.width > 0
            ? double(place.width) / double(place.height)
            : 1;
        const PagePicture drawn
            = readPagePicture(m_path, page, int(std::max(longest * shape, 1.0)), m_process);
        return makePicture(drawn.image, QFileInfo(m_path).fileName());
    }

private:
    const QString m_path;
    ReaderProcess m_process;
    bool m_isPicture = false;
};

Rectangle placeOf(const Page& page)
{
    return {0, 0, page.width, page.height};
}

struct ScannedPage {
    int number = 0; // from 1
    Rectangle place;
};

std::vector<ScannedPage> scannedPages(const QString& path, const ReaderProcess& process)
{
    std::vector<ScannedPage> pages;
    const Document document = readDocument(path, {}, process);
    for (size_t page = 0; page < document.pages.size(); ++page)
        if (document.pages[page].isScan)
            pages.push_back({int(page) + 1, placeOf(document.pages[page])});
    return pages;
}

// What a model said of a page before, and what Tesseract read there, gives way; captions stay.
bool isReplaced(const Passage& passage, int page)
{
    const bool isCaption = passage.bytes.size() == 0 && passage.rectangles.empty();
    return passage.page == page && !isFigureText(passage) && !isCaption;
}

void putPage(std::vector<Passage>& passages, const ScannedPage& page, const std::string& text,
    const Splitting& splitting)
{
    Document document;
    document.append(MarkdownPage(text, page.place).part());
    if (document.text.empty())
        return; // what Tesseract read stays
    const auto behind = std::ranges::find_if(
        passages, [&](const Passage& passage) { return passage.page >= page.number; });
    const size_t start = behind == passages.begin() ? 0 : std::prev(behind)->bytes.to;
    std::vector<Passage> read = splitDocument(document, splitting.size, splitting.count);
    for (Passage& passage : read) {
        passage.page = page.number;
        passage.bytes = {start, start};
        passage.rectangles = {page.place};
    }
    const auto at = behind - passages.begin();
    std::erase_if(
        passages, [&](const Passage& passage) { return isReplaced(passage, page.number); });
    passages.insert(passages.begin() + at, read.begin(), read.end());
}

} // namespace

bool hasUnreadScans(const DocumentRecord& document, const QString& reader)
{
    const ScanReading& scans = document.scans;
    return !scans.reader.isEmpty() && (scans.reader != reader || !scans.isComplete);
}

bool isReadByModel(const Passage& passage)
{
    return passage.bytes.size() == 0 && passage.rectangles.size() == 1 && !isFigureText(passage);
}

namespace {

// The pages that are left to read. Tesseract isn't asked.
std::vector<ScannedPage> pagesLeft(
    const IndexedFile& file, const QString& reader, ReaderProcess process)
{
    const QString& path = file.stamp.path;
    std::vector<ScannedPage> pages;
    process.scanReader = reader;
    process.languages = {};
    if (PagesOfFile(path, process).isPicture())
        pages = {{1, {}}};
    else
        pages = scannedPages(path, process);
    const ScanReading& scans = file.document.scans;
    const int after = scans.reader == reader && !scans.isComplete ? scans.pagesRead : 0;
    std::erase_if(pages, [after](const ScannedPage& page) { return page.number <= after; });
    return pages;
}

std::vector<Passage> storedPassages(DocumentIndex& index, const QByteArray& content)
{
    std::vector<Passage> passages;
    for (DocumentHit& hit : index.passages(index.passagesIn(content)))
        passages.push_back(std::move(hit.passage));
    return passages;
}

bool isCancelled(const std::exception_ptr& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (const base::Error& error) {
        return error.kind() == base::ErrorKind::Cancelled;
    } catch (...) {
        return false;
    }
}

} // namespace

FileOutcome readScans(
    DocumentIndex& index, const IndexedFile& file, ScanReader& reader, const ScanRun& run)
{
    const QString& path = file.stamp.path;
    DocumentRecord document = file.document;
    std::vector<Passage> passages = storedPassages(index, document.content);
    ScanReading& scans = document.scans;
    const std::vector<ScannedPage> pages = pagesLeft(file, reader.name(), run.process);
    ReaderProcess drawer = pageDrawer();
    drawer.program = run.process.program;
    drawer.isCancelled = run.isStopped;
    const PagesOfFile pictures(path, drawer);
    scans = {reader.name(), scans.reader == reader.name() ? scans.pagesRead : 0, false};
    std::exception_ptr failure;
    try {
        for (size_t page = 0; page < pages.size(); ++page) {
            if (run.progressed)
                run.progressed(qint64(page), qint64(pages.size()));
            if (run.isStopped && run.isStopped())
                throw base::Error(base::ErrorKind::Cancelled, "");
            ScannedPage scanned = pages[page];
            const Picture picture = pictures.picture(scanned.number, scanned.place);
            putPage(passages, scanned, reader.read(picture), run.splitting);
            scans.pagesRead = scanned.number;
        }
        scans.isComplete = true;
    } catch (...) {
        failure = std::current_exception();
        const bool isStopped = isCancelled(failure) || (run.isStopped && run.isStopped());
        if (!isStopped)
            scans = {tesseractReader, 0, true};
    }
    if (FileStamps().of(path) == file.stamp) {
        if (!passages.empty() && !document.error.isEmpty()) { // by which it was known
            document.content = contentOf(path);
            document.title = QFileInfo(path).completeBaseName();
            document.pages = std::max(document.pages, pages.empty() ? 1 : pages.back().number);
            document.error.clear();
        }
        document.passages = int(passages.size());
        index.addDocument(file.stamp, document, passages);
    }
    if (failure)
        std::rethrow_exception(failure);
    return {path, document.pages, document.passages, document.error};
}

Document readDocumentWithScans(const QString& path, ScanReader& reader,
    const std::function<void(const QString&)>& failed, ReaderProcess process)
{
    process.scanReader = reader.name();
    const Document read = readDocument(path, {}, process);
    ReaderProcess drawer = pageDrawer();
    drawer.program = process.program;
    const PagesOfFile pictures(path, drawer);
    Document document;
    document.title = read.title;
    document.isPaged = read.isPaged;
    document.isWhole = read.isWhole;
    for (size_t page = 0; page < read.pages.size(); ++page) {
        DocumentPart part = toPart(read, read.pages[page]);
        try {
            if (part.isScan) {
                Rectangle place = placeOf(read.pages[page]);
                const Picture picture = pictures.picture(int(page) + 1, place);
                const MarkdownPage text(reader.read(picture), place);
                if (!text.part().text.empty())
                    part = text.part();
            }
        } catch (const base::Error& error) {
            failed(Text::tr("Page %1 of “%2” was read with Tesseract: %3")
                       .arg(QString::number(page + 1), QFileInfo(path).fileName(),
                           QString::fromUtf8(error.what())));
        }
        document.append(part);
    }
    if (document.text.empty())
        reject(toMessage(DocumentFault::NoText).arg(QFileInfo(path).fileName()));
    return document;
}

} // namespace services
