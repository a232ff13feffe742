#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// How the distances of tokens count in scores (DeBERTa, He et al., 2021, arXiv:2006.03654).
struct RelativePlan {
    int64_t buckets = 0; ///< of distances, on each side
    bool isLogarithmic = false; ///< beyond half of them
    int64_t reach = 0; ///< the distance at which the last of logarithmic buckets ends
    int64_t maxTokens = 0; ///< of a text
    bool addsKeys = false, addsQueries = false; ///< see kernels::RelativeScores
    std::optional<NormPlan> norm = {}; ///< of the table
};

/// The row of the table, which has two times `buckets`, for the distance of a query from a key. With
/// b buckets, of which logarithmic ones cover
///
///     |distance| ≤ b / 2:  row = b + distance
///     else:                row = b ± (b / 2 + ⌈ln(|distance| / (b / 2)) / ln((reach − 1) / (b / 2)) · (b / 2 − 1)⌉)
int64_t relativeRow(const RelativePlan& plan, int64_t distance);

/// The table of distances of a model, normalized, on one device, to be projected by the layers.
class RelativePositions {
public:
    /// Loads the tensors rel_embd.weight [2 · buckets, hidden] and rel_embd_norm.
    RelativePositions(const Weights& weights, const RelativePlan& plan, int64_t hidden);

    const RelativePlan& plan() const { return m_plan; }
    kernels::TensorView table() const { return m_table; } ///< f32 [2 · buckets, hidden]
    kernels::TensorView rows() const { return m_rows; } ///< see kernels::RelativeScores

private:
    RelativePlan m_plan;
    kernels::Tensor m_table, m_rows;
};

} // namespace engine
