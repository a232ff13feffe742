#pragma once

#include "vision/tower_weights.h"
#include "vision/towers/vision_config.h"

namespace vision {

/// What the blocks of a tower work in, for so many rows; made once, used by every block.
struct BlockScratch {
    BlockScratch(kernels::Backend& backend, const VisionConfig& config, int64_t rows);

    kernels::Tensor normed, query, key, value, attended; ///< [rows, hidden]
    kernels::Tensor wide; ///< [rows, feedForward]
};

/// hidden += attention(norm(hidden)); hidden += mlp(norm(hidden))
///   attention  within each tile, in both directions, with biases
///   mlp        ffn_down · activation(ffn_up · x)
class VisionBlock {
public:
    VisionBlock(const WeightLoader& loader, const VisionConfig& config, int64_t index);

    /// hidden [tiles · rowsPerTile, hidden]
    void forward(kernels::Ops& ops, kernels::TensorView hidden, int64_t rowsPerTile,
        const BlockScratch& scratch) const;

private:
    NormWeights m_attentionNorm, m_mlpNorm;
    LinearWeights m_query, m_key, m_value, m_out;
    LinearWeights m_up, m_down;
    kernels::AttentionShape m_shape;
    kernels::Activation m_activation;
    float m_epsilon;
};

} // namespace vision
