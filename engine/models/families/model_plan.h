#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"

#include <cstdint>
#include <vector>

namespace engine {

/// What follows the blocks of a decoder: logits = scale · norm(hidden) · headᵀ, then, with a cap,
/// cap · tanh(logits / cap).
struct HeadPlan {
    int64_t vocabulary = 0; ///< rows of the head and of the embedding matrix
    bool isEmbedding = false; ///< the head is the embedding matrix
    NormPlan norm = {};
    float scale = 1; ///< Granite, Cohere
    float cap = 0; ///< Gemma 2; 0: none. No device computes it yet; see requireRunnable().
};

/// How a decoder is put together: embeddings, blocks, a norm, a head. Data; made by a family's
/// record. Blocks need not be equal: each says which rotation turns its heads, how far it sees and
/// what its MLP is.
struct ModelPlan {
    int64_t hidden = 0; ///< width of the residual stream
    float embeddingScale = 1; ///< of tokens' rows; those of pictures come as they are (Gemma)
    std::vector<BlockPlan> blocks;
    std::vector<RotaryPlan> rotaries; ///< that AttentionPlan::rotary counts; all of as many axes
    HeadPlan head;
};

/// How many numbers a row's position has: as many as its rotations read, 1 if there are none.
int64_t axesOf(const ModelPlan& plan);

/// What the blocks want to know of every row of a pass.
RowPlan rowPlanOf(const ModelPlan& plan);

/// How many numbers a pass keeps at once of each of its tokens, in the scratch memory of a device.
int64_t scratchColumns(const ModelPlan& plan);

/// Throws Error{Unsupported} with what the plan asks for where nothing computes that yet.
void requireRunnable(const ModelPlan& plan);

} // namespace engine
