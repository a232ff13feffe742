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
    // clang-format off
    switch (type) {
    case DType::Q4_0: return work(static_cast<BlockQ4_0*>(nullptr));
    case DType::Q4_1: return work(static_cast<BlockQ4_1*>(nullptr));
    case DType::Q5_0: return work(static_cast<BlockQ5_0*>(nullptr));
    case DType::Q5_1: return work(static_cast<BlockQ5_1*>(nullptr));
    case DType::Q8_0: return work(static_cast<BlockQ8_0*>(nullptr));
    case DType::Q2_K: return work(static_cast<BlockQ2_K*>(nullptr));
    case DType::Q3_K: return work(static_cast<BlockQ3_K*>(nullptr));
    case DType::Q4_K: return work(static_cast<BlockQ4_K*>(nullptr));
    case DType::Q5_K: return work(static_cast<BlockQ5_K*>(nullptr));
    case DType::Q6_K: return work(static_cast<BlockQ6_K*>(nullptr));
    case DType::IQ4_NL: return work(static_cast<BlockIQ4_NL*>(nullptr));
    case DType::IQ4_XS: return work(static_cast<BlockIQ4_XS*>(nullptr));
    case DType::IQ3_XXS: return work(static_cast<BlockIQ3_XXS*>(nullptr));
    case DType::IQ3_S: return work(static_cast<BlockIQ3_S*>(nullptr));
    case DType::IQ2_S: return work(static_cast<BlockIQ2_S*>(nullptr));
    case DType::TQ1_0: return work(static_cast<BlockTQ1_0*>(nullptr));
    case DType::TQ2_0: return work(static_cast<BlockTQ2_0*>(nullptr));
    case DType::MXFP4: return work(static_cast<BlockMXFP4*>(nullptr));
    default: break;
    }
    // clang-format on
    CHECK(!"a type of weights");
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
