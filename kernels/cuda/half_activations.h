#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <map>

namespace kernels::cuda {

/// The destination of the rounded copy of an f32 matrix that a kernel computes: row by row without
/// gaps, four neighboring numbers at a time.
struct HalfForm {
    void* numbers = nullptr; ///< __half or __nv_bfloat16; null if there is no copy to store
    bool isBfloat = false;
};

/// The outputs of an element-by-element kernel: the numbers, a rounded copy of them, or both.
struct Stores {
    bool numbers = true;
    HalfForm half = {};
};

/// The rounded copy (f16 or bf16) of the rows that a product of more than maxQuantizedRows rows
/// reads. A kernel that writes rows of a length that products have read before stores the copy as
/// well, which saves a pass over the rows. The copy is valid as long as only products follow in the
/// stream. This class does for many rows what PackedActivations does for few.
class HalfActivations {
public:
    /// The stream must outlive it.
    explicit HalfActivations(DeviceStream& stream)
        : m_stream(stream)
    {
    }

    /// The rows of x in `type`: x itself for f32, otherwise the stored copy, made now if there is
    /// none. Valid until the next call of any member but keep().
    TensorView of(TensorView x, DType type);

    /// Returns the destination of the copy for the kernel that writes x. `numbers` is null if no
    /// product has read rows of this length, if x has few rows, or if canStore(x) is false. keep()
    /// must be called when that kernel has been launched.
    HalfForm formFor(TensorView x);

    /// Does the same for rows that the caller multiplies next. copy() then returns the copy, whose
    /// content is undefined until it has been stored. `type` must be f16 or bf16, and canStore(x)
    /// true.
    HalfForm formFor(TensorView x, DType type);
    TensorView copy() const { return m_copy; }

    /// Whether kernels can store a copy of such rows.
    static bool canStore(TensorView x) { return x.columns % 4 == 0; }

    /// Must be called after the launches of an operation that did not change the rows that were
    /// copied last.
    void keep() { m_uses = m_stream.uses(); }

private:
    bool isCurrent(TensorView x, DType type) const;
    HalfForm allocate(TensorView x, DType type);

    DeviceStream& m_stream;
    TensorView m_source, m_copy; // the rows that were copied last, and where the copy is
    uint64_t m_uses = 0; // DeviceStream::uses() when the copy was valid
    std::map<int64_t, DType> m_wanted; // by the length of rows: the type that a product read last
};

/// The sums of the first layers of an MLP, in f16, and the operation that makes them the input of
/// the last layer: activation(sums + bias) or, with `up`, activation(sums + bias) · (up + upBias).
struct HalfSums {
    TensorView sums, bias; ///< f16 [tokens, inner], f32 [1, inner]; an empty bias adds nothing
    TensorView up = {}, upBias = {}; ///< the same of the other factor; empty: none
    Activation activation = Activation::Silu;
};

/// Launches a kernel that stores the result in `out`. Sums beyond the range of f16 count as ±65504.
/// canTakeEights() must be true.
void activateHalves(DeviceStream& stream, const HalfSums& sums, const HalfForm& out);

/// Whether activateHalves() takes f16 in the memory of such an f32 matrix.
bool canTakeEights(TensorView x);

} // namespace kernels::cuda
