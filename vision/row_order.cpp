#include "vision/row_order.h"

#include <algorithm>

namespace vision {

namespace {

class Writer {
public:
    Writer(RowOrder& order, const VisionConfig& config)
        : m_order(order)
        , m_merged(config.scaleFactor)
        , m_side(config.windowSide / config.patchSize / m_merged * m_merged)
    {
    }

    // The lines of the steps of a film stand one below the other.
    void add(const PatchGrid& grid)
    {
        for (int64_t step = 0; step < grid.time; ++step)
            for (int64_t top = 0; top < grid.height; top += m_side)
                for (int64_t left = 0; left < grid.width; left += m_side)
                    addWindow(grid, step * grid.height, top, left);
        m_firstPatch += grid.count();
    }

private:
    void addWindow(const PatchGrid& grid, int64_t firstLine, int64_t top, int64_t left)
    {
        const int64_t bottom = std::min(top + m_side, grid.height);
        const int64_t right = std::min(left + m_side, grid.width);
        for (int64_t y = top; y < bottom; y += m_merged)
            for (int64_t x = left; x < right; x += m_merged)
                addRow(m_firstPatch + (firstLine + y) * grid.width + x, grid.width);
        m_order.windows.push_back((bottom - top) * (right - left));
    }

    // The patches that become one row of the prompt.
    void addRow(int64_t firstPatch, int64_t width)
    {
        for (int64_t y = 0; y < m_merged; ++y)
            for (int64_t x = 0; x < m_merged; ++x)
                m_order.patchOfRow.push_back(int32_t(firstPatch + y * width + x));
    }

    RowOrder& m_order;
    int64_t m_merged, m_side; // in patches
    int64_t m_firstPatch = 0;
};

} // namespace

RowOrder RowOrder::of(std::span<const PatchGrid> grids, const VisionConfig& config)
{
    RowOrder order;
    if (config.windowSide == 0)
        return order;
    Writer writer(order, config);
    for (const PatchGrid& grid : grids)
        writer.add(grid);
    order.rowOfPatch.resize(order.patchOfRow.size());
    for (size_t row = 0; row < order.patchOfRow.size(); ++row)
        order.rowOfPatch[size_t(order.patchOfRow[row])] = int32_t(row);
    return order;
}

} // namespace vision
