#pragma once

#include "services/documents/document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A word that a PDF draws, or that was recognized in an image.
struct PdfWord {
    std::string text = {}; ///< UTF-8, without spaces
    Rectangle box = {}; ///< from the ascenders to the descenders, whatever the letters are
    float confidence = 100; ///< that it was read rightly, in percent
    bool endsLine = false;
    bool goesOn = false; ///< the next one follows without a space
    bool isVertical = false; ///< its letters are turned by 90°
};

/// Words that are next to each other on a line, without a wide gap between them.
struct PdfFragment {
    std::string text; ///< UTF-8; a space separates words
    Rectangle box; ///< around the line, as its widest word has it
    float size = 0; ///< of the letters, from ascender to descender, in points
    bool isVertical = false;
    std::vector<Rectangle> words = {}; ///< the box of each word of the text
    std::string rest
        = {}; ///< of the last word, which a hyphen divides, if it was taken from the next line
    Rectangle restBox = {};

    float middle() const { return box.y + box.height / 2; }
};

/// The smallest rectangle around both.
Rectangle united(const Rectangle& one, const Rectangle& other);

/// Words in the order of reading become fragments in the same order.
std::vector<PdfFragment> toFragments(std::span<const PdfWord> words);

/// The hyphen at the end of `text` that divides a word or joins it to the next; empty: it is another dash.
std::string_view hyphenAt(std::string_view text);

/// True if the vertical extents of two boxes share more than half of the lower one's.
bool areOnALine(const Rectangle& a, const Rectangle& b);

/// The size that the middle one of all letters has; 0 if there are none.
float middleSize(const std::vector<PdfFragment>& fragments);

/// The place on a page of a box on the same page after it was turned clockwise by so many quarters;
/// then the page was `width` × `height` points.
Rectangle turnedBack(const Rectangle& box, int quarters, float width, float height);

} // namespace services
