#pragma once

#include "services/documents/document.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace services {

/// A page as Qt Pdf tells it: its characters, and a box around each run that the file draws at
/// once, both in the order of the file. It does not report which characters a box belongs to.
///
/// Lines end with "\n". A hyphen that divides a word at the end of a line is `dividedHere`, with no
/// "\n" behind it. Spaces may be inserted where the file only moves on.
struct PdfPage {
    static constexpr char32_t dividedHere = 0xFFFE;

    float width = 0, height = 0; ///< points
    std::u32string text;
    std::vector<Rectangle>
        boxes; ///< around what is seen of the letters: an "a" is lower than a "d"
};

/// Words that are next to each other on a line, without a wide gap between them.
struct PdfFragment {
    std::string text; ///< UTF-8
    Rectangle box; ///< from the ascenders to the descenders, whatever the letters are
    float size = 0; ///< of the font, in points, as estimated from the letters
    bool isDivided = false; ///< a hyphen that divides its last word is left out
    /// The left and right edges of the words, which spaces separate; empty: unknown.
    std::vector<std::pair<float, float>> words = {};

    float middle() const { return box.y + box.height / 2; }
};

/// How much room a letter takes in most fonts, in parts of the font's size.
struct LetterShape {
    float width; ///< to the next letter
    float top, bottom; ///< of the visible part, above the line that letters are on
};

LetterShape shapeOf(char32_t letter);

/// Finds out where the words of a page are, and how large they are.
///
/// Boxes and characters come in the same order, and a box never spans lines, so this is an
/// alignment of two sequences: the likeliest, by how wide and high letters are in most fonts, by
/// where lines and words end, and by where the boxes are toward each other. Asking Qt Pdf for the
/// box of each word would parse the page again for each.
std::vector<PdfFragment> toFragments(const PdfPage& page);

/// A word that was recognized in an image.
struct PdfWord {
    std::u32string letters; ///< at least one, and no spaces
    Rectangle box; ///< around what is seen of them
    float confidence = 100; ///< that they were read rightly, in percent
    bool endsLine = false;
};

/// The same where the box of each word is known; fragments then contain the edges of their words.
/// Sizes, which are measured, are evened out: those near that of most letters become it.
std::vector<PdfFragment> toFragments(std::span<const PdfWord> words);

/// The size of the font that the middle one of all letters has; 0 if there are none.
float middleSize(const std::vector<PdfFragment>& fragments);

} // namespace services
