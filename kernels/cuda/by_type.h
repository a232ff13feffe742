#pragma once

#include "kernels/cache_blocks.h"
#include "kernels/dtype.h"
#include "kernels/error.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <string>
#include <type_traits>

// From a stored type to the C++ type that the kernels are templates of: `work` is called with a
// null pointer to it.

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

/// The quantised types that have kernels. Throws Error{Unsupported} for the others.
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
    default: break;
    }
    // clang-format on
    throw Error(ErrorKind::Unsupported,
        std::string("The CUDA backend has no kernels for ") + name(type)
            + " weights; the CPU can use them (--device cpu).");
}

template <typename Work>
void withWeightType(DType type, Work work)
{
    if (isBlockType(type))
        withBlockType(type, work);
    else
        withPlainType(type, work);
}

/// What keys and values may be kept as.
template <typename Work>
void withCacheType(DType type, Work work)
{
    switch (type) {
    case DType::CacheQ8:
        return work(static_cast<BlockQ8_0*>(nullptr));
    case DType::CacheQ6:
        return work(static_cast<BlockCacheQ6*>(nullptr));
    case DType::CacheQ4:
        return work(static_cast<BlockIQ4_NL*>(nullptr));
    default:
        return withPlainType(type, work);
    }
}

} // namespace kernels::cuda
