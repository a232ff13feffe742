#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

// The instructions of a warp's tensor cores, and the copies that feed them. A warp calls them with
// all its lanes. The part of a matrix that a lane stores is defined in the PTX manual ("Matrix
// Fragments for mma.m16n8k16" and "mma.m16n8k32"); with g = lane / 4 and t = lane % 4, and two or
// four numbers of neighboring k in a word, the lowest k in the lowest bits:
//
// clang-format off
//   two-byte numbers        word 0          word 1          word 2           word 3
//     a [16 rows, 16 k]     g, k 2t         g + 8, k 2t     g, k 2t + 8      g + 8, k 2t + 8
//     b [16 k, 8 columns]   k 2t, g         k 2t + 8, g
//   bytes
//     a [16 rows, 32 k]     g, k 4t         g + 8, k 4t     g, k 4t + 16     g + 8, k 4t + 16
//     b [32 k, 8 columns]   k 4t, g         k 4t + 16, g
//   sums
//     [16 rows, 8 columns]  g, 2t           g, 2t + 1       g + 8, 2t        g + 8, 2t + 1
// clang-format on
//
// On the host they are functions of the stand-in for the CUDA runtime (tests/kernels/cuda_on_host).

namespace kernels::cuda {

#ifndef __CUDACC__

/// sums += a · b; Number is __half or, from 8.0 on, __nv_bfloat16.
template <typename Number>
void multiplyAccumulate(float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]);

/// sums += a · b for signed bytes; exact.
void multiplyAccumulate(int (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]);

/// Computes products = a · b for signed bytes, exactly: over the 32 columns of a segment or, with half
/// of the words, over 16.
inline void multiply(int (&products)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    for (int& product : products)
        product = 0;
    multiplyAccumulate(products, a, b);
}
inline void multiply(int (&products)[4], const uint32_t (&a)[2], uint32_t b)
{
    multiply(products, {a[0], a[1], 0, 0}, {b, 0});
}

/// sums = start + a · b for signed bytes, exactly.
inline void multiplyFrom(int (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int start)
{
    for (int& sum : sums)
        sum = start;
    multiplyAccumulate(sums, a, b);
}

/// Loads `count` (1, 2 or 4) matrices of 8 rows of 16 bytes from shared memory. Lane 8 i + j passes
/// the address of row j of matrix i, aligned to 16 bytes; lanes from 8 · count on may pass any
/// address. Word i of a lane is then bytes 4t … 4t + 3 of row g of matrix i.
template <int count>
void loadMatrix(uint32_t (&words)[count], const void* row);

/// Loads matrices of two-byte numbers in the same way, transposed: word i of a lane is then number
/// g of the rows 2t (low half) and 2t + 1.
template <int count>
void loadMatrixTransposed(uint32_t (&words)[count], const void* row);

/// Transposes a matrix of 8 × 8 two-byte numbers of a warp, one word per lane: a lane passes the
/// numbers 2t (low half) and 2t + 1 of row g, and gets number g of the rows 2t and 2t + 1. So two
/// columns of sums, rounded to two bytes, become a word of `b`.
uint32_t transposedMatrix(uint32_t word);

/// Four of the eight bytes of `low` and `high`, named by the lowest four nibbles of `selector`; with
/// bit 3 of a nibble, the byte's sign, eight times. (CUDA's own __byte_perm() clears these bits.)
uint32_t permutedBytes(uint32_t low, uint32_t high, uint32_t selector);

/// Begins to copy 16 bytes to shared memory, or zeros if `exists` is false. Both addresses are
/// aligned to 16 bytes, and `from` is valid in any case. The bytes are visible to the copying lane
/// after waitForCopies(), and to all threads after a barrier behind it.
void copyAsync(void* toShared, const void* from, bool exists = true);

/// An address in shared memory in the form that instructions take. Computed once, it can be used
/// for many copies.
using SharedAddress = uint8_t*;
inline SharedAddress sharedAddress(uint8_t* inShared)
{
    return inShared;
}

/// Read a word, or a number of two bytes, from shared memory. The address is a multiple of the size.
inline uint32_t sharedWord(SharedAddress address)
{
    return *reinterpret_cast<const uint32_t*>(address);
}
inline uint32_t sharedHalf(SharedAddress address)
{
    return *reinterpret_cast<const uint16_t*>(address);
}

/// Adds to a counter in the GPU's memory and returns its previous value. What the block has written
/// before its last barrier is visible to every block that finds the sum in the counter, once its
/// threads have passed a barrier, too.
inline int addInOrder(int* counter, int value)
{
    __threadfence();
    return atomicAdd(counter, value);
}

/// Reads 16 bytes that are not written while the kernel runs, and will not be read again soon.
inline uint4 loadOnce(const uint4* address)
{
    return *address;
}

/// 2ˣ with an error of about two units in the last place; results below 2⁻¹²⁶ become zero.
inline float fastExp2(float x)
{
    return std::exp2(x);
}

/// Hints that the line of this address will soon be read from the GPU's memory.
inline void prefetch(const void*) { }

/// Makes a group of the lane's copies since the last group; it may be empty.
void commitCopies();

/// Waits until at most the `pending` youngest groups of this lane are still under way.
void waitForCopies(int pending);
template <int pending>
void waitForCopies()
{
    waitForCopies(pending);
}

#else

template <typename Number>
__device__ __forceinline__ void multiplyAccumulate(
    float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]);

