#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <vector>

namespace kernels::cuda {

/// Four runs of 32 activations, packed for products with quantised weights: value i of run r is
/// scales[r] · bytes[r][i], and sums[r] are the sums of the values of its two halves. The length is
/// an odd multiple of 16 bytes, so that lanes which read neighbouring pieces use all banks.
struct ActivationPiece {
    int8_t bytes[4][32];
    float scales[4];
    float sums[4][2];
};
static_assert(sizeof(ActivationPiece) == 176);

inline constexpr int runsPerPiece = 4;

/// The packed form of the rows that products read. What a norm has just written it packs in the
/// same kernel; that form is used for as long as nothing but products happens in the stream.
class PackedActivations {
public:
    /// The stream must outlive it.
    explicit PackedActivations(DeviceStream& stream)
        : m_stream(stream)
    {
    }

    /// Pieces of one row; the last one may be filled in part.
    static int64_t piecesOf(TensorView x)
    {
        return (x.columns / 32 + runsPerPiece - 1) / runsPerPiece;
    }

    /// The packed form of x [rows, a multiple of 32]: row by row.
    const ActivationPiece* of(TensorView x);

    /// Where the kernel that writes x packs it as well; null if x is not to be packed. Call keep()
    /// when it is launched.
    ActivationPiece* placeFor(TensorView x);

    /// After the launches of an operation that has left the rows packed last as they were.
    void keep();

private:
    bool isCurrent(TensorView x) const;
    ActivationPiece* place(TensorView x);

    DeviceStream& m_stream;
    TensorView m_packed; // what the scratch memory holds
    uint64_t m_uses = 0; // of the stream, when that was so
    std::vector<int64_t> m_wanted; // lengths of rows that products have asked for
};

} // namespace kernels::cuda
