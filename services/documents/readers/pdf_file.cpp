#include "services/documents/readers/pdf_file.h"

#include "services/documents/page_picture.h"
#include "services/documents/readers/reader.h"

#include <QColor>
#include <QImage>

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>
#include <poppler-qt6.h>

namespace services {

namespace {

constexpr float pointsPerInch = 72;

// Set when a font is missing whose letters then are not drawn.
bool isFontMissing = false;

void takeError(const QString& message, const QVariant&)
{
    isFontMissing = isFontMissing || message.contains(QLatin1String("font"), Qt::CaseInsensitive);
}

// A part of the page, in pixels. Null if it takes too long.
QImage drawn(const Poppler::Page& page, double pixelsPerPoint, QRect part, int quarters = 0)
{
    const qint64 end = pdfDeadline();
    const double pixelsPerInch = pixelsPerPoint * double(pointsPerInch);
    QImage image
        = page.renderToImage(pixelsPerInch, pixelsPerInch, part.x(), part.y(), part.width(),
            part.height(), Poppler::Page::Rotation(quarters), nullptr, nullptr, isPdfOverdue, end);
    if (isPdfOverdue(end) || image.isNull())
        return {};
    image.convertTo(QImage::Format_RGB32);
    return image;
}

} // namespace

std::unique_ptr<Poppler::Document> openPdf(std::string_view bytes)
{
    Poppler::setDebugErrorFunction(takeError, {});
    auto document = Poppler::Document::loadFromData(
        QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())));
    if (!document)
        throw Unreadable(DocumentFault::Damaged);
    if (document->isLocked())
        throw Unreadable(DocumentFault::Encrypted);
    if (document->numPages() < 1)
        throw Unreadable(DocumentFault::Damaged);
    document->setRenderHint(Poppler::Document::Antialiasing);
    document->setRenderHint(Poppler::Document::TextAntialiasing);
    return document;
}

DrawnPage drawGray(const Poppler::Page& page, float pixelsPerInch, double most, int quarters)
{
    QSizeF points = page.pageSizeF();
    if (quarters % 2 != 0)
        points.transpose();
    const double area = points.width() * points.height();
    if (!(area > 0) || !isPlace({0, 0, float(points.width()), float(points.height())}))
        return {};
    const double scale = std::min(double(pixelsPerInch / pointsPerInch), std::sqrt(most / area));
    const QSize size((points * scale).toSize().expandedTo({1, 1}));
    return {toGray(drawn(page, scale, QRect({}, size), quarters)), float(scale)};
}

GrayPicture toGray(const QImage& image)
{
    GrayPicture gray{image.width(), image.height(), {}};
    gray.pixels.reserve(size_t(gray.width) * size_t(gray.height));
    for (int row = 0; row < gray.height; ++row) {
        const auto* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(row));
        std::transform(pixels, pixels + gray.width, std::back_inserter(gray.pixels),
            [](QRgb pixel) { return uint8_t(qGray(pixel)); });
    }
    return gray;
}

namespace {

constexpr float coarse = 36; // pixels an inch
constexpr double mostCoarse = 1e6; // pixels
constexpr size_t fewBytes = 40; // of text: a stamp or a page number on a scan

// The pixels of a box, `margin` points around it.
struct PixelBox {
    int left, top, right, bottom;

    PixelBox(const DrawnPage& page, const Rectangle& box, float margin)
    {
        const auto column = [&](float x) {
            return std::clamp(int(std::lround(x * page.pixelsPerPoint)), 0, page.picture.width);
        };
        const auto row = [&](float y) {
            return std::clamp(int(std::lround(y * page.pixelsPerPoint)), 0, page.picture.height);
        };
        left = column(box.x - margin);
        right = column(box.right() + margin);
        top = row(box.y - margin);
        bottom = row(box.bottom() + margin);
    }

    template <typename Picture, typename Visit>
    void forEach(Picture& picture, const Visit& visit) const
    {
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x)
                visit(picture.pixels[size_t(y) * size_t(picture.width) + size_t(x)]);
    }
};

// True if nothing is seen in the box. What is too small to be told is seen.
bool isEmpty(const DrawnPage& page, const Rectangle& box)
{
    constexpr int faint = 8; // shades
    int darkest = 255, lightest = 0, count = 0;
    PixelBox(page, box, 0).forEach(page.picture, [&](uint8_t shade) {
        darkest = std::min(darkest, int(shade));
        lightest = std::max(lightest, int(shade));
        ++count;
    });
    return count > 1 && lightest - darkest < faint;
}

// Every font has these letters.
bool isPlain(const std::string& text)
{
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
}

bool showsMore(const PdfPage& read, DrawnPage& page)
{
    size_t length = 0;
    for (const PdfWord& word : read.words)
        length += word.text.size();
    if (length >= fewBytes)
        return false;
    constexpr int shadeOfInk = 200, enoughInk = 20; // a word of three letters
    constexpr float margin = 3; // points
    for (const PdfWord& word : read.words) // what is known is no news
        PixelBox(page, word.box, margin).forEach(page.picture, [](uint8_t& shade) { shade = 255; });
    const auto ink = std::ranges::count_if(
        page.picture.pixels, [](uint8_t shade) { return shade < shadeOfInk; });
    return ink >= enoughInk;
}

} // namespace

