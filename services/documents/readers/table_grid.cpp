#include "services/documents/readers/table_grid.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr size_t maxSpan = 1000; // columns, as in HTML
constexpr size_t maxRepeated = 200; // bytes; longer cells are not repeated in other rows

} // namespace

void TableGrid::cell(std::string text, size_t columns, size_t rows)
{
    while (m_covered == Covered::Omitted && isCovered(column()))
        cover();
    columns = std::clamp<size_t>(columns, 1, maxSpan);
    if (column() + columns > (m_covered == Covered::Omitted ? maxSpan : maxColumns))
        return;
    m_hasText |= !text.empty();
    const size_t first = column(), end = first + columns;
    if (m_spans.size() < end && rows > 1)
        m_spans.resize(end);
    for (size_t each = first; each < std::min(end, m_spans.size()); ++each)
        m_spans[each] = {};
    if (rows > 1) {
        const size_t further = rows == untilEnd ? rows : std::min<size_t>(rows, 1 << 20);
        for (size_t each = first; each < end; ++each)
            m_spans[each].rows = further;
        if (text.size() <= maxRepeated)
            m_spans[first].text = text;
    }
    m_cells.push_back(std::move(text));
    m_cells.resize(end);
}

void TableGrid::cover(size_t columns)
{
    for (; columns > 0 && column() < maxColumns; --columns)
        m_cells.push_back(isCovered(column()) ? m_spans[column()].text : std::string());
}

void TableGrid::seek(size_t column)
{
    if (column < maxColumns && column > m_cells.size())
        cover(column - m_cells.size());
}

void TableGrid::endRow()
{
    while (isCovered(column()) && m_spans[column()].rows != untilEnd)
        cover();
    for (size_t each = 0; each < m_spans.size(); ++each) {
        size_t& rows = m_spans[each].rows;
        if (rows == untilEnd ? each >= column() : rows > 0)
            rows = rows == untilEnd ? 0 : rows - 1;
    }
    while (!m_spans.empty() && m_spans.back().rows == 0)
        m_spans.pop_back();
    if (std::exchange(m_hasText, false))
        m_writer.tableRow(m_cells);
    m_cells.clear();
}

void TableGrid::skipRows(size_t rows)
{
    for (Span& span : m_spans)
        if (span.rows != untilEnd)
            span.rows -= std::min(span.rows, rows);
}

} // namespace services
