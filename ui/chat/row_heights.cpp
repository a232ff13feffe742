#include "ui/chat/row_heights.h"

#include <algorithm>
#include <bit>

namespace ui {

void RowHeights::append(int height)
{
    if (m_sums.empty())
        m_sums.push_back(0);
    m_heights.push_back(height);
    const size_t node = m_heights.size();
    m_sums.push_back(top(int(node)) - top(int(node - (node & (~node + 1)))));
}

void RowHeights::clear()
{
    m_heights.clear();
    m_sums.clear();
}

void RowHeights::set(int row, int height)
{
    const int64_t change = height - m_heights[size_t(row)];
    m_heights[size_t(row)] = height;
    for (size_t node = size_t(row) + 1; node < m_sums.size(); node += node & (~node + 1))
        m_sums[node] += change;
}

int64_t RowHeights::top(int row) const
{
    int64_t sum = 0;
    size_t node = size_t(row);
    if (node == m_sums.size() && node > 0) { // the row that is being appended
        sum = m_heights[--node];
    }
    for (; node > 0; node &= node - 1)
        sum += m_sums[node];
    return sum;
}

int RowHeights::rowAt(int64_t y) const
{
    if (m_heights.empty())
        return -1;
    size_t before = 0; // rows that end above y
    for (size_t step = std::bit_floor(m_heights.size()); step > 0; step /= 2) {
        if (before + step < m_sums.size() && m_sums[before + step] <= y) {
            before += step;
            y -= m_sums[before];
        }
    }
    return int(std::min(before, m_heights.size() - 1));
}

} // namespace ui
