#pragma once

#include "base/error.h"
#include "kernels/cache_rows.h"
#include "kernels/dtype.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

// Calls `work` with a null pointer to the C++ type for a stored type; kernels are templates of
// these types.

namespace kernels::cuda {

template <typename Work>
void withPlainType(DType type, Work work)
{
    switch (type) {
    case DType::F32:
        return work(static_cast<float*>(nullptr));
    case DType::F16:
        return work(static_cast<__half*>(nullptr));
    case DType::BF16:
        return work(static_cast<__nv_bfloat16*>(nullptr));
    default:
        CHECK(!"a type without blocks");
    }
}

/// The quantized types of weights.
template <typename Work>
void withBlockType(DType type, Work work)
{
    const bool isQuantized = kernels::withBlock(type, work);
    CHECK(isQuantized);
}

template <typename Work>
void withWeightType(DType type, Work work)
{
    if (isBlockType(type))
        withBlockType(type, work);
    else
        withPlainType(type, work);
}

/// The types of a cache that pack their numbers.
template <typename Work>
void withPackedType(DType type, Work work)
{
    switch (type) {
    case DType::CacheQ8:
        return work(static_cast<BlockQ8_0*>(nullptr));
    case DType::CacheQ6:
        return work(static_cast<BlockCacheQ6*>(nullptr));
    case DType::CacheQ4:
        return work(static_cast<BlockIQ4_NL*>(nullptr));
    default:
        CHECK(!"a packed type of caches");
    }
}

} // namespace kernels::cuda
