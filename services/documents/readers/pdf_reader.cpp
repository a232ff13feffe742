#include "services/documents/document_stream.h"
#include "services/documents/page_picture.h"
#include "services/documents/readers/pdf_blocks.h"
#include "services/documents/readers/pdf_fragments.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/text_recognizer.h"

#include <QBuffer>
#include <QImage>
#include <QPdfBookmarkModel>
#include <QPdfDocument>
#include <QPdfDocumentRenderOptions>
#include <QPdfSelection>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <new>
#include <string_view>
#include <vector>

namespace services {

namespace {

constexpr size_t fewBytes = 40; // of text: a stamp or a page number on a scan
constexpr float pointsPerInch = 72;

// A PDF that is in memory, which must outlive it.
class PdfFile {
public:
    // Throws Unreadable if it cannot be opened.
    explicit PdfFile(std::string_view bytes)
        : m_bytes(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())))
        , m_buffer(&m_bytes)
    {
        m_buffer.open(QIODevice::ReadOnly);
        m_document.load(&m_buffer);
        if (m_document.status() != QPdfDocument::Status::Ready)
            throw Unreadable(fault());
    }

    QPdfDocument& document() const { return m_document; }

private:
    DocumentFault fault() const
    {
        switch (m_document.error()) {
        case QPdfDocument::Error::IncorrectPassword:
        case QPdfDocument::Error::UnsupportedSecurityScheme:
            return DocumentFault::Encrypted;
        default:
            return DocumentFault::Damaged;
        }
    }

    QByteArray m_bytes;
    QBuffer m_buffer;
    mutable QPdfDocument m_document; // asking it is no change
};

// Qt Pdf draws on nothing; here it is laid on white.
GrayPicture drawn(QPdfDocument& document, int page, float pixelsPerPoint)
{
    const QSizeF points = document.pagePointSize(page);
    const QSize size((points * double(pixelsPerPoint)).toSize().expandedTo({1, 1}));
    const QImage image = document.render(page, size);
    if (image.isNull() || image.depth() != 32)
        return {};
    GrayPicture gray{image.width(), image.height(), {}};
    gray.pixels.reserve(size_t(gray.width) * size_t(gray.height));
    for (int row = 0; row < gray.height; ++row) {
        const auto* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(row));
        for (int column = 0; column < gray.width; ++column) {
            const int alpha = qAlpha(pixels[column]);
            const int shade = qGray(pixels[column]) * alpha + 255 * (255 - alpha);
            gray.pixels.push_back(uint8_t(shade / 255));
        }
    }
    return gray;
}

// Pixels for a point, so that the image has `wanted` of them for an inch, and at most `most`.
float scaleFor(const QSizeF& points, float wanted, double most)
{
    const double area = points.width() * points.height();
    return area > 0 ? std::min(wanted / pointsPerInch, float(std::sqrt(most / area))) : 0;
}

// How many bytes of text there are.
size_t lengthOf(const std::vector<PdfFragment>& fragments)
{
    size_t length = 0;
    for (const PdfFragment& fragment : fragments)
        length += fragment.text.size();
    return length;
}

// True if a page shows more than its words `fragments` account for, as a scan does: there are few
// of them, and something is drawn where none is. Pages count from 0.
bool looksScanned(QPdfDocument& document, int page, const std::vector<PdfFragment>& fragments)
{
    if (lengthOf(fragments) >= fewBytes)
        return false;
    constexpr float coarse = 36; // pixels an inch
    constexpr int shadeOfInk = 200, enoughInk = 20; // a word of three letters
    constexpr float margin = 3; // points
    const float scale = scaleFor(document.pagePointSize(page), coarse, 1e6);
    GrayPicture picture = drawn(document, page, scale);
    for (const PdfFragment& fragment : fragments) { // what is known is no news
        const auto column = [&](float x) { return std::clamp(int(x * scale), 0, picture.width); };
        const auto row = [&](float y) { return std::clamp(int(y * scale), 0, picture.height); };
        const Rectangle& box = fragment.box;
        for (int y = row(box.y - margin); y < row(box.bottom() + margin); ++y)
            for (int x = column(box.x - margin); x < column(box.right() + margin); ++x)
                picture.pixels[size_t(y) * size_t(picture.width) + size_t(x)] = 255;
    }
    return std::ranges::count_if(picture.pixels, [](uint8_t shade) { return shade < shadeOfInk; })
        >= enoughInk;
}

