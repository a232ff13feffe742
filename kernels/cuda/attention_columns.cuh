#pragma once

#include "kernels/cuda/attention_reach.cuh"

#include <type_traits>

// Code that the kernels of attention on tensor cores share.

namespace kernels::cuda {

constexpr float log2OfE = 1.44269504f;

/// The columns that a tile must have for any head of these.
inline int attentionColumns(TensorView keys, TensorView values, int headDim)
{
    const int ofKeys = HeadSpan::maxColumns(isPacked(keys.dtype), headDim);
    const int ofValues = HeadSpan::maxColumns(isPacked(values.dtype), headDim);
    return ofKeys > ofValues ? ofKeys : ofValues;
}

/// Calls work(std::integral_constant) with the first of the widths, which are ascending, that has
/// room for so many columns, or with the last one.
template <int width, int... wider, typename Work>
auto withWidth(int columns, Work work)
{
    if constexpr (sizeof...(wider) > 0) {
        if (columns > width)
            return withWidth<wider...>(columns, work);
    }
    return work(std::integral_constant<int, width>());
}

} // namespace kernels::cuda
