#pragma once

#include "kernels/dtype.h"

#include <cstdint>

// The inner loops of the CPU backend: one table of function pointers for each instruction set. Only
// plain pointers, because the files that are compiled for one instruction set include this header.

namespace kernels::cpu {

/// The products with weights of one stored type. Rows are `rowBytes` apart and have n values. All
/// functions sum a product of row and x in the same order, whatever the number of rows and tokens.
struct WeightKernels {
    /// out[t, r] = row r · x[t] for any number of tokens t. The rows of x are n floats apart.
    using Multiply = void(float* out, int64_t outStride, const void* weight, int64_t rowBytes,
        int rows, const float* x, int tokens, int64_t n);

    /// Writes the values of the row as floats, one vector in every `spread` vectors.
    void (*decodeRow)(float* out, const void* row, int64_t n, int64_t spread) = nullptr;
    Multiply* multiply = nullptr;
};

/// The most keys that attention handles at a time.
constexpr int attentionChunk = 64;

/// A query, and the state of its answer so far.
struct AttentionQuery {
    const float* q = nullptr; ///< [keyColumns]
    float* answer = nullptr; ///< [valueColumns]: Σ weight · value
    float* largest = nullptr; ///< the largest score so far; weights are relative to it
    float* total = nullptr; ///< Σ weight
};

/// Queries that see the same keys.
struct AttentionTask {
    const AttentionQuery* queries = nullptr;
    int count = 0; ///< of queries
    int64_t keyColumns = 0; ///< the length of a query and of a key
    int64_t valueColumns = 0; ///< the length of a value and of an answer
    float scale = 0;
    float softCap = 0;
    float* scores = nullptr; ///< [count, attentionChunk], working memory
    float* factors = nullptr; ///< [count], working memory
};

/// The part of one head of the rows of a chunk of keys or values, by their positions in the chunk.
struct AttentionRows {
    const void* const* rows = nullptr; ///< those from `first` to `end` are used
    int first = 0, end = 0; ///< in a chunk
    /// Memory that later calls will read, to be prefetched, `aheadBytes` bytes for every row; may
    /// be null.
    const char* ahead = nullptr;
    int64_t aheadBytes = 0;
};

/// What attention does with rows of one stored type. Rows of blocks are used as they are, rotated
/// or not; the number of columns is then a multiple of the block size.
struct AttentionKernels {
    using Pass = void(const AttentionTask& task, const AttentionRows& rows);

    /// Writes the numbers of the row as floats.
    void (*decodeRow)(float* out, const void* row, int64_t n) = nullptr;
    /// scores[query][position] = q[query] · row
    Pass* score = nullptr;
    /// answer of query = answer · factors[query] + Σ scores[query][position] · row
    Pass* addValues = nullptr;
};

/// Keys and values of one head as floats, laid out for many queries.
struct AttentionPanel {
    /// [keyColumns, attentionChunk]: a column of all keys side by side.
    const float* keys = nullptr;
    const float* values = nullptr; ///< [count, valueStride]
    int64_t valueStride = 0; ///< valueColumns, filled up with zeros to whole panelLanes
    int count = 0; ///< of keys, at most attentionChunk
    /// [queries, attentionChunk]: added to the product of each query and key; null: nothing.
    const float* added = nullptr;
};
constexpr int64_t panelLanes = 16;

/// Answers so far, relative to the largest score so far: of one query, or of queries side by side,
/// whose numbers then have as many lanes.
struct AttentionState {
    float* answers = nullptr; ///< [valueColumns, lanes]: Σ weight · value
    float* largest = nullptr; ///< [lanes]
    float* totals = nullptr; ///< [lanes]: Σ weight
};

/// Queries side by side: a vector contains the same number of as many queries as it has lanes.
struct QueryTile {
    int64_t lanes = 0; ///< KernelTable::width, or twice that
    const float* queries = nullptr; ///< [keyColumns, lanes]
    AttentionState state;
    /// The positions in the chunk that a query sees: those from `first` to `end`.
    const float *first = nullptr, *end = nullptr; ///< [lanes], whole numbers
    float scale = 0;
    float softCap = 0;
    float* weights = nullptr; ///< [attentionChunk, lanes], working memory
};

/// A chunk of one head as floats. All attentionChunk rows can be read, but only those from `first`
/// to `end` need mean anything.
struct DecodedChunk {
    const float* keys = nullptr; ///< [attentionChunk, keyColumns]
    const float* values = nullptr; ///< [attentionChunk, valueColumns]
    int64_t keyColumns = 0, valueColumns = 0;
    int first = 0, end = 0; ///< what the queries see, together
    bool allSeeAll = false; ///< what the queries see is the same
};

/// A token of one head of the delta rule.
struct DeltaToken {
    const float* q = nullptr; ///< [keyDim]
    const float* k = nullptr; ///< [keyDim]
    const float* v = nullptr; ///< [valueDim]
    float decay = 1;
    float strength = 0;
    int64_t keyDim = 0, valueDim = 0; ///< the state is [keyDim, valueDim]
};

/// A token of one head of a selective scan.
struct ScanToken {
    const float* x = nullptr; ///< [headDim]
    const float *b = nullptr, *c = nullptr; ///< [stateDim]
    float decay = 1;
    float step = 0;
    float skip = 0;
    int64_t stateDim = 0, headDim = 0; ///< the state is [stateDim, headDim]
};

struct KernelTable {
    const char* name = nullptr;

