#include "tests/benchmarks/cpu/peaks.h"

#include "kernels/cpu/cpu_features.h"
#include "kernels/host_memory.h"
#include "tests/benchmarks/cpu/thread_time.h"

#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

namespace bench {

namespace {

constexpr int chains = 16; // instructions that do not wait for each other
constexpr int rounds = 1'000'000; // of all chains in one window, which then takes about 2 ms

// What is computed must be used, or the compiler leaves it out; and sums that begin alike must not
// be known to be alike, or it computes only one of them.
template <typename Register>
[[gnu::always_inline]] inline void use(Register& value)
{
    asm volatile("" : "+x"(value));
}

template <typename Register, size_t count>
[[gnu::always_inline]] inline void useAll(Register (&values)[count])
{
#pragma GCC unroll 16
    for (Register& value : values)
        use(value);
}

// Each function: how many operations one window has. GCC keeps the sums in registers only when
// every loop over them is unrolled.

__attribute__((target("avx512f,avx512vnni"))) double dotBytes512()
{
    __m512i sums[chains] = {};
    const __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(2);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m512i& sum : sums)
            sum = _mm512_dpbusd_epi32(sum, a, b);
    useAll(sums);
    return 128.0 * chains * rounds;
}

// Adds in sums of 16 bits: the fewest instructions for a product, as many as these sums can hold.
__attribute__((target("avx2"))) double dotBytes256()
{
    __m256i sums[chains / 2] = {};
    const __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(2);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m256i& sum : sums) {
            __m256i product; // as it is, or the compiler computes the same one only once
            asm volatile("vpmaddubsw %3, %2, %1\n\tvpaddw %1, %0, %0"
                         : "+x"(sum), "=&x"(product)
                         : "x"(a), "x"(b));
        }
    useAll(sums);
    return 64.0 * (chains / 2) * rounds;
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) double dotWords512()
{
    __m512i sums[chains] = {};
    const __m512i a = _mm512_set1_epi16(3), b = _mm512_set1_epi16(2);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m512i& sum : sums)
            sum = _mm512_dpwssd_epi32(sum, a, b);
    useAll(sums);
    return 64.0 * chains * rounds;
}

__attribute__((target("avx2"))) double dotWords256()
{
    __m256i sums[chains / 2] = {};
    const __m256i a = _mm256_set1_epi16(3), b = _mm256_set1_epi16(2);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m256i& sum : sums) {
            __m256i product; // as it is, or the compiler computes the same one only once
            asm volatile("vpmaddwd %3, %2, %1\n\tvpaddd %1, %0, %0"
                         : "+x"(sum), "=&x"(product)
                         : "x"(a), "x"(b));
        }
    useAll(sums);
    return 32.0 * (chains / 2) * rounds;
}

__attribute__((target("avx512f"))) double multiplyAdd512()
{
    __m512 sums[chains] = {};
    const __m512 a = _mm512_set1_ps(1.5f), b = _mm512_set1_ps(0.5f);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m512& sum : sums)
            sum = _mm512_fmadd_ps(a, b, sum);
    useAll(sums);
    return 32.0 * chains * rounds;
}

__attribute__((target("avx2,fma"))) double multiplyAdd256()
{
    __m256 sums[chains / 2] = {};
    const __m256 a = _mm256_set1_ps(1.5f), b = _mm256_set1_ps(0.5f);
    useAll(sums);
    for (int round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (__m256& sum : sums)
            sum = _mm256_fmadd_ps(a, b, sum);
    useAll(sums);
    return 16.0 * (chains / 2) * rounds;
}

// A number of each cache line: the computation costs nothing compared with the memory, which is
// kept busy by asking far enough ahead.
double readAll(std::span<const uint64_t> numbers)
{
    constexpr size_t line = 8, ahead = 128 * line, most = 4;
    uint64_t sums[most] = {};
    for (size_t i = 0; i + most * line <= numbers.size(); i += most * line) {
#pragma GCC unroll 4
        for (size_t k = 0; k < most; ++k) {
            __builtin_prefetch(&numbers[std::min(i + k * line + ahead, numbers.size() - 1)]);
            sums[k] += numbers[i + k * line];
        }
    }
    asm volatile("" : : "r"(std::accumulate(sums, sums + most, uint64_t(0))));
    return double(numbers.size_bytes());
}

/// The best window of each thread, all at once, added up. `window` is told which thread it is.
double rateOf(int threads, int count, const std::function<double(int thread)>& window)
{
    std::vector<double> rates(size_t(threads), 0);
    const auto measure = [&](int thread) {
        for (int i = 0; i < count; ++i) {
            const double start = threadSeconds(), amount = window(thread);
            rates[size_t(thread)]
                = std::max(rates[size_t(thread)], amount / (threadSeconds() - start));
        }
    };
    std::vector<std::thread> workers;
    for (int thread = 0; thread < threads; ++thread)
        workers.emplace_back(measure, thread);
    for (std::thread& worker : workers)
        worker.join();
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

double computingRate(int threads, double (*window)())
{
    return rateOf(threads, 30, [window](int) { return window(); });
}

// Reads memory in huge pages, in which repacked weights are.
double memoryRate(int threads)
{
    constexpr size_t each = 1 << 25; // 256 MB
    const size_t count = size_t(threads) * each;
    const std::unique_ptr<void, void (*)(void*)> memory(
        kernels::allocateHostMemory(int64_t(count * sizeof(uint64_t))), kernels::releaseHostMemory);
    const std::span numbers(static_cast<uint64_t*>(memory.get()), count);
    std::ranges::fill(numbers, 1);
    return rateOf(threads, 40,
        [&](int thread) { return readAll(numbers.subspan(size_t(thread) * each, each)); });
}

} // namespace

ProcessorPeaks measurePeaks(int threads)
{
    using kernels::cpu::InstructionSet;
    using kernels::cpu::isAvailable;
    const bool has256 = isAvailable(InstructionSet::Avx2),
               has512 = isAvailable(InstructionSet::Avx512);
    ProcessorPeaks peaks;
    peaks.bytes = memoryRate(threads);
    if (!has256)
        return peaks;
    const bool hasDots = isAvailable(InstructionSet::Avx512Vnni);
    peaks.int8 = computingRate(threads, hasDots ? dotBytes512 : dotBytes256);
    peaks.int16 = computingRate(threads, hasDots ? dotWords512 : dotWords256);
    peaks.f32 = computingRate(threads, has512 ? multiplyAdd512 : multiplyAdd256);
    return peaks;
}

} // namespace bench
