#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"

#include <cstdint>

namespace engine {

/// How a decoder is put together: embeddings, `layers` equal blocks, a norm, a head. Data; made by
/// the plan function of a family (engine/models/architectures).
struct ModelPlan {
    BlockPlan block;
    RotaryPlan rotary;
    int64_t layers = 0;
    int64_t vocabulary = 0;
    bool tiedEmbeddings = false; ///< the head is the embedding matrix
};

/// What its blocks want to know of every row of a pass.
inline RowPlan rowPlanOf(const ModelPlan& plan)
{
    return RowPlan::of({&plan.block, 1}, plan.rotary.axes);
}

} // namespace engine
