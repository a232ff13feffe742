#pragma once

#include "tests/kernels/cuda_on_host/device.h"

#include "vector_types.h"
#include <bit>
#include <cstdlib>
#include <cstring>
#include <math.h> // with names outside std, as device code has them
#include <type_traits>

// Built-in variables and functions of device code, as the CUDA Programming Guide describes them.

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

inline void* dynamicSharedMemory()
{
    return cuda_on_host::dynamicShared();
}

// --- Waiting for other threads ---

inline void __syncthreads(
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    cuda_on_host::meetBlock(position);
}

inline void __syncwarp(unsigned lanes = 0xffffffff,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    const auto nothing = [](void* const*, uint32_t) {};
    cuda_on_host::meet(lanes, nullptr, nothing, "__syncwarp()", position);
}

inline void __threadfence() { }
inline void __threadfence_block() { }
inline void __threadfence_system() { }
inline void __nanosleep(unsigned) { }

inline void cudaGridDependencySynchronize()
{
    cuda_on_host::noteWaitForPredecessor();
}
inline void cudaTriggerProgrammaticLaunchCompletion() { }

[[noreturn]] inline void __trap()
{
    cuda_on_host::failLaunch(719, "__trap() was called");
}

// --- What lanes of a warp exchange ---

namespace cuda_on_host {

template <typename T>
struct Shuffle {
    T value;
    int source; ///< the lane whose value this one gets
    T result;

    static void work(void* const* operands, uint32_t lanes)
    {
        for (int lane = 0; lane < 32; ++lane) {
            if (!(lanes >> lane & 1))
                continue;
            auto* own = static_cast<Shuffle*>(operands[lane]);
            if (!(lanes >> own->source & 1))
                failLaunch(719,
                    "lane " + std::to_string(lane) + " asks for the value of lane "
                        + std::to_string(own->source) + ", which takes no part");
            own->result = static_cast<const Shuffle*>(operands[own->source])->value;
        }
    }
};

template <typename T>
T shuffle(unsigned lanes, T value, int source, const char* what, const Position& position)
{
    Shuffle<T> own{value, source, value};
    meet(lanes, &own, Shuffle<T>::work, what, position);
    return own.result;
}

/// Each lane hands a number over; `Combine` makes of all of them what each lane gets.
template <typename T, auto Combine>
T combined(unsigned lanes, T value, const char* what, const Position& position)
{
    const auto work = [](void* const* operands, uint32_t taking) {
        T values[32];
        for (int lane = 0; lane < 32; ++lane)
            if (taking >> lane & 1)
                values[lane] = *static_cast<const T*>(operands[lane]);
        const T result = Combine(values, taking);
        for (int lane = 0; lane < 32; ++lane)
            if (taking >> lane & 1)
                *static_cast<T*>(operands[lane]) = result;
    };
    meet(lanes, &value, work, what, position);
    return value;
}

inline unsigned ballotOf(const unsigned* values, uint32_t lanes)
{
    unsigned result = 0;
    for (int lane = 0; lane < 32; ++lane)
        result |= unsigned((lanes >> lane & 1) && values[lane]) << lane;
    return result;
}

template <typename T, auto Join>
T folded(const T* values, uint32_t lanes)
{
    T result = values[std::countr_zero(lanes)];
    for (uint32_t rest = lanes & (lanes - 1); rest; rest &= rest - 1)
        result = Join(result, values[std::countr_zero(rest)]);
    return result;
}

} // namespace cuda_on_host

template <typename T>
T __shfl_sync(unsigned lanes, T value, int source, int width = 32,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    const int first = cuda_on_host::ownLane() / width * width;
    return cuda_on_host::shuffle(
        lanes, value, first + (source & (width - 1)), "__shfl_sync()", position);
}

template <typename T>
T __shfl_up_sync(unsigned lanes, T value, unsigned distance, int width = 32,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    const int own = cuda_on_host::ownLane();
    const int source = own % width >= int(distance) ? own - int(distance) : own;
    return cuda_on_host::shuffle(lanes, value, source, "__shfl_up_sync()", position);
}

