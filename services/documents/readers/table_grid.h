#pragma once

#include "services/documents/readers/document_writer.h"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace services {

/// Gives the rows of a table whose cells may span rows and columns to the writer: a cell that spans
/// rows is repeated in each of them, one that spans columns is followed by empty ones, so that every
/// value is under the head of its column.
class TableGrid {
public:
    /// How a file tells the cells that a spanning one covers: HTML leaves them out, the others write
    /// them (calls of cover()), though not always all.
    enum class Covered { Omitted, Written };

    static constexpr size_t maxColumns = 16'384;
    static constexpr size_t untilEnd = std::numeric_limits<size_t>::max(); ///< of the covered cells

    TableGrid(DocumentWriter& writer, Covered covered)
        : m_writer(writer)
        , m_covered(covered)
    {
    }

    /// The next cell of the row. Spans of any size may be passed; they are cut.
    void cell(std::string text, size_t columns = 1, size_t rows = 1);

    /// Cells that a cell of the rows above covers, or that are empty.
    void cover(size_t columns = 1);

    /// Covers up to this column, from 0.
    void seek(size_t column);

    size_t column() const { return m_cells.size(); }

    /// Ends the row, which is written unless its own cells have no text.
    void endRow();

    /// Passes rows that have no cells.
    void skipRows(size_t rows);

private:
    /// A cell that goes on below, at its first column.
    struct Span {
        std::string text;
        size_t rows = 0; // that it covers, the one being read among them
    };

    bool isCovered(size_t column) const
    {
        return column < m_spans.size() && m_spans[column].rows > 0;
    }

    DocumentWriter& m_writer;
    Covered m_covered;
    std::vector<std::string> m_cells; // of the row
    bool m_hasText = false;
    std::vector<Span> m_spans; // by column
};

} // namespace services
