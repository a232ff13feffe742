#pragma once

#include "engine/config/model_config.h"
#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"

#include <cstdint>
#include <vector>

namespace engine {

/// What follows the blocks of a decoder: logits = scale · norm(hidden) · headᵀ and then, if there
/// is a cap, cap · tanh(logits / cap).
struct HeadPlan {
    int64_t vocabulary = 0; ///< rows of the head and of the embedding matrix
    bool isEmbedding = false; ///< the head is the embedding matrix
    NormPlan norm = {};
    float scale = 1; ///< Granite, Cohere
    float cap = 0; ///< Gemma 2; 0: none
};

/// The parts of a decoder: embeddings, blocks, a norm, a head. The record of a family makes it.
/// Blocks need not be equal: each has its rotation, its reach and its MLP.
struct ModelPlan {
    int64_t hidden = 0; ///< the width of the residual stream
    float embeddingScale = 1; ///< of the rows of tokens, not of those of images (Gemma)
    /// The epsilon of an RMS norm without a weight of the rows of tokens; 0: there is none.
    float embeddingEpsilon = 0;
    std::vector<BlockPlan> blocks;
    LayerInputsPlan inputs; ///< the same as that of every block
    std::vector<RotaryPlan> rotaries; ///< AttentionPlan::rotary is an index into it
    HeadPlan head;
};

/// The number of numbers that a row's position has: as many as its rotations read, 1 if there are
/// none.
int64_t axisCount(const ModelPlan& plan);

/// What the blocks want to know of every row of a pass.
RowPlan makeRowPlan(const ModelPlan& plan);

/// How many numbers per token a pass holds at the same time in the scratch memory of a device.
int64_t scratchColumns(const ModelPlan& plan);

/// States what must hold of the parts of a plan (CHECK).
void checkPlan(const ModelPlan& plan);

/// The plan from which families state their differences: equal blocks with RMS norms before
/// attention and MLP, a gated MLP or, if the configuration has them, experts, biases only if
/// attention_bias says so, a rotation of halves over the rotary dimensions, by sections if it has
/// any, in all layers but those that the configuration names, windows in those that it names, and
/// its factors; scores are divided by √headDim if it has none for them. Throws Error{Unsupported}
/// for an unknown activation.
ModelPlan defaultPlan(const ModelConfig& config);

/// The Mamba-2 mixer of a configuration.
MambaPlan mambaPlan(const ModelConfig& config);

/// The same for families whose queries and keys llama.cpp's converter reorders, so that rotated
/// numbers are neighbors in GGUF files.
ModelPlan pairedPlan(const ModelConfig& config);

/// The same with a norm of the queries and keys of each head.
ModelPlan headNormsPlan(const ModelConfig& config);

/// Rotates neighbors instead of halves, in all layers.
void turnNeighbors(ModelPlan& plan);

/// Gives all norms, that of the head too, this kind, and those of the blocks this position.
void setNorms(ModelPlan& plan, NormPlan::Kind kind, NormPlan::Where where);

} // namespace engine