    void (*add)(float* into, const float* delta, int64_t n) = nullptr;
    void (*multiply)(float* into, const float* factors, int64_t n) = nullptr;
    void (*scale)(float* x, float factor, int64_t n) = nullptr;
    void (*cap)(float* x, float limit, int64_t n) = nullptr;
    void (*activate[7])(float* x, int64_t n) = {}; ///< by kernels::Activation
    void (*gate[7])(float* gate, const float* up, int64_t n) = {};
    void (*gateClamped)(float* gate, const float* up, float limit, int64_t n) = nullptr;
    /// into += factor · x
    void (*addScaled)(float* into, const float* x, float factor, int64_t n) = nullptr;

    void (*rmsNorm)(float* out, const float* x, const float* weight, int64_t n, float epsilon)
        = nullptr;
    void (*layerNorm)(float* out, const float* x, const float* weight, const float* bias, int64_t n,
        float epsilon)
        = nullptr;

    /// Rotates one head: the pairs (x[2i], x[2i+1]) or (x[i], x[i+pairs]) by angles that are given
    /// as cosines and sines.
    void (*rotatePairs)(float* x, const float* cosines, const float* sines, int64_t pairs)
        = nullptr;
    void (*rotateHalves)(float* x, const float* cosines, const float* sines, int64_t pairs)
        = nullptr;

    void (*storeHalves)(uint16_t* out, const float* x, int64_t n) = nullptr;
    void (*storeBfloats)(uint16_t* out, const float* x, int64_t n) = nullptr;

    WeightKernels weights[dtypeCount]
        = {}; ///< by DType; null for types that only dequantizeRow() reads

    /// Multiplies f32 weights in which four rows are interleaved: row r of four has the vectors r,
    /// 4 + r, 8 + r … of their memory. The number of rows is a multiple of four, n one of `width`;
    /// rowBytes is that of one row.
    WeightKernels::Multiply* multiplyInterleavedFloats = nullptr;

    int width = 0; ///< floats in a vector
    /// The most tokens for which taking rows apart again and again beats decoding them (measured).
    int storedTokens = 0;

    AttentionKernels attentionF32, attentionF16, attentionQ8, attentionQ6, attentionQ4;
    /// Turns the scores of every query from position `first` to `end` of the chunk into weights and
    /// updates the query's largest score and total. factors[query] becomes the factor by which
    /// earlier weights must be multiplied.
    void (*weighScores)(const AttentionTask& task, int first, int end) = nullptr;
    /// All three steps for queries side by side. Each query gets the same bits as by rows.
    void (*attendTile)(const QueryTile& tile, const DecodedChunk& chunk) = nullptr;
    /// Adds what was found among other keys, for `columns` columns of the answers.
    void (*addState)(const AttentionState& into, const AttentionState& more, int64_t columns)
        = nullptr;
    /// The same for as many queries as a tile has lanes.
    void (*addTileState)(
        const AttentionState& into, const AttentionState& more, int64_t columns, int64_t lanes)
        = nullptr;
    /// All three steps for any number of queries, whose answers have valueStride numbers. Takes no
    /// working memory.
    void (*attendPanel)(const AttentionTask& task, const AttentionPanel& panel) = nullptr;

    /// out[i] = Σ rows[row][i] · weights[row · stride + i] over `count` rows
    void (*weighRows)(float* out, const float* const* rows, const float* weights, int64_t stride,
        int64_t count, int64_t n)
        = nullptr;
    /// out = q · S after S = decay · S + kᵀ · strength · (v − decay · k · S)
    void (*stepDelta)(float* out, float* state, const DeltaToken& token) = nullptr;
    /// out = c · S + skip · x after S = decay · S + bᵀ · step · x
    void (*stepScan)(float* out, float* state, const ScanToken& token) = nullptr;
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
