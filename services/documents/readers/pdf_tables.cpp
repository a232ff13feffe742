#include "services/documents/readers/pdf_tables.h"

#include <algorithm>

namespace services {

namespace {

struct Column {
    float left, right;
};

bool overlap(const Column& column, const PdfFragment& cell)
{
    return column.left < cell.box.right() && cell.box.x < column.right;
}

// Columns with the room that the cells of one more row take; cells that overlap share one.
std::vector<Column> widened(std::vector<Column> columns, const PdfRow& row)
{
    for (const PdfFragment& cell : row.cells) {
        Column merged{cell.box.x, cell.box.right()};
        std::erase_if(columns, [&](const Column& column) {
            if (!overlap(column, cell))
                return false;
            merged.left = std::min(merged.left, column.left);
            merged.right = std::max(merged.right, column.right);
            return true;
        });
        columns.push_back(merged);
    }
    std::ranges::sort(columns, {}, &Column::left);
    return columns;
}

bool isItem(const PdfRow& row)
{
    return row.cells.size() == 2 && isMarker(row.cells[0].text);
}

bool hasCells(const PdfRow& row)
{
    return row.cells.size() > 1 && !isItem(row);
}

size_t columnOf(const std::vector<Column>& columns, const PdfFragment& cell)
{
    const auto found = std::ranges::find_if(
        columns, [&](const Column& column) { return overlap(column, cell); });
    return size_t(found - columns.begin());
}

// A cell went on below: nothing in the first column, and no wider gap than between lines.
bool continues(const PdfRow& row, const PdfRow& before, const std::vector<Column>& columns)
{
    if (columns.size() < 2 || row.top() - before.bottom() > 0.7F * row.size()
        || row.left() < columns[1].left - 1)
        return false;
    return std::ranges::all_of(row.cells,
        [&](const PdfFragment& cell) { return columnOf(columns, cell) < columns.size(); });
}

struct Extent {
    std::vector<Column> columns;
    size_t rowCount = 0; // of the region's rows
    size_t tableRows = 0; // those that begin a row of the table
    size_t cellCount = 0;
};

// As many rows as can stand in the same columns.
Extent extentOf(std::span<const PdfRow> rows)
{
    Extent extent{widened({}, rows[0]), 1, 1, rows[0].cells.size()};
    for (const PdfRow& row : rows.subspan(1)) {
        const PdfRow& before = rows[extent.rowCount - 1];
        if (!continues(row, before, extent.columns)) {
            const bool isFar = row.top() - before.bottom() > 3 * row.size();
            std::vector<Column> columns = widened(extent.columns, row);
            if (!hasCells(row) || isFar || columns.size() < 2
                || columns.size() + 1 < extent.columns.size())
                break;
            extent.columns = std::move(columns);
            ++extent.tableRows;
            extent.cellCount += row.cells.size();
        }
        ++extent.rowCount;
    }
    return extent;
}

// Long texts beside short ones.
bool isLabelled(const PdfTable& table, size_t columns)
{
    if (columns != 2)
        return false;
    constexpr size_t longText = 80;
    size_t longOnes = 0;
    for (const auto& row : table.rows) {
        size_t length = 0;
        for (const PdfFragment& line : row[1])
            length += line.text.size();
        longOnes += length > longText;
    }
    return longOnes * 2 > table.rows.size();
}

} // namespace

std::optional<PdfTable> tableAt(std::span<const PdfRow> rows)
{
    if (rows.empty() || !hasCells(rows[0]))
        return std::nullopt;
    const Extent extent = extentOf(rows);
    const size_t columns = extent.columns.size();
    if (extent.tableRows < 2 || columns < 2 || extent.cellCount * 2 < extent.tableRows * columns)
        return std::nullopt;
    PdfTable table{extent.rowCount, {}, false};
    for (size_t row = 0; row < extent.rowCount; ++row) {
        const bool goesOn = row > 0 && continues(rows[row], rows[row - 1], extent.columns);
        if (!goesOn)
            table.rows.emplace_back(columns);
        for (const PdfFragment& cell : rows[row].cells)
            table.rows.back()[columnOf(extent.columns, cell)].push_back(cell);
    }
    table.isLabelled = isLabelled(table, columns);
    return table;
}

} // namespace services
