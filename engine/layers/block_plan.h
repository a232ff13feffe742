#pragma once

#include "kernels/ops.h"

#include <cstdint>

namespace engine {

/// What one block of a decoder is: the choices of its family and the sizes of this model. Data; the
/// layers read it when they load.
struct BlockPlan {
    int64_t hidden = 0; ///< width of the residual stream
    int64_t feedForward = 0;
    kernels::AttentionShape attention;

    float normEpsilon = 1e-5f;
    kernels::RotaryStyle rotary = kernels::RotaryStyle::Halves;
    kernels::Activation activation = kernels::Activation::Silu;
    bool biasOnQkv = false; ///< the file must hold them; any other bias it holds is used as well
    bool pairedHeads = false; ///< the file moved the rows of q and k from halves, as the model was
                              ///< trained, to pairs: llama.cpp's converter does so for Llama
    bool normQueryAndKey = false; ///< an RMS norm over each head of q and k, before the rotation

    int64_t queryColumns() const { return int64_t(attention.heads) * attention.headDim; }
    int64_t keyColumns() const { return int64_t(attention.kvHeads) * attention.headDim; }
};

} // namespace engine
