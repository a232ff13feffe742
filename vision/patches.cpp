#include "vision/patches.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

int64_t patchCount(std::span<const PatchGrid> grids)
{
    int64_t count = 0;
    for (const PatchGrid& grid : grids)
        count += grid.count();
    return count;
}

} // namespace

int64_t Patches::count() const
{
    return patchCount(grids);
}

void Patches::add(std::span<const float> pixels, int64_t height, int64_t width)
{
    addFrames(std::vector(size_t(frames), pixels), height, width);
}

void Patches::addStep(std::span<const std::vector<float>> step, int64_t height, int64_t width)
{
    addFrames({step.begin(), step.end()}, height, width);
}

void Patches::addFrames(
    const std::vector<std::span<const float>>& step, int64_t height, int64_t width)
{
    CHECK(side > 0 && int64_t(step.size()) == frames);
    for (const std::span<const float> pixels : step)
        CHECK(int64_t(pixels.size()) == 3 * height * width);
    const PatchGrid grid{1, height / side, width / side};
    grids.push_back(grid);
    values.reserve(values.size() + size_t(grid.count() * numbers()));
    for (int64_t top = 0; top < grid.height * side; top += side)
        for (int64_t left = 0; left < grid.width * side; left += side)
            for (int64_t plane = 0; plane < 3 * frames; ++plane)
                for (int64_t y = top; y < top + side; ++y) {
                    const float* start = step[size_t(plane % frames)].data()
                        + (plane / frames * height + y) * width + left;
                    values.insert(values.end(), start, start + side);
                }
}

void Patches::append(const Patches& others)
{
    CHECK(others.side == side && others.frames == frames && others.rowOrder.empty());
    grids.insert(grids.end(), others.grids.begin(), others.grids.end());
    values.insert(values.end(), others.values.begin(), others.values.end());
}

Patches Patches::some(size_t first, size_t count) const
{
    const std::span all(grids);
    const int64_t before = patchCount(all.first(first)) * numbers();
    const int64_t own = patchCount(all.subspan(first, count)) * numbers();
    return {side, {grids.begin() + ptrdiff_t(first), grids.begin() + ptrdiff_t(first + count)},
        {values.begin() + before, values.begin() + before + own}, frames};
}

namespace {

class Writer {
public:
    Writer(RowOrder& order, const VisionConfig& config)
        : m_order(order)
        , m_merged(config.scaleFactor)
        , m_inner(config.innerScale > 1 ? config.innerScale : m_merged)
        , m_hasInnerMerge(config.innerScale > 1)
        , m_side(m_hasInnerMerge ? m_merged
                                 : config.windowSide / config.patchSize / m_merged * m_merged)
    {
    }

    // The lines of the steps of a video are one below the other.
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
        if (!m_hasInnerMerge)
            m_order.windows.push_back((bottom - top) * (right - left));
    }

    // The patches that become one row of the prompt.
    void addRow(int64_t firstPatch, int64_t width)
    {
        for (int64_t y = 0; y < m_merged; y += m_inner)
            for (int64_t x = 0; x < m_merged; x += m_inner)
                addInner(firstPatch + y * width + x, width);
    }

    void addInner(int64_t firstPatch, int64_t width)
    {
        for (int64_t y = 0; y < m_inner; ++y)
            for (int64_t x = 0; x < m_inner; ++x)
                m_order.patchOfRow.push_back(int32_t(firstPatch + y * width + x));
        if (m_hasInnerMerge)
            m_order.windows.push_back(m_inner * m_inner);
    }

    RowOrder& m_order;
    int64_t m_merged, m_inner; // in patches
    bool m_hasInnerMerge;
    int64_t m_side; // of a window, in patches
    int64_t m_firstPatch = 0;
};

} // namespace

RowOrder RowOrder::of(std::span<const PatchGrid> grids, const VisionConfig& config)
{
    RowOrder order;
    if (config.windowSide == 0 && config.innerScale <= 1)
        return order;
    Writer writer(order, config);
    for (const PatchGrid& grid : grids)
        writer.add(grid);
    order.rowOfPatch.resize(order.patchOfRow.size());
    for (size_t row = 0; row < order.patchOfRow.size(); ++row)
        order.rowOfPatch[size_t(order.patchOfRow[row])] = int32_t(row);
    return order;
}

// Each of `count` matrices [rows, columns] as [columns, rows].
std::vector<float> transposed(
    const std::vector<float>& numbers, int64_t count, int64_t rows, int64_t columns)
{
    std::vector<float> out;
    out.reserve(numbers.size());
    for (int64_t matrix = 0; matrix < count; ++matrix)
        for (int64_t column = 0; column < columns; ++column)
            for (int64_t row = 0; row < rows; ++row)
                out.push_back(numbers[size_t((matrix * rows + row) * columns + column)]);
    return out;
}

