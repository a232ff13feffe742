#pragma once

#include "engine/layers/weights.h"

namespace engine {

class Step;

/// What an adapter adds to a linear layer whose own weights stay as they are (LoRA, Hu et al.,
/// 2021, arXiv:2106.09685):
///
///     out += factor · (x · downᵀ) · upᵀ
struct LowRank {
    Weight down; ///< [rank, inputs]
    Weight up; ///< [outputs, rank]
    float factor = 1;

    /// Shapes: out [tokens, outputs], x [tokens, inputs].
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView x) const;
};

/// What an adapter adds to an embedding: out[t] += factor · columns[ids[t]] · upᵀ
struct LowRankEmbedding {
    /// [vocabulary, rank]: the transpose of `down`, so that the column of a token is one row.
    Weight columns;
    Weight up; ///< [hidden, rank]
    float factor = 1;

    /// Shapes: out [tokens, hidden], ids i32 [1, tokens].
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView ids) const;
};

} // namespace engine
