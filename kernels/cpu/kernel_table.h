#pragma once

#include <cstdint>

// The inner loops of the CPU backend, one table per instruction set. Plain pointers only: this is
// included by the files that are compiled for one instruction set.

namespace kernels::cpu {

/// The products with one stored type of weights. Rows lie `rowBytes` apart; n is their length.
/// Each (row, x) is summed in the same order by all of these, whatever the number of rows and
/// tokens.
struct WeightKernels {
    /// out[t, r] = row r · x[t] for any number of tokens t; rows of x lie n apart.
    using Multiply = void(float* out, int64_t outStride, const void* weight, int64_t rowBytes,
        int rows, const float* x, int tokens, int64_t n);

    /// Writes the row's values as floats.
    void (*decodeRow)(float* out, const void* row, int64_t n) = nullptr;
    Multiply* multiply = nullptr;
};

/// Queries that see the same keys, and what is known of their answers so far.
struct AttentionTask {
    int queries = 0;
    int headDim = 0;
    bool halves = false; ///< keys and values are f16, else f32
    float scale = 0;
    float softCap = 0;
    const float* q = nullptr; ///< [queries, headDim], rows qStride apart
    int64_t qStride = 0;
    float* answers = nullptr; ///< [queries, headDim]: Σ weight · value, weights relative to largest
    float* largest = nullptr; ///< [queries]: largest score so far
    float* totals = nullptr; ///< [queries]: Σ weight
    float* scores = nullptr; ///< [queries, attentionChunk]: for use within a call
};

/// Keys taken by one call of attendChunk at most.
constexpr int attentionChunk = 64;

struct KernelTable {
    const char* name = nullptr;

    void (*add)(float* into, const float* delta, int64_t n) = nullptr;
    void (*scale)(float* x, float factor, int64_t n) = nullptr;
    void (*activate[5])(float* x, int64_t n) = {}; ///< by kernels::Activation
    void (*gate[5])(float* gate, const float* up, int64_t n) = {};

    void (*rmsNorm)(float* out, const float* x, const float* weight, int64_t n, float epsilon)
        = nullptr;
    void (*layerNorm)(float* out, const float* x, const float* weight, const float* bias, int64_t n,
        float epsilon)
        = nullptr;

    /// One head: pairs (x[2i], x[2i+1]) or (x[i], x[i+pairs]) by the angle of cosines and sines.
    void (*rotatePairs)(float* x, const float* cosines, const float* sines, int64_t pairs)
        = nullptr;
    void (*rotateHalves)(float* x, const float* cosines, const float* sines, int64_t pairs)
        = nullptr;

    void (*storeHalves)(uint16_t* out, const float* x, int64_t n) = nullptr;
    void (*storeBfloats)(uint16_t* out, const float* x, int64_t n) = nullptr;

    WeightKernels f32, f16, bf16, q4_0, q8_0, q4_k, q5_k, q6_k;

    int tokensAtOnce = 0; ///< that multiply takes past a row while its values are in registers
    /// Takes `count` more keys and values into the answers. Rows are f32 or f16.
    void (*attendChunk)(
        const AttentionTask& task, const void* const* keys, const void* const* values, int count)
        = nullptr;
};

} // namespace kernels::cpu

namespace kernels::scalar {
extern const cpu::KernelTable table;
}
namespace kernels::avx2 {
extern const cpu::KernelTable table;
}
namespace kernels::avx512 {
extern const cpu::KernelTable table;
}
