#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

#include <vector>

namespace kernels::cuda {

/// Four runs of 32 activations, packed for products with quantised weights. Value i of a run is
/// scale · its byte. The bytes of the values 4t … 4t + 3 stand at 8t, those of 16 + 4t … at 8t + 4: a
/// lane of a tensor core reads both at once. The size is an odd multiple of 16 bytes, so that lanes
/// that read neighbouring pieces meet in no bank of the nearest cache.
struct ActivationPiece {
    struct alignas(16) Numbers {
        float scale;
        float halves[2]; ///< the sums of the values of the two halves
        float whole; ///< the sum of both
    };
    int8_t bytes[4][32];
    Numbers numbers[4];
    float unused[4];
};
static_assert(sizeof(ActivationPiece) == 13 * 16);

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
