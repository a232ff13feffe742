#pragma once

#include "engine/layers/weights.h"

namespace engine {

class Step;

/// What an adapter adds to a linear map, beside its untouched weights:
///
///     out += factor · (x · downᵀ) · upᵀ
struct LowRank {
    Weight down; ///< [rank, inputs]
    Weight up; ///< [outputs, rank]
    float factor = 1;

    /// out [tokens, outputs], x [tokens, inputs]
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView x) const;
};

/// The same for an embedding: out[t] += factor · columns[ids[t]] · upᵀ
struct LowRankEmbedding {
    Weight columns; ///< [vocabulary, rank]: `down` transposed, so that a token's is one row
    Weight up; ///< [hidden, rank]
    float factor = 1;

    /// out [tokens, hidden], ids i32 [1, tokens]
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView ids) const;
};

} // namespace engine
