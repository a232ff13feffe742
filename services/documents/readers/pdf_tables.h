#pragma once

#include "services/documents/readers/pdf_rows.h"

#include <optional>
#include <span>

namespace services {

/// A table that the first rows of some region make.
struct PdfTable {
    size_t rowCount = 0; ///< of the region's rows, which it takes
    /// Each row of the table: its cells, and each cell's lines.
    std::vector<std::vector<std::vector<PdfFragment>>> rows;
    bool isLabelled = false; ///< two columns, and the second is text: terms and what they mean
};

/// None, if the rows make no table from the first one on.
std::optional<PdfTable> tableAt(std::span<const PdfRow> rows);

} // namespace services
