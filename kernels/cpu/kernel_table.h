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

/// Keys that attention takes at once, at most.
constexpr int attentionChunk = 64;

/// A query, and what is known of its answer so far.
struct AttentionQuery {
    const float* q = nullptr; ///< [keyColumns]
    float* answer = nullptr; ///< [valueColumns]: Σ weight · value
    float* largest = nullptr; ///< the largest score so far, to which weights are relative
    float* total = nullptr; ///< Σ weight
};

/// Queries that see the same keys.
struct AttentionTask {
    const AttentionQuery* queries = nullptr;
    int count = 0;
    int64_t keyColumns = 0; ///< of a query and a key
    int64_t valueColumns = 0; ///< of a value and an answer
    float scale = 0;
    float softCap = 0;
    float* scores = nullptr; ///< [count, attentionChunk]: for use within a chunk
    float* factors = nullptr; ///< [count]: likewise
};

/// One head's part of rows of keys or values.
struct AttentionRows {
    const void* const* rows = nullptr;
    int count = 0; ///< attentionChunk at most
    /// Memory that the calls after this one read, or null: asked for in passing, `aheadBytes` bytes
    /// for every row.
    const char* ahead = nullptr;
    int64_t aheadBytes = 0;
};

/// What attention does with rows of one stored type. Rows of blocks are taken as they are, whatever
/// the blocks are a rotation of; a column count is then a multiple of the block size.
struct AttentionKernels {
    using Pass = void(const AttentionTask& task, const AttentionRows& rows);

    /// Writes the row's numbers as floats.
    void (*decodeRow)(float* out, const void* row, int64_t n) = nullptr;
    /// scores[query][row] = q[query] · row
    Pass* score = nullptr;
    /// answer of query = answer · factors[query] + Σ scores[query][row] · row
    Pass* addValues = nullptr;
};

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

    AttentionKernels attentionF32, attentionF16, attentionQ8, attentionQ6, attentionQ4;
    /// Turns `count` scores of every query into weights and counts them in its largest score and
    /// its total; factors[query] is by how much that makes the weights before smaller.
    void (*weighScores)(const AttentionTask& task, int count) = nullptr;
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
