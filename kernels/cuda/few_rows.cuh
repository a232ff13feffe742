#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/quantized_products.h"

namespace kernels::cuda {

/// Kernels of few rows are short, and begin while others end; those of prompts fill the card.
inline Start startFor(int64_t rows)
{
    return rows <= mostQuantizedRows ? Start::WhilePredecessorEnds : Start::AfterPredecessor;
}

} // namespace kernels::cuda
