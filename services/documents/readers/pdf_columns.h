#pragma once

#include "services/documents/readers/pdf_page.h"

namespace services {

/// What is read from top to bottom before the eye goes elsewhere: a column, or what spans the columns
/// above or below them.
using PdfRegion = std::vector<PdfFragment>;

/// The regions of a page in the order in which they are read. Tables stay in one region, for their
/// columns are read row by row.
std::vector<PdfRegion> regionsOf(std::vector<PdfFragment> fragments);

} // namespace services
