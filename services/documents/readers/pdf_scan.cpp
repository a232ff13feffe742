#include "services/documents/readers/pdf_scan.h"

#include "services/documents/readers/text_recognizer.h"

#include <QImage>
#include <QPdfDocument>

#include <algorithm>
#include <cmath>
#include <new>

namespace services {

namespace {

constexpr size_t fewBytes = 40; // of text: a stamp or a page number on a scan
constexpr float pointsPerInch = 72;

// Qt Pdf draws on nothing; here it is laid on white.
GreyPicture drawn(QPdfDocument& document, int page, float pixelsPerPoint)
{
    const QSizeF points = document.pagePointSize(page);
    const QSize size((points * double(pixelsPerPoint)).toSize().expandedTo({1, 1}));
    const QImage image = document.render(page, size);
    if (image.isNull() || image.depth() != 32)
        return {};
    GreyPicture grey{image.width(), image.height(), {}};
    grey.pixels.reserve(size_t(grey.width) * size_t(grey.height));
    for (int row = 0; row < grey.height; ++row) {
        const auto* pixels = reinterpret_cast<const QRgb*>(image.constScanLine(row));
        for (int column = 0; column < grey.width; ++column) {
            const int alpha = qAlpha(pixels[column]);
            const int shade = qGray(pixels[column]) * alpha + 255 * (255 - alpha);
            grey.pixels.push_back(uint8_t(shade / 255));
        }
    }
    return grey;
}

// Pixels for a point, so that the picture has `wanted` of them for an inch, and at most `most`.
float scaleFor(const QSizeF& points, float wanted, double most)
{
    const double area = points.width() * points.height();
    return area > 0 ? std::min(wanted / pointsPerInch, float(std::sqrt(most / area))) : 0;
}

} // namespace

size_t lengthOf(const std::vector<PdfFragment>& fragments)
{
    size_t length = 0;
    for (const PdfFragment& fragment : fragments)
        length += fragment.text.size();
    return length;
}

bool looksScanned(QPdfDocument& document, int page, const std::vector<PdfFragment>& fragments)
{
    if (lengthOf(fragments) >= fewBytes)
        return false;
    constexpr float coarse = 36; // pixels an inch
    constexpr int shadeOfInk = 200, enoughInk = 20; // a word of three letters
    constexpr float margin = 3; // points
    const float scale = scaleFor(document.pagePointSize(page), coarse, 1e6);
    GreyPicture picture = drawn(document, page, scale);
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

std::vector<PdfFragment> readScan(QPdfDocument& document, int page, TextRecognizer& recognizer)
{
    constexpr float fine = 300; // pixels an inch
    constexpr double most = 12e6; // pixels
    const float scale = scaleFor(document.pagePointSize(page), fine, most);
    const GreyPicture picture = drawn(document, page, scale);
    if (picture.pixels.empty())
        return {};
    return recognizer.read(picture, 1 / scale, TextRecognizer::Kind::Page);
}

} // namespace services
