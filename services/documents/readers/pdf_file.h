#pragma once

#include "services/documents/readers/pdf_words.h"

#include <memory>
#include <string_view>

namespace Poppler {
class Document;
}

namespace services {

/// Opens a PDF that is in memory. Throws Unreadable.
std::unique_ptr<Poppler::Document> openPdf(std::string_view bytes);

/// Makes Poppler open what it looks for when it is first used: its tables and the list of fonts. In
/// the sandbox it could not find them. Throws Unreadable if it can't draw.
void warmUpPdf();

/// A page in shades of gray, without pixels if that takes too long.
struct DrawnPage {
    GrayPicture picture;
    float pixelsPerPoint = 0;
};

/// Draws a page with so many pixels an inch if that makes at most `most`, turned clockwise by so many quarters.
DrawnPage drawGray(const Poppler::Page& page, float pixelsPerInch, double most, int quarters = 0);

/// Takes away the words that nobody sees: in the color of the paper, transparent or covered. Returns
/// whether the page shows more than the words that are left, as a scan does: there are few of them, and
/// something is drawn where none is.
bool removeUnseen(Poppler::Document& document, const Poppler::Page& page, PdfPage& read);

} // namespace services
