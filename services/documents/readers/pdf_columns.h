#pragma once

#include "services/documents/readers/pdf_fragments.h"

#include <vector>

namespace services {

/// A part of a page from its left to its right edge: columns of running text from left to right, or
/// anything else as one column.
struct PdfBand {
    std::vector<std::vector<PdfFragment>> columns;
};

/// The bands of a page from top to bottom. Columns of text are found by the white space between them, and
/// their lines are in order; the fragments of other bands are in that in which they were given. A page
/// without columns of text is one band.
std::vector<PdfBand> findBands(std::vector<PdfFragment> fragments);

} // namespace services
