#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <vector>

namespace kernels::cuda {

/// Four runs of 32 activations, packed for products with quantised weights. Value i of run r is
/// scales[r] · bytes[r][i]; sums[r] holds the sums of the values of its two halves. The size is an
/// odd multiple of 16 bytes, so that lanes that read neighbouring pieces use all banks of shared
/// memory.
struct ActivationPiece {
    int8_t bytes[4][32];
    float scales[4];
    float sums[4][2];
};
static_assert(sizeof(ActivationPiece) == 176);

inline constexpr int runsPerPiece = 4;

/// The packed form of the rows that products read. The kernel of a norm also packs what it writes;
/// that form is used as long as only products follow in the stream.
class PackedActivations {
public:
    /// The stream must outlive it.
    explicit PackedActivations(DeviceStream& stream)
        : m_stream(stream)
    {
    }

    /// The number of pieces of a row, of which the last may be filled only partly.
    static int64_t piecesOf(TensorView x)
    {
        return (x.columns / 32 + runsPerPiece - 1) / runsPerPiece;
    }

    /// The packed form of x, which has rows of a multiple of 32 numbers, row by row.
    const ActivationPiece* of(TensorView x);

    /// Where the kernel that writes x should put its packed form, or null if x is not to be packed.
    /// keep() must be called when that kernel has been launched.
    ActivationPiece* placeFor(TensorView x);

    /// Must be called after the launches of an operation that did not change the rows that were
    /// packed last.
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
