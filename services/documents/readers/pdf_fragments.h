#pragma once

#include "services/documents/readers/pdf_page.h"

#include <span>

namespace services {

/// Finds out where the words of a page stand, and how large they are.
///
/// Boxes and characters come in the same order, and a box never spans lines, so this is an alignment
/// of two sequences: the likeliest, by how wide and high letters are in most fonts, by where lines and
/// words end, and by where the boxes lie towards each other. Asking Qt Pdf for the box of each word
/// would parse the page anew for each.
std::vector<PdfFragment> fragmentsOf(const PdfPage& page);

/// A word that was recognised in a picture.
struct PdfWord {
    std::u32string letters; ///< at least one, and no spaces
    Rectangle box; ///< around what is seen of them
    float confidence = 100; ///< that they were read rightly, in percent
    bool endsLine = false;
};

/// The same where the box of each word is known; fragments then tell the places of their words. Sizes, which are measured, are evened out: those near
/// that of most letters become it.
std::vector<PdfFragment> fragmentsOf(std::span<const PdfWord> words);

/// The size of the font that the middle one of all letters has; 0 if there are none.
float middleSize(const std::vector<PdfFragment>& fragments);

} // namespace services
