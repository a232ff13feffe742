#pragma once

#include "services/documents/readers/pdf_columns.h"

#include <string_view>

namespace services {

/// The fragments that stand on one line of a region, from left to right.
struct PdfRow {
    std::vector<PdfFragment> cells;
    bool isEntry = false; ///< a title and its page, which dots lead to

    float left() const { return cells.front().box.x; }
    float right() const;
    float top() const;
    float bottom() const;
    float size() const; ///< of most of its letters
    std::string text() const;
};

std::vector<PdfRow> rowsOf(PdfRegion region);

/// Whether an item of a list begins with it: "•", "–", "3.", "(b)".
bool isMarker(std::string_view text);

/// Whether the next thing in `text` is a small letter.
bool beginsSmall(std::string_view text);

} // namespace services
