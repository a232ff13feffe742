#pragma once

#include "services/documents/readers/pdf_fragments.h"

#include <optional>
#include <span>
#include <string_view>

namespace services {

/// What is read from top to bottom before the eye goes elsewhere: a column, or what spans the columns
/// above or below them.
using PdfRegion = std::vector<PdfFragment>;

/// The regions of a page whose fragments are in the order of reading, in which columns of text follow
/// each other. Tables stay in one region, for their columns are read row by row.
std::vector<PdfRegion> findRegions(std::vector<PdfFragment> fragments);

/// The fragments that are on one line of a region, from left to right.
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

std::vector<PdfRow> splitRows(PdfRegion region);

/// True if an item of a list begins with it: "•", "–", "3.", "(b)".
bool isMarker(std::string_view text);

/// True if the next thing in `text` is a small letter.
bool beginsSmall(std::string_view text);

/// A table that the first rows of some region make.
struct PdfTable {
    size_t rowCount = 0; ///< of the region's rows, which it takes
    /// Each row of the table: its cells, and each cell's lines.
    std::vector<std::vector<std::vector<PdfFragment>>> rows;
    bool isLabeled = false; ///< two columns, and the second is text: terms and what they mean
};

/// None, if the rows make no table from the first one on.
std::optional<PdfTable> tableAt(std::span<const PdfRow> rows);

} // namespace services