namespace {

// What a position of an axis takes from the positions of the table.
struct Taps {
    std::vector<int64_t> positions;
    std::vector<float> weights;
};

// Interpolates between two neighbors; the first and the last position coincide with those of the
// table.
Taps bilinear(int64_t position, int64_t positions, int64_t side)
{
    const float at = positions > 1 ? float(position) * (float(side - 1) / float(positions - 1)) : 0;
    const auto low = std::min(int64_t(at), side - 1);
    const float share = at - float(low);
    return {{low, std::min(low + 1, side - 1)}, {1 - share, share}};
}

// Interpolates between two neighbors from the centers of positions; what is beyond the edge is
// clamped to it, or counts nothing.
Taps bilinearFromCenters(int64_t position, int64_t positions, int64_t side, bool clamps)
{
    const float at = (float(position) + 0.5f) * float(side) / float(positions) - 0.5f;
    const auto low = int64_t(std::floor(at));
    Taps taps;
    for (const int64_t tap : {low, low + 1}) {
        const bool isThere = tap >= 0 && tap < side;
        taps.positions.push_back(std::clamp<int64_t>(tap, 0, side - 1));
        taps.weights.push_back(isThere || clamps ? 1 - std::abs(at - float(tap)) : 0);
    }
    return taps;
}

Taps bilinearToEdges(int64_t position, int64_t positions, int64_t side)
{
    return bilinearFromCenters(position, positions, side, true);
}

Taps bilinearOverZeros(int64_t position, int64_t positions, int64_t side)
{
    return bilinearFromCenters(position, positions, side, false);
}

// Keys's cubic of a distance (1981), with the factor that torch's grid_sample has.
float cubic(float distance)
{
    constexpr float a = -0.75f;
    const float x = std::abs(distance);
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

// Interpolates between four neighbors from the centers of positions; those beyond the edge are
// clamped to it.
Taps bicubic(int64_t position, int64_t positions, int64_t side)
{
    const float at = (float(position) + 0.5f) / float(positions) * float(side) - 0.5f;
    const auto low = int64_t(std::floor(at));
    Taps taps;
    for (int64_t i = 0; i < 4; ++i) {
        taps.positions.push_back(std::clamp<int64_t>(low - 1 + i, 0, side - 1));
        taps.weights.push_back(cubic(at - float(low - 1 + i)));
    }
    return taps;
}

// A triangle around the middle of the position, as wide as two positions of the grid or the table.
Taps smoothed(int64_t position, int64_t positions, int64_t side)
{
    const double scale = double(side) / double(positions), reach = std::max(1.0, scale);
    const double middle = (double(position) + 0.5) * scale;
    const auto first = std::max<int64_t>(0, int64_t(middle - reach + 0.5));
    const auto end = std::min(side, int64_t(middle + reach + 0.5));
    Taps taps;
    double sum = 0;
    for (int64_t at = first; at < end; ++at) {
        const double weight = std::max(0.0, 1 - std::abs((double(at) - middle + 0.5) / reach));
        taps.positions.push_back(at);
        taps.weights.push_back(float(weight));
        sum += weight;
    }
    for (float& weight : taps.weights)
        weight = float(double(weight) / sum);
    return taps;
}

Taps (*between(TowerPlan::Positions kind))(int64_t, int64_t, int64_t)
{
    switch (kind) {
    case TowerPlan::Positions::Smoothed:
        return smoothed;
    case TowerPlan::Positions::Bicubic:
        return bicubic;
    case TowerPlan::Positions::BilinearEdges:
        return bilinearToEdges;
    case TowerPlan::Positions::BilinearZeros:
        return bilinearOverZeros;
    default:
        return bilinear;
    }
}

std::vector<Taps> makeTaps(TowerPlan::Positions kind, int64_t positions, int64_t side)
{
    std::vector<Taps> taps;
    for (int64_t position = 0; position < positions; ++position)
        taps.push_back(between(kind)(position, positions, side));
    return taps;
}

} // namespace

PositionTable::PositionTable(std::vector<float> numbers, int64_t side, const TowerPlan& plan)
    : m_numbers(std::move(numbers))
    , m_side(side)
    , m_hidden(int64_t(m_numbers.size()) / (side * side))
    , m_positions(plan.positions)
    , m_exchangesSides(plan.exchangesSides)
{
}

void PositionTable::append(std::vector<float>& out, const PatchGrid& grid) const
{
    const int64_t height = m_exchangesSides ? grid.width : grid.height;
    const int64_t width = m_exchangesSides ? grid.height : grid.width;
    const std::vector<Taps> rows = makeTaps(m_positions, height, m_side);
    const std::vector<Taps> columns = makeTaps(m_positions, width, m_side);
    for (int64_t patch = 0; patch < grid.count(); ++patch) {
        const Taps& row = rows[size_t(patch / width % height)];
        const Taps& column = columns[size_t(patch % width)];
        out.resize(out.size() + size_t(m_hidden));
        float* sum = out.data() + out.size() - m_hidden;
        for (size_t y = 0; y < row.positions.size(); ++y)
            for (size_t x = 0; x < column.positions.size(); ++x) {
                const float weight = row.weights[y] * column.weights[x];
                const float* learned = m_numbers.data()
                    + (row.positions[y] * m_side + column.positions[x]) * m_hidden;
                for (int64_t i = 0; i < m_hidden; ++i)
                    sum[i] += weight * learned[i];
            }
    }
}

} // namespace vision