template <>
__device__ __forceinline__ void multiplyAccumulate<__half>(
    float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    for (int half = 0; half < 2; ++half)
        asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
#endif
}

template <>
__device__ __forceinline__ void multiplyAccumulate<__nv_bfloat16>(
    float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __trap(); // 7.5 has no such instruction; nothing is launched there that needs it
#endif
}

__device__ __forceinline__ void multiplyAccumulate(
    int (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    for (int part = 0; part < 4; ++part) { // the upper and lower rows for either half of k
        const int rows = part % 2, half = part / 2;
        asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+r"(sums[2 * rows]), "+r"(sums[2 * rows + 1])
            : "r"(a[part]), "r"(b[half]));
    }
#endif
}

__device__ __forceinline__ void multiply(
    int (&products)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    for (int& product : products)
        product = 0;
    multiplyAccumulate(products, a, b);
}

__device__ __forceinline__ void multiplyFrom(
    int (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int start)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
        : "=r"(sums[0]), "=r"(sums[1]), "=r"(sums[2]), "=r"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(start));
#else
    for (int& sum : sums)
        sum = start;
    multiplyAccumulate(sums, a, b);
#endif
}

__device__ __forceinline__ void multiply(int (&products)[4], const uint32_t (&a)[2], uint32_t b)
{
    for (int& product : products)
        product = 0;
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(products[0]), "+r"(products[1]), "+r"(products[2]), "+r"(products[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
#else
    for (int half = 0; half < 2; ++half)
        asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+r"(products[2 * half]), "+r"(products[2 * half + 1])
            : "r"(a[half]), "r"(b));
#endif
}

using SharedAddress = uint32_t;

__device__ __forceinline__ SharedAddress sharedAddress(const void* address)
{
    return uint32_t(__cvta_generic_to_shared(address));
}

__device__ __forceinline__ uint32_t sharedWord(SharedAddress address)
{
    uint32_t word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address));
    return word;
}

__device__ __forceinline__ uint32_t sharedHalf(SharedAddress address)
{
    uint16_t half;
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(half) : "r"(address));
    return half;
}

__device__ __forceinline__ int addInOrder(int* counter, int value)
{
    int before;
    asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(__cvta_generic_to_global(counter)), "r"(value)
                 : "memory");
    return before;
}

template <int count>
__device__ __forceinline__ void loadMatrix(uint32_t (&words)[count], SharedAddress address)
{
    static_assert(count == 1 || count == 2 || count == 4);
    if constexpr (count == 1)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                     : "=r"(words[0])
                     : "r"(address)
                     : "memory");
    else if constexpr (count == 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(words[0]), "=r"(words[1])
                     : "r"(address)
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                     : "r"(address)
                     : "memory");
}

template <int count>
__device__ __forceinline__ void loadMatrix(uint32_t (&words)[count], const void* row)
{
    loadMatrix(words, sharedAddress(row));
}

template <int count>
__device__ __forceinline__ void loadMatrixTransposed(
    uint32_t (&words)[count], SharedAddress address)
{
    static_assert(count == 1 || count == 2 || count == 4);
    if constexpr (count == 1)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                     : "=r"(words[0])
                     : "r"(address)
                     : "memory");
    else if constexpr (count == 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(words[0]), "=r"(words[1])
                     : "r"(address)
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                     : "r"(address)
                     : "memory");
}

template <int count>
__device__ __forceinline__ void loadMatrixTransposed(uint32_t (&words)[count], const void* row)
{
    loadMatrixTransposed(words, sharedAddress(row));
}

__device__ __forceinline__ uint32_t transposedMatrix(uint32_t word)
{
    uint32_t transposed;
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(transposed) : "r"(word));
    return transposed;
}

__device__ __forceinline__ uint32_t permutedBytes(uint32_t low, uint32_t high, uint32_t selector)
{
    uint32_t bytes;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(low), "r"(high), "r"(selector));
    return bytes;
}

__device__ __forceinline__ void copyAsync(SharedAddress to, const void* from, bool exists)
{
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(exists ? 16 : 0)
        : "memory");
#else
    const uint4 value = exists ? *static_cast<const uint4*>(from) : make_uint4(0, 0, 0, 0);
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(value.x), "r"(value.y),
                 "r"(value.z), "r"(value.w)
                 : "memory");
#endif
}

__device__ __forceinline__ void copyAsync(void* toShared, const void* from, bool exists = true)
{
    copyAsync(sharedAddress(toShared), from, exists);
}

__device__ __forceinline__ void copyAsync(SharedAddress to, const void* from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
#else
    const uint4 value = *static_cast<const uint4*>(from);
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(value.x), "r"(value.y),
                 "r"(value.z), "r"(value.w)
                 : "memory");
#endif
}

__device__ __forceinline__ uint4 loadOnce(const uint4* address)
{
    uint4 four;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
                 : "l"(address));
    return four;
}

__device__ __forceinline__ float fastExp2(float x)
{
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}

__device__ __forceinline__ void prefetch(const void* address)
{
    asm volatile("prefetch.L2 [%0];" ::"l"(address));
}

__device__ __forceinline__ void commitCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

template <int pending>
__device__ __forceinline__ void waitForCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

__device__ __forceinline__ void waitForCopies(int pending)
{
    if (pending <= 0)
        waitForCopies<0>();
    else if (pending == 1)
        waitForCopies<1>();
    else if (pending == 2)
        waitForCopies<2>();
    else
        waitForCopies<3>();
}

#endif

} // namespace kernels::cuda
