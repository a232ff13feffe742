#pragma once

#include "services/documents/readers/pdf_fragments.h"
#include "services/documents/readers/text_recognizer.h"

#include <QVariant>

#include <vector>

namespace Poppler {
class Page;
}

namespace services {

/// What a page of a PDF says: its words in the order of reading, on the page as it is shown, or turned
/// so that most of its letters stand upright.
struct PdfPage {
    float width = 0, height = 0; ///< points, after it was turned
    int quarters = 0; ///< how far it was turned clockwise
    std::vector<PdfWord> words;
};

/// A page that takes too long has no words. Raised digits become those of Unicode. What is filled in on
/// forms counts as drawn, whether the file draws it or not; boxes to check become ☑ and ☐.
PdfPage readWords(const Poppler::Page& page);

/// Poppler asks whether to stop: the time after which a page takes too long, from now on.
qint64 pdfDeadline();
bool isPdfOverdue(const QVariant& deadline);

/// True if most letters of some words stand for no characters, as in fonts that only draw.
bool areUnreadable(const std::vector<PdfWord>& words);

} // namespace services
