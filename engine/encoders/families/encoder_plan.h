#pragma once

#include "engine/layers/block.h"
#include "engine/layers/relative_positions.h"
#include "engine/layers/step.h"
#include "engine/models/families/model_plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// What follows the blocks of an encoder that scores texts or tokens:
///
///     logits = output(norm(activation(dense(x))))
///
/// where x is the vector of a text or the row of a token.
struct EncoderHeadPlan {
    bool hasDense = false; ///< with the activation of the configuration
    bool hasNorm = false;
    NormPlan norm = {};
};

/// The parts of an encoder: embeddings, blocks over whole texts, a head. The record of a family
/// makes it.
struct EncoderPlan {
    /// Blocks, rotations, the factor of embeddings, and the norm behind the blocks; its head is used
    /// only for labels that are tokens.
    ModelPlan model;
    bool hasOutputNorm = false;

    bool hasPositions = false; ///< a table of positions is added to the embeddings
    bool hasTokenTypes = false; ///< the same of token types
    std::optional<NormPlan> embeddingNorm;

    /// What rows see of their text; AttentionPlan::spans is an index into it.
    std::vector<SpanWindow> windows{SpanWindow()};
    std::optional<RelativePlan> relative;

    EncoderHeadPlan ofTexts, ofTokens; ///< the heads of these tasks
};

} // namespace engine