// What can be read on the image of a page. Throws as TextRecognizer::read() does.
std::vector<PdfFragment> readScan(QPdfDocument& document, int page, TextRecognizer& recognizer)
{
    constexpr float fine = 300; // pixels an inch
    constexpr double most = 12e6; // pixels
    const float scale = scaleFor(document.pagePointSize(page), fine, most);
    const GrayPicture picture = drawn(document, page, scale);
    if (picture.pixels.empty())
        return {};
    return recognizer.read(picture, 1 / scale, TextRecognizer::Kind::Page);
}

constexpr int nearPages = 4; // before and behind, which are searched for headers and footers
constexpr size_t longestPage = 100'000; // letters; more is no page that people read
constexpr int mostEntries = 20'000; // of a table of contents

struct ReadPage {
    float width = 0, height = 0;
    std::vector<PdfFragment> fragments;
    bool isScan = false;
};

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

void collectOutline(const QPdfBookmarkModel& model, const QModelIndex& parent, int level, int& left,
    std::map<int, std::vector<PdfOutlineEntry>>& outline)
{
    constexpr int deepest = 6;
    for (int row = 0; level <= deepest && row < model.rowCount(parent) && left-- > 0; ++row) {
        const QModelIndex entry = model.index(row, 0, parent);
        const int page = model.data(entry, int(QPdfBookmarkModel::Role::Page)).toInt();
        const QString title = model.data(entry, int(QPdfBookmarkModel::Role::Title)).toString();
        outline[page].push_back({title.left(500).toStdString(), level});
        collectOutline(model, entry, level + 1, left, outline);
    }
}

class PdfText {
public:
    PdfText(QPdfDocument& document, TextRecognizer* recognizer, DocumentWriter& writer)
        : m_document(document)
        , m_recognizer(recognizer)
        , m_writer(writer)
    {
        QPdfBookmarkModel model;
        model.setDocument(&document);
        int left = mostEntries;
        collectOutline(model, {}, 1, left, m_outline);
    }

    void putAll()
    {
        const int count = m_document.pageCount();
        for (int page = 0; page < count; ++page) {
            while (m_firstRead + int(m_read.size()) <= std::min(page + nearPages, count - 1))
                readPage(m_firstRead + int(m_read.size()));
            put(page);
            if (page - m_firstRead >= nearPages) {
                m_read.pop_front();
                ++m_firstRead;
            }
        }
        if (m_hasUnreadScan && !m_hasText)
            throw Unreadable(DocumentFault::NoLanguages);
    }

private:
    void readPage(int number)
    {
        const QSizeF size = m_document.pagePointSize(number);
        const QPdfSelection all = m_document.getAllText(number);
        PdfPage page{float(size.width()), float(size.height()), {}, {}};
        page.text = all.text().left(longestPage).toStdU32String();
        const QList<QPolygonF> bounds = all.bounds();
        for (const QPolygonF& each :
            bounds.first(std::min(bounds.size(), qsizetype(longestPage)))) {
            const QRectF bounds = each.boundingRect();
            const Rectangle box{float(bounds.x()), float(bounds.y()), float(bounds.width()),
                float(bounds.height())};
            if (isPlace(box))
                page.boxes.push_back(box);
        }
        m_read.push_back({page.width, page.height, toFragments(page), false});
        ReadPage& read = m_read.back();
        read.isScan = looksScanned(m_document, number, read.fragments);
        if (!read.isScan)
            m_bodySize.add(read.fragments);
    }

    // It takes long, so it is done when it is the page's turn: each is handed over as soon as it is read.
    void readScan(ReadPage& page, int number)
    {
        m_hasUnreadScan = m_hasUnreadScan || !m_recognizer;
        if (m_recognizer) {
            std::vector<PdfFragment> seen = services::readScan(m_document, number, *m_recognizer);
            if (lengthOf(seen) > lengthOf(page.fragments))
                page.fragments = std::move(seen);
        }
        m_bodySize.add(page.fragments);
    }

