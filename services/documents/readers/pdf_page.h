#pragma once

#include "services/documents/document.h"

#include <string>
#include <utility>
#include <vector>

namespace services {

/// A page as Qt Pdf tells it: its characters, and a box around each run that the file draws at once,
/// both in the order of the file. Which characters a box belongs to it does not tell.
///
/// Lines end with "\n". A hyphen that divides a word at the end of a line is `dividedHere`, with no
/// "\n" behind it. Spaces may be made up where the file only moves on.
struct PdfPage {
    static constexpr char32_t dividedHere = 0xFFFE;

    float width = 0, height = 0; ///< points
    std::u32string text;
    std::vector<Rectangle>
        boxes; ///< around what is seen of the letters: an "a" is lower than a "d"
};

/// Words that stand beside each other on a line, without a wide gap between them.
struct PdfFragment {
    std::string text; ///< UTF-8
    Rectangle box; ///< from the ascenders to the descenders, whatever the letters are
    float size = 0; ///< of the font, in points, as estimated from the letters
    bool isDivided = false; ///< a hyphen that divides its last word is left out
    /// From the left to the right edge of each of its words, as spaces part them; empty: not known.
    std::vector<std::pair<float, float>> words = {};

    float middle() const { return box.y + box.height / 2; }
};

} // namespace services
