#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ui {

/// The heights of many rows in pixels, estimated or measured. Sums and searches take logarithmic
/// time (a Fenwick tree).
class RowHeights {
public:
    void append(int height);
    void clear();

    void set(int row, int height);
    int height(int row) const { return m_heights[size_t(row)]; }

    int count() const { return int(m_heights.size()); }
    int64_t top(int row) const; ///< the sum of the heights above the row, which may be count()
    int64_t total() const { return top(count()); }

    /// The row at this pixel; below all rows the last one; −1 if there are no rows.
    int rowAt(int64_t y) const;

private:
    std::vector<int> m_heights;
    std::vector<int64_t>
        m_sums; // m_sums[i]: of the (i & −i) rows that end with row i − 1; [0] unused
};

} // namespace ui