    void put(int number)
    {
        const int index = number - m_firstRead;
        std::vector<const std::vector<PdfFragment>*> near;
        for (int other = 0; other < int(m_read.size()); ++other)
            if (other != index)
                near.push_back(&m_read[size_t(other)].fragments);
        ReadPage& page = m_read[size_t(index)];
        if (page.isScan)
            readScan(page, number);
        m_hasText = m_hasText || !page.fragments.empty();
        const std::vector<bool> furniture
            = findFurniture(page.fragments, page.height, m_bodySize.points(), near);
        std::vector<PdfFragment> text;
        for (size_t i = 0; i < page.fragments.size(); ++i)
            if (!furniture[i])
                text.push_back(page.fragments[i]);
        m_writer.beginPage(page.width, page.height);
        putPage(std::move(text), {m_bodySize.points(), m_outline[number]}, m_writer);
    }

    QPdfDocument& m_document;
    TextRecognizer* m_recognizer;
    DocumentWriter& m_writer;
    std::map<int, std::vector<PdfOutlineEntry>> m_outline; // by page, from 0
    std::deque<ReadPage> m_read; // the pages around the one that is put
    int m_firstRead = 0;
    BodySize m_bodySize;
    bool m_hasText = false;
    bool m_hasUnreadScan = false; // there is nothing to read it with
};

} // namespace

void readPdf(const SourceFile& file, DocumentWriter& writer)
{
    const PdfFile pdf(file.bytes);
    QPdfDocument& document = pdf.document();
    writer.setTitle(document.metaData(QPdfDocument::MetaDataField::Title).toString().toStdString());
    PdfText(document, file.recognizer, writer).putAll();
}

namespace {

// The size at the requested width, or smaller if the image would be too large.
QSize sizeFor(const QSizeF& points, int width)
{
    constexpr double mostSide = mostPageSide;
    const double scale
        = std::min({width / points.width(), mostSide / points.width(), mostSide / points.height(),
            std::sqrt(double(mostPagePixels) / (points.width() * points.height()))});
    return {std::max(1, int(points.width() * scale)), std::max(1, int(points.height() * scale))};
}

// Qt Pdf draws on nothing.
void writeOnWhite(const QImage& image, const std::function<void(std::string_view)>& write)
{
    std::vector<QRgb> row(size_t(image.width()));
    for (int y = 0; y < image.height(); ++y) {
        const auto* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        std::transform(pixels, pixels + image.width(), row.begin(), [](QRgb pixel) {
            const int alpha = qAlpha(pixel), white = 255 * (255 - alpha);
            const auto laid = [&](int part) { return (part * alpha + white) / 255; };
            return qRgb(laid(qRed(pixel)), laid(qGreen(pixel)), laid(qBlue(pixel)));
        });
        write({reinterpret_cast<const char*>(row.data()), row.size() * sizeof(QRgb)});
    }
}

// Null without an image, of which the head says why.
QImage drawn(const SourceFile& file, int page, int width, PageHead& head)
{
    if (findReader(file) != readPdf)
        throw Unreadable(DocumentFault::UnknownForm);
    const PdfFile pdf(file.bytes);
    head.pageCount = uint32_t(pdf.document().pageCount());
    if (head.pageCount == 0)
        throw Unreadable(DocumentFault::Damaged);
    if (page < 1 || uint32_t(page) > head.pageCount)
        return {};
    const QSizeF points = pdf.document().pagePointSize(page - 1);
    const Rectangle place{0, 0, float(points.width()), float(points.height())};
    if (!isPlace(place) || !(points.width() > 0) || !(points.height() > 0))
        throw Unreadable(DocumentFault::Damaged);
    head.pointsWidth = place.width;
    head.pointsHeight = place.height;
    QPdfDocumentRenderOptions options;
    options.setRenderFlags(QPdfDocumentRenderOptions::RenderFlag::Annotations);
    QImage image = pdf.document().render(page - 1, sizeFor(points, width), options);
    if (image.isNull() || image.depth() != 32)
        throw Unreadable(DocumentFault::NoMemory);
    return image;
}

} // namespace

void drawPage(
    const SourceFile& file, int page, int width, const std::function<void(std::string_view)>& write)
{
    PageHead head;
    QImage image;
    try {
        image = drawn(file, page, width, head);
    } catch (const Unreadable& error) {
        head.fault = uint32_t(error.fault());
    } catch (const std::bad_alloc&) {
        head.fault = uint32_t(DocumentFault::NoMemory);
    }
    head.width = uint32_t(image.width());
    head.height = uint32_t(image.height());
    write(encoded(head));
    writeOnWhite(image, write);
}

} // namespace services
