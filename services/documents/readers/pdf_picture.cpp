#include "services/documents/readers/pdf_picture.h"

#include "services/documents/document_stream.h"
#include "services/documents/page_picture.h"
#include "services/documents/readers/formats.h"
#include "services/documents/readers/pdf_reader.h"

#include <QPdfDocumentRenderOptions>

#include <algorithm>
#include <cmath>
#include <new>

namespace services {

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
