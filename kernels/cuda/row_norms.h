#pragma once

#include "kernels/cuda/half_activations.h"

namespace kernels::cuda {

/// A norm of rows that stay in registers between the passes over them.
struct RowNorm {
    TensorView out, x; ///< x is the residual stream where there is a delta
    TensorView delta; ///< is added to x before; empty: nothing is
    TensorView weight, bias; ///< an empty bias: an RMS norm
    float epsilon;
};

/// Launches the kernel, which stores the rounded copy of `out` as well if there is a position for it. The
/// order of sums depends only on the length of the rows.
void normRows(DeviceStream& stream, const RowNorm& norm, const HalfForm& half);

/// Whether normRows() supports such rows. RMS norms of few long rows are left to kernels that also
/// pack them.
bool canNormRows(const RowNorm& norm);

} // namespace kernels::cuda
