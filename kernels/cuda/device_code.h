#pragma once

#include <cstdint>
#include <cstring>

// For code that runs on the device and, in tests, on the host, so that indexing and unpacking are
// tested on machines without a device.
#ifdef __CUDACC__
#include <cuda_fp16.h>
#define VIGNETTE_DEVICE __host__ __device__ __forceinline__
#else
#include "kernels/half.h"
#define VIGNETTE_DEVICE inline
#endif

namespace kernels::cuda {

VIGNETTE_DEVICE float halfToFloat(uint16_t bits)
{
#ifdef __CUDACC__
    return __half2float(__ushort_as_half(bits));
#else
    return floatFromHalf(bits);
#endif
}

/// Reads four bytes from an address that is a multiple of two: the sizes of most blocks are not
/// multiples of four.
VIGNETTE_DEVICE int fourBytes(const void* address)
{
    const auto* halves = static_cast<const uint16_t*>(address);
    return int(uint32_t(halves[0]) | uint32_t(halves[1]) << 16);
}

/// sum + Σ a[i] · b[i] over the four signed bytes of each.
VIGNETTE_DEVICE int dotOfBytes(int a, int b, int sum)
{
#if defined(__CUDA_ARCH__)
    return __dp4a(a, b, sum);
#else
    for (int i = 0; i < 4; ++i)
        sum += int(int8_t(uint32_t(a) >> 8 * i)) * int(int8_t(uint32_t(b) >> 8 * i));
    return sum;
#endif
}

/// Subtracts `byte` from each of the four bytes. No result may be less than −128.
VIGNETTE_DEVICE int lessBytes(int bytes, int byte)
{
#if defined(__CUDA_ARCH__)
    return __vsub4(bytes, byte * 0x01010101);
#else
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i)
        result |= uint32_t(uint8_t(uint8_t(uint32_t(bytes) >> 8 * i) - uint8_t(byte))) << 8 * i;
    return int(result);
#endif
}

} // namespace kernels::cuda
