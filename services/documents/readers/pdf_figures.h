#pragma once

#include "services/documents/figures.h"
#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/text_recognizer.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace Poppler {
class Page;
}

namespace services {

class FigureWords;
struct SourceFile;

/// A page in shades of gray, without pixels if that takes too long.
struct DrawnPage {
    GrayPicture picture;
    float pixelsPerPoint = 0;
};

/// Something on a page other than text that is as large as a figure: an image or a drawing, but perhaps also a
/// table with lines, or the box around a text.
struct PdfFigure {
    static constexpr int fields = 8; ///< across and down

    Rectangle box; ///< on the page as it was drawn
    std::array<uint8_t, size_t(fields) * fields> shades{}; ///< of its fields, row by row
};

/// Finds what may be figures, from top to bottom: what differs from the paper where no words are and is
/// near each other. It does not matter how the file draws it. A page's background and border are none.
std::vector<PdfFigure> findFigures(const DrawnPage& page, std::span<const PdfWord> words);

/// The page whose figures are written.
struct PdfFigurePage {
    const Poppler::Page* page = nullptr; ///< null: damaged
    bool isScan = false; ///< its text was in an image
};

/// Adds figures to the text of their page, which was written before: in front of their captions ("Figure
/// 3"), or else behind the text that is above them. Left out are boxes with text and tables in them, and
/// what looks the same on one of the pages `near` it, such as a logo. Boxes are on the page as it is shown.
void putFigures(std::span<const PdfFigure> figures,
    std::span<const std::span<const PdfFigure>> near, const PdfFigurePage& page, FigureWords& words,
    DocumentWriter& writer);

/// See drawFigure(). Throws Unreadable.
void writePdfFigure(const SourceFile& file, const FigureName& figure, int width,
    const std::function<void(std::string_view)>& write);

} // namespace services
