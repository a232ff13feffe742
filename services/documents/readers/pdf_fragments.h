#pragma once

#include "services/documents/readers/pdf_page.h"

namespace services {

/// Finds out where the words of a page stand, and how large they are.
///
/// Boxes and characters come in the same order, and a box never spans lines, so this is an alignment
/// of two sequences: the likeliest, by how wide and high letters are in most fonts, by where lines and
/// words end, and by where the boxes lie towards each other. Asking Qt Pdf for the box of each word
/// would parse the page anew for each.
std::vector<PdfFragment> fragmentsOf(const PdfPage& page);

} // namespace services
