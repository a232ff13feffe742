#pragma once

#include "kernels/ops.h"

#include <cstdint>
#include <optional>

namespace kernels {

/// The rows of one sequence of a SequenceRows, for loops on the host.
class StateRows {
public:
    StateRows(const CachePlacement& placement, const SequenceRows& rows, int64_t sequence)
        : m_positions(placement.positions.data<int32_t>())
        , m_table(placement.pageTables.data<int32_t>() + sequence * placement.pageTables.columns)
        , m_pageSize(placement.pageSize)
        , m_first(rows.first.data<int32_t>()[sequence])
        , m_count(rows.count.data<int32_t>()[sequence])
        , m_kept(rows.kept.data<int32_t>()[sequence])
    {
        CHECK(m_count >= 0 && m_first >= 0 && m_first + m_count <= placement.positions.columns);
    }

    int64_t first() const { return m_first; }
    int64_t end() const { return m_first + m_count; }

    /// How many tokens of this pass are before the one of the row.
    int64_t before(int64_t row) const { return m_positions[row] - m_positions[m_first]; }
    bool isRepeated(int64_t row) const
    {
        return row > m_first && m_positions[row] == m_positions[row - 1];
    }

    /// The page with the state before the first row; nothing if that is zeros.
    std::optional<int64_t> pageBefore() const
    {
        if (m_count == 0 || m_positions[m_first] == 0)
            return std::nullopt;
        return m_table[(m_positions[m_first] - 1) / m_pageSize];
    }

    /// The page that gets the state after the row, if any does.
    std::optional<int64_t> pageAfter(int64_t row) const
    {
        const int64_t next = m_positions[row] + 1;
        if (next > m_kept || (next < m_kept && next % m_pageSize != 0))
            return std::nullopt;
        return m_table[m_positions[row] / m_pageSize];
    }

private:
    const int32_t* m_positions;
    const int32_t* m_table;
    int64_t m_pageSize, m_first, m_count, m_kept;
};

} // namespace kernels