PdfLook removeUnseen(Poppler::Document& document, const Poppler::Page& page, PdfPage& read)
{
    isFontMissing = false;
    const auto lookAt = [&read](DrawnPage& drawn) {
        std::vector<PdfFigure> figures = findFigures(drawn, read.words);
        return PdfLook{showsMore(read, drawn), std::move(figures)};
    };
    DrawnPage seen = drawGray(page, coarse, mostCoarse, read.quarters);
    const auto lacksWords = [&read](const DrawnPage& drawn) {
        return std::ranges::any_of(
            read.words, [&](const PdfWord& word) { return isEmpty(drawn, word.box); });
    };
    // Dots and other small signs are lost in a coarse drawing.
    if (!lacksWords(seen) || !lacksWords(drawGray(page, 2 * coarse, 4 * mostCoarse, read.quarters)))
        return lookAt(seen);
    constexpr float fine = 144; // pixels an inch, for small letters
    constexpr double mostFine = 8e6; // pixels
    const DrawnPage light = drawGray(page, fine, mostFine, read.quarters);
    document.setPaperColor(Qt::black);
    const DrawnPage dark = drawGray(page, fine, mostFine, read.quarters);
    document.setPaperColor(Qt::white);
    // What is seen on no paper may only be drawn elsewhere than the file says, or with a font that is missing.
    const auto empty = size_t(std::ranges::count_if(
        read.words, [&](const PdfWord& word) { return isEmpty(light, word.box); }));
    const bool areBoxesRight = !isFontMissing && empty * 4 < read.words.size();
    for (size_t i = read.words.size(); i-- > 0;) {
        PdfWord& word = read.words[i];
        if (!isEmpty(light, word.box)
            || (isEmpty(dark, word.box) && !(areBoxesRight && isPlain(word.text))))
            continue;
        if (i > 0 && word.endsLine)
            read.words[i - 1].endsLine = true;
        word.text.clear();
    }
    std::erase_if(read.words, [](const PdfWord& word) { return word.text.empty(); });
    return lookAt(seen);
}

QImage drawPart(const Poppler::Page& page, const Rectangle& part, double pixelsPerPoint)
{
    const auto pixels = [pixelsPerPoint](float points) {
        return int(std::lround(double(points) * pixelsPerPoint));
    };
    return drawn(page, pixelsPerPoint,
        QRect(pixels(part.x), pixels(part.y), std::max(pixels(part.width), 1),
            std::max(pixels(part.height), 1)));
}

namespace {

// The size at the requested width, or smaller if the image would be too large.
double scaleFor(const QSizeF& points, int width)
{
    constexpr double mostSide = mostPageSide;
    return std::min({width / points.width(), mostSide / points.width(), mostSide / points.height(),
        std::sqrt(double(mostPagePixels) / (points.width() * points.height()))});
}

// Null without an image, of which the head says why.
QImage drawn(const SourceFile& file, int number, int width, PageHead& head)
{
    if (findReader(file) != readPdf)
        throw Unreadable(DocumentFault::UnknownForm);
    const auto document = openPdf(file.bytes);
    head.pageCount = uint32_t(document->numPages());
    if (number < 1 || uint32_t(number) > head.pageCount)
        return {};
    const auto page = document->page(number - 1);
    const QSizeF points = page ? page->pageSizeF() : QSizeF();
    const Rectangle place{0, 0, float(points.width()), float(points.height())};
    if (!isPlace(place) || !(points.width() > 0) || !(points.height() > 0))
        throw Unreadable(DocumentFault::Damaged);
    head.pointsWidth = place.width;
    head.pointsHeight = place.height;
    const double scale = scaleFor(points, width);
    const QSize size(
        std::max(1, int(points.width() * scale)), std::max(1, int(points.height() * scale)));
    QImage image = drawn(*page, scale, QRect({}, size));
    if (image.isNull())
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
    writeImage(image, head, write);
}

void writeImage(
    const QImage& image, PageHead head, const std::function<void(std::string_view)>& write)
{
    head.width = uint32_t(image.width());
    head.height = uint32_t(image.height());
    write(encoded(head));
    for (int y = 0; y < image.height(); ++y)
        write({reinterpret_cast<const char*>(image.constScanLine(y)),
            size_t(image.width()) * sizeof(QRgb)});
}

void warmUpPdf()
{
    constexpr std::string_view letter
        = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
          "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
          "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<<"
          "/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
          "4 0 obj<</Length 21>>stream\nBT/F 9 Tf(a)Tj ET    \nendstream endobj\n"
          "trailer<</Root 1 0 R>>\n";
    static const auto document
        = openPdf(letter); // Poppler forgets its tables with the last document
    if (const auto page = document->page(0))
        drawGray(*page, pointsPerInch, 100);
}

} // namespace services