template <typename T>
T __shfl_down_sync(unsigned lanes, T value, unsigned distance, int width = 32,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    const int own = cuda_on_host::ownLane();
    const int source = own % width + int(distance) < width ? own + int(distance) : own;
    return cuda_on_host::shuffle(lanes, value, source, "__shfl_down_sync()", position);
}

template <typename T>
T __shfl_xor_sync(unsigned lanes, T value, int bits, int width = 32,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    const int own = cuda_on_host::ownLane(), other = own ^ bits;
    // Out of its own group a lane may look down, not up.
    const int source = other / width > own / width ? own : other;
    return cuda_on_host::shuffle(lanes, value, source, "__shfl_xor_sync()", position);
}

inline unsigned __ballot_sync(unsigned lanes, int predicate,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    return cuda_on_host::combined<unsigned, cuda_on_host::ballotOf>(
        lanes, unsigned(predicate != 0), "__ballot_sync()", position);
}

inline int __any_sync(unsigned lanes, int predicate,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    return __ballot_sync(lanes, predicate, position) != 0;
}

inline int __all_sync(unsigned lanes, int predicate,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    return __ballot_sync(lanes, predicate, position) == lanes;
}

inline unsigned __activemask()
{
    return cuda_on_host::livingLanes();
}

template <typename T>
T __reduce_add_sync(unsigned lanes, T value,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    constexpr auto add = [](T a, T b) { return T(std::make_unsigned_t<T>(a) + b); };
    return cuda_on_host::combined<T, cuda_on_host::folded<T, add>>(
        lanes, value, "__reduce_add_sync()", position);
}

template <typename T>
T __reduce_max_sync(unsigned lanes, T value,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    constexpr auto most = [](T a, T b) { return a > b ? a : b; };
    return cuda_on_host::combined<T, cuda_on_host::folded<T, most>>(
        lanes, value, "__reduce_max_sync()", position);
}

template <typename T>
T __reduce_min_sync(unsigned lanes, T value,
    const cuda_on_host::Position& position = cuda_on_host::Position::current())
{
    constexpr auto least = [](T a, T b) { return a < b ? a : b; };
    return cuda_on_host::combined<T, cuda_on_host::folded<T, least>>(
        lanes, value, "__reduce_min_sync()", position);
}

// --- Atomic operations: only one thread runs at a time ---

template <typename T, typename Change>
T changeAtomically(T* position, Change change)
{
    const T before = *position;
    *position = change(before);
    return before;
}

template <typename T>
T atomicAdd(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return T(old + value); });
}
template <typename T>
T atomicSub(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return T(old - value); });
}
template <typename T>
T atomicMax(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return old > value ? old : value; });
}
template <typename T>
T atomicMin(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return old < value ? old : value; });
}
template <typename T>
T atomicOr(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return T(old | value); });
}
template <typename T>
T atomicAnd(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return T(old & value); });
}
template <typename T>
T atomicExch(T* position, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T) { return value; });
}
template <typename T>
T atomicCAS(T* position, std::type_identity_t<T> expected, std::type_identity_t<T> value)
{
    return changeAtomically(position, [&](T old) { return old == expected ? value : old; });
}
inline unsigned atomicInc(unsigned* position, unsigned limit)
{
    return changeAtomically(position, [&](unsigned old) { return old >= limit ? 0 : old + 1; });
}

// --- Numbers ---

inline int max(int a, int b)
{
    return a > b ? a : b;
}
inline unsigned max(unsigned a, unsigned b)
{
    return a > b ? a : b;
}
inline long max(long a, long b)
{
    return a > b ? a : b;
}
inline float max(float a, float b)
{
    return fmaxf(a, b);
}
inline int min(int a, int b)
{
    return a < b ? a : b;
}
inline unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}
inline long min(long a, long b)
{
    return a < b ? a : b;
}
inline float min(float a, float b)
{
    return fminf(a, b);
}

inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
inline float __expf(float x)
{
    return expf(x);
}
inline float __logf(float x)
{
    return logf(x);
}
inline float __fdividef(float x, float y)
{
    return x / y;
}
inline float __frcp_rn(float x)
{
    return 1 / x;
}
inline float __fmul_rn(float x, float y)
{
    return x * y;
}
inline float __fadd_rn(float x, float y)
{
    return x + y;
}
inline float __fmaf_rn(float x, float y, float z)
{
    return fmaf(x, y, z);
}
inline float __saturatef(float x)
{
    return fminf(fmaxf(x, 0), 1);
}
inline int __float2int_rn(float x)
{
    return int(rintf(x));
}
inline float __int2float_rn(int x)
{
    return float(x);
}
inline int __float_as_int(float x)
{
    return std::bit_cast<int>(x);
}
inline unsigned __float_as_uint(float x)
{
    return std::bit_cast<unsigned>(x);
}
inline float __int_as_float(int x)
{
    return std::bit_cast<float>(x);
}
inline float __uint_as_float(unsigned x)
{
    return std::bit_cast<float>(x);
}

// --- Bits and bytes ---

inline int __popc(unsigned x)
{
    return std::popcount(x);
}
inline int __clz(int x)
{
    return std::countl_zero(unsigned(x));
}
inline int __ffs(int x)
{
    return x ? std::countr_zero(unsigned(x)) + 1 : 0;
}
inline unsigned __umulhi(unsigned x, unsigned y)
{
    return unsigned(uint64_t(x) * y >> 32);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return unsigned(((uint64_t(high) << 32 | low) << (shift & 31)) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return unsigned((uint64_t(high) << 32 | low) >> (shift & 31));
}

/// Byte i of the result is the byte that nibble i of `selector` names: 0–3 of x, 4–7 of y.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const uint64_t bytes = uint64_t(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned nibble = selector >> 4 * i & 15;
        unsigned byte = unsigned(bytes >> 8 * (nibble & 7)) & 255;
        if (nibble & 8) // the byte's sign, eight times
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
    }
    return result;
}

namespace cuda_on_host {

template <typename Byte, typename Join>
unsigned bytewise(unsigned x, unsigned y, Join join)
{
    unsigned result = 0;
    for (int i = 0; i < 4; ++i)
        result |= unsigned(uint8_t(join(Byte(x >> 8 * i), Byte(y >> 8 * i)))) << 8 * i;
    return result;
}

} // namespace cuda_on_host

inline unsigned __vadd4(unsigned x, unsigned y)
{
    return cuda_on_host::bytewise<uint8_t>(x, y, [](int a, int b) { return a + b; });
}
inline unsigned __vsub4(unsigned x, unsigned y)
{
    return cuda_on_host::bytewise<uint8_t>(x, y, [](int a, int b) { return a - b; });
}
inline unsigned __vsubss4(unsigned x, unsigned y)
{
    return cuda_on_host::bytewise<int8_t>(x, y, [](int a, int b) {
        return a - b > 127 ? 127 : a - b < -128 ? -128 : a - b;
    });
}
inline unsigned __vcmpeq4(unsigned x, unsigned y)
{
    return cuda_on_host::bytewise<uint8_t>(x, y, [](int a, int b) { return a == b ? 255 : 0; });
}
inline unsigned __vcmpne4(unsigned x, unsigned y)
{
    return cuda_on_host::bytewise<uint8_t>(x, y, [](int a, int b) { return a != b ? 255 : 0; });
}

inline int __dp4a(int a, int b, int sum)
{
    for (int i = 0; i < 4; ++i)
        sum += int(int8_t(unsigned(a) >> 8 * i)) * int(int8_t(unsigned(b) >> 8 * i));
    return sum;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int i = 0; i < 4; ++i)
        sum += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    return sum;
}

// --- Memory ---

template <typename T>
T __ldg(const T* position)
{
    return *position;
}
template <typename T>
T __ldcs(const T* position)
{
    return *position;
}
template <typename T>
T __ldcg(const T* position)
{
    return *position;
}
template <typename T>
void __stcs(T* position, T value)
{
    *position = value;
}
template <typename T>
void __stcg(T* position, T value)
{
    *position = value;
}
