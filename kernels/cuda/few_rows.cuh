#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/quantized_products.h"

namespace kernels::cuda {

/// Kernels for few rows are short, so they start while their predecessors end; those of prompts
/// fill the GPU.
inline Start startFor(int64_t rows)
{
    return rows <= maxQuantizedRows ? Start::WhilePredecessorEnds : Start::AfterPredecessor;
}

} // namespace kernels::cuda
