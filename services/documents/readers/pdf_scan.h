#pragma once

#include "services/documents/readers/pdf_page.h"

#include <vector>

class QPdfDocument;

namespace services {

class TextRecognizer;

/// Whether a page shows more than its words `fragments` account for, as a scan does: there are few of
/// them, and something is drawn where none stands. Pages count from 0.
bool looksScanned(QPdfDocument& document, int page, const std::vector<PdfFragment>& fragments);

/// What can be read on the picture of a page. Throws as TextRecognizer::read() does.
std::vector<PdfFragment> readScan(QPdfDocument& document, int page, TextRecognizer& recognizer);

/// How many bytes of text there are.
size_t lengthOf(const std::vector<PdfFragment>& fragments);

} // namespace services
