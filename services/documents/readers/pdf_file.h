#pragma once

#include "services/documents/page_picture.h"
#include "services/documents/readers/pdf_figures.h"
#include "services/documents/readers/pdf_words.h"

#include <QImage>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace Poppler {
class Document;
}

namespace services {

/// Opens a PDF that is in memory. Throws Unreadable.
std::unique_ptr<Poppler::Document> openPdf(std::string_view bytes);

/// Makes Poppler open what it looks for when it is first used: its tables and the list of fonts. In
/// the sandbox it could not find them. Throws Unreadable if it can't draw.
void warmUpPdf();

/// Draws a page with so many pixels an inch if that makes at most `most`, turned clockwise by so many quarters.
DrawnPage drawGray(const Poppler::Page& page, float pixelsPerInch, double most, int quarters = 0);

/// What a page shows in addition to words.
struct PdfLook {
    bool showsMore = false; ///< it shows more than its words, as a scan does, which has few of them
    std::vector<PdfFigure> figures = {};
};

/// Takes away the words that nobody sees: in the color of the paper, transparent or covered. Returns
/// what the page shows in addition to those that are left.
PdfLook removeUnseen(Poppler::Document& document, const Poppler::Page& page, PdfPage& read);

/// Draws a part of a page with so many pixels a point. Null if it takes too long.
QImage drawPart(const Poppler::Page& page, const Rectangle& part, double pixelsPerPoint);

GrayPicture toGray(const QImage& image); ///< of 32 bits a pixel

/// Hands an image to `write` in the form of page_picture.h. It sets the size in the head.
void writeImage(
    const QImage& image, PageHead head, const std::function<void(std::string_view)>& write);

} // namespace services
