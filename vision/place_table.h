#pragma once

#include "engine/layers/weights.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"

#include <cstdint>
#include <vector>

namespace vision {

/// Learned positions for a square of patches, on the host, and those of grids of other sizes
/// between them.
class PlaceTable {
public:
    /// `numbers` are [side², hidden].
    PlaceTable(std::vector<float> numbers, int64_t side, TowerPlan::Places places);

    /// Appends the positions of the patches of a grid, row by row: [grid.count(), hidden].
    void append(std::vector<float>& out, const PatchGrid& grid) const;

private:
    std::vector<float> m_numbers;
    int64_t m_side, m_hidden;
    TowerPlan::Places m_places;
};

} // namespace vision
