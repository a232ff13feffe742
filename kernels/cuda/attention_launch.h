#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// Attention of few tokens on tensor cores, with the precision of f32; reading the cache takes most
/// of the time. The arguments are those of Ops::attendCached(); `reach` includes the placement, and
/// `positions` is how many positions a page table has room for. `packed` receives the packed form
/// of the result.
void attendDecode(DeviceStream& stream, PackedActivations& packed, TensorView out, TensorView q,
    TensorView keys, TensorView values, const RowReach& reach, int positions,
    const AttentionShape& shape);

/// True if it can be used for a cache of these types, pages and this shape on this GPU.
bool canAttendDecode(const DeviceStream& stream, TensorView keys, TensorView values,
    const RowReach& reach, const AttentionShape& shape);

/// Attention of many tokens at a time on tensor cores: products in half precision, sums and softmax
/// in f32 (after FlashAttention-2, Dao, 2023, arXiv:2307.08691). The arguments are those of
/// Ops::attendCached(); `reach` includes the placement. `half` is the destination of the rounded
/// copy of `out`, if one is requested.
void attendPrompt(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, const AttentionShape& shape, const HalfForm& half);

/// True if the blocks of the GPU have enough shared memory for it.
bool canAttendPrompt(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape);

/// Queries, keys and values of attendEqualSpans(), and the biases that are to be added to them.
struct SpanRows {
    TensorView out; ///< f32 [tokens, heads · headDim]; empty: only the rounded copy is stored
    TensorView q; ///< f32 or f16 [tokens, heads · headDim]
    TensorView keys, values; ///< f16 [tokens, kvHeads · headDim]
    int64_t queryStride,
        keyStride; ///< numbers from one row of q, and of keys and values, to the next
    TensorView queryBias = {}, valueBias = {}; ///< f32, of all heads; empty: none
};

/// Attention of many tokens in equally long spans, whose tokens see all of their own span and nothing
/// else. `half` is the destination of the rounded copy of `out`, if one is requested. A bias of the
/// keys would change nothing, because it adds the same number to all scores of a token.
void attendEqualSpans(DeviceStream& stream, const SpanRows& rows, const Reach& spans,
    const AttentionShape& shape, const HalfForm& half);

/// True if it can be used for spans and heads of this kind on this GPU.
bool canAttendEqualSpans(
    const DeviceStream& stream, const Reach& spans, const AttentionShape& shape);

// The sizes of the blocks of prompt attention, the fastest of those that were compared on an H200.

/// Blocks for few rows, for many rows, and for any type and layout of keys and values.
enum class Use { Small, Large, Any };

/// The rows of a block, and whether its queries stay in registers; if not, they are read from shared
/// memory, in the form of fragments.
struct BlockSize {
    int rowTiles; ///< of sixteen rows, per warp
    int warps;
    int blocks; ///< for which the registers of a multiprocessor suffice
    bool keepsQuery;
};

constexpr BlockSize blockSize(int dims, Use use)
{
    if (dims > 128)
        return {1, 4, 1, false};
    if (use == Use::Any)
        return {1, 8, 1, true};
    if (use == Use::Large)
        return {2, 4, 2, dims <= 80};
    return {1, 4, 3, true};
}

} // namespace kernels::cuda
