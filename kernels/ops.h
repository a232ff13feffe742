#pragma once

#include "kernels/tensor.h"

#include <cstdint>
#include <limits>
#include <span>

namespace kernels {

/// The two numbers of a head that form a rotated pair.
enum class RotaryStyle {
    Pairs, ///< (x[2i], x[2i+1]): GGUF files of llama
    Halves, ///< (x[i], x[i + dims/2]): Hugging Face, qwen, neox
};

enum class Activation {
    Silu, ///< x · sigmoid(x)
    GeluTanh, ///< 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))
    GeluErf, ///< 0.5 x (1 + erf(x / √2))
    GeluQuick, ///< x · sigmoid(1.702 x)
    Relu,
    Sigmoid, ///< 1 / (1 + e⁻ˣ)
    ReluSquared, ///< max(x, 0)²
};

/// The positions of a pass's tokens in the paged cache. A page is `pageSize` consecutive rows of a
/// cache matrix; a page table names the pages of a sequence in order. All matrices are on the
/// device.
struct CachePlacement {
    TensorView positions; ///< i32 [1, tokens]: the position in its sequence, from 0
    TensorView sequences; ///< i32 [1, tokens]: the row of pageTables for its sequence
    TensorView pageTables; ///< i32 [sequences, the most pages of any of them]
    int pageSize = 256;
};

/// What each token sees: the positions `first` to `last`, both included, of its own sequence in the
/// cache, or rows of the given keys and values. For a causal token, `last` is itself; with a
/// window, `first` is after the start; in a bidirectional span, `last` is the end of the span. Both
/// are on the device.
struct Reach {
    TensorView first; ///< i32 [1, tokens]
    TensorView last; ///< i32 [1, tokens]: at least `first`
    /// Above 0 if the tokens are spans of so many rows, one after the other, and each token sees
    /// exactly its own span, as `first` and `last` then say, too.
    int64_t spanRows = 0;
};

/// The rows of a pass sequence by sequence, for layers whose past is a state: a row of a matrix that
/// has one for each page. Before the first row of a sequence, at position p, the state is that of the
/// page of position p − 1, or zeros if p is 0. The state after a row is written to the state of the
/// row's page if the row is the last of that page or the last before `kept`. A row at the same position
/// as the row before it gets the same answer and changes no state. All three are on the device and
/// i32 [1, sequences], with as many sequences as there are page tables.
struct SequenceRows {
    TensorView first; ///< the sequence's first row; the others follow it
    TensorView count; ///< the number of its rows; 0: it has none in this pass
    TensorView kept; ///< a position: rows from there on are guesses, after which no state is kept
};

/// The sizes of the gated delta rule.
struct DeltaShape {
    /// The key head that a value head reads.
    enum class Sharing {
        Grouped, ///< value head h reads key head h / (valueHeads / keyHeads)
        InTurn, ///< value head h reads key head h % keyHeads
    };

    int keyHeads = 0;
    int valueHeads = 0; ///< a multiple of keyHeads
    int keyDim = 0; ///< the columns of a query and of a key, at most Ops::maxDeltaKeys
    int valueDim = 0; ///< the columns of a value
    Sharing sharing = Sharing::Grouped;
    float epsilon = 1e-6f; ///< of the norm of queries and keys

    constexpr int64_t keyColumns() const { return int64_t(keyHeads) * keyDim; }
    constexpr int64_t valueColumns() const { return int64_t(valueHeads) * valueDim; }
    constexpr int64_t stateColumns() const { return valueColumns() * keyDim; }
    constexpr int keyHead(int valueHead) const
    {
        return sharing == Sharing::Grouped ? valueHead / (valueHeads / keyHeads)
                                           : valueHead % keyHeads;
    }
};

/// What the gates of the delta rule are made of, see Ops::deltaRule().
struct DeltaGates {
    TensorView decays, strengths; ///< [tokens, valueHeads]
    TensorView rates, offsets; ///< [1, valueHeads]
};

/// The sizes of a selective scan, and what its steps of time may be.
struct ScanShape {
    int groups = 0;
    int heads = 0; ///< a multiple of groups; head h reads the group h / (heads / groups)
    int stateDim = 0; ///< the rows of a head's state, at most Ops::maxScanState
    int headDim = 0; ///< the columns of a head and of its state
    float minStep = 0;
    float maxStep = std::numeric_limits<float>::infinity();

    constexpr int64_t columns() const { return int64_t(heads) * headDim; }
    constexpr int64_t groupColumns() const { return int64_t(groups) * stateDim; }
    /// What the scan reads of a row: the heads, then two vectors of each group.
    constexpr int64_t inputColumns() const { return columns() + 2 * groupColumns(); }
    constexpr int64_t stateColumns() const { return columns() * stateDim; }
    constexpr int group(int head) const { return head / (heads / groups); }
};

/// What the steps of a selective scan are made of, see Ops::selectiveScan().
struct ScanGates {
    TensorView steps; ///< [tokens, heads]
    TensorView rates, offsets, skips; ///< [1, heads]
};

/// The position of each token along every axis, by which it is rotated. Text has one axis, the grid
/// of an image two, a model of images and videos three (M-RoPE, Wang et al., 2024,
/// arXiv:2409.12191). On the device.
struct Angles {
    TensorView positions; ///< i32 [tokens, axes]
};

/// How heads are rotated, see Ops::rotate().
struct Rotation {
    /// f32 [axes, pairs]: radians per position; 0 if a pair does not depend on the axis.
    TensorView frequencies;
    RotaryStyle style = RotaryStyle::Pairs;
    float magnitude = 1; ///< a factor of cosine and sine
};

/// What the distance of two rows adds to their score (DeBERTa, He et al., 2021, arXiv:2006.03654):
/// q[i] · k[j] becomes q[i] · k[j] + q[i] · keys[row] + k[j] · queries[row], head by head, where row
/// is rows[0, reach + i − j]. All are on the device.
struct RelativeScores {
    TensorView keys, queries; ///< f32 [any, heads · headDim]; an empty one adds nothing
    /// i32 [1, 2 · reach + 1]: the row of the tables for each distance from −reach to reach;
    /// distances beyond them count as the outermost. Empty: distances add nothing.
    TensorView rows;

    bool isEmpty() const { return rows.isEmpty(); }
};

/// The sizes of attention, and how its scores are scaled.
struct AttentionShape {
    int heads = 0;
    int kvHeads = 0; ///< divides heads; head h reads the key and value head h / (heads / kvHeads)
    int headDim = 0;
    float scale = 0; ///< multiplies q · k; usually 1 / √headDim
    float softCap = 0; ///< c above 0: scores become c · tanh(score / c)
    /// f32 [1, heads]: a score of each head that takes part in its softmax and has no value, so
    /// that a head may look at nothing (Xiao et al., 2023, arXiv:2309.17453). Empty: none. Used
    /// only by attendCached.
    TensorView sinks = {};
    /// Used only by attendSpans, with as many kvHeads as heads; row t of q and of k are the same.
    RelativeScores relative = {};
    int valueDim = 0; ///< the columns of a value; 0: headDim. Used only by attendCached.

    constexpr int valueWidth() const { return valueDim > 0 ? valueDim : headDim; }
};

/// How a router chooses the experts of a row by its scores, see Ops::rankExperts(), and how strongly
/// each then counts, see Ops::weighExperts().
struct ExpertWeighting {
    enum class Scoring {
        Softmax, ///< an expert's share is its softmax over all experts
        Sigmoid, ///< an expert's share is 1 / (1 + exp(−score)), whatever the others'
    };
    Scoring scoring = Scoring::Softmax;
    /// True if the shares of the chosen experts are divided by their sum.
    bool sumsToOne = true;
    float epsilon = 0; ///< Sigmoid: is added to that sum
    float factor = 1;
    TensorView scales = {}; ///< f32 [1, experts]: of each expert; empty: none

    /// f32 [1, experts]: is added to the shares where experts are chosen, and only there
    /// (arXiv:2408.15664); empty: nothing is.
    TensorView choiceBias = {};
    /// So many groups of neighbors as large as each other; experts are chosen from the `groupsUsed`
    /// groups of which the `groupScore` highest ranks, one or two, have the highest sums (DeepSeek-V3,
    /// arXiv:2412.19437). 1: there are no groups.
    int groups = 1, groupsUsed = 1, groupScore = 1;

    /// True if the experts with the highest scores are chosen: then nothing needs rankExperts().
    bool choosesByScores() const { return choiceBias.isEmpty() && groups <= 1; }
};

/// What a transformer computes, on one device.
///
/// Calls run in order and may return before the work is done; Backend::synchronize() waits. Shapes
/// are written [rows, columns]; columns are contiguous. Activations are f32 unless said otherwise.
/// A wrong shape, type or device is a bug in the caller (CHECK). If the device has no memory left,
/// throws Error{OutOfMemory}. The order in which each element of a result is summed does not depend
/// on the number of rows of a call, so the numbers of a token do not depend on the other tokens. A
/// device may make an exception for calls with many rows, those of prompts, and compute them with
/// less precision; its documentation says so.
class Ops {
public:
    virtual ~Ops() = default;

    // ---- moving rows ----

    /// out[r] = table[ids[r]], converted to f32
    ///   out    [tokens, hidden]
    ///   table  [vocabulary, hidden]  any type
    ///   ids    i32 [1, tokens]       each in [0, vocabulary)
    virtual void gatherRows(TensorView out, TensorView table, TensorView ids) = 0;

    /// out[ids[r]] = in[r], converted to out's type (f32, f16 or bf16)
    ///   out  [any, hidden]
    ///   in   [tokens, hidden]
    ///   ids  i32 [1, tokens]  distinct
    virtual void scatterRows(TensorView out, TensorView in, TensorView ids) = 0;

    /// Deals the columns of x out: the first `chunk` columns of a row go to the first part, the next
    /// ones to the next part, and so on, again and again.
    ///   parts  each [tokens, columns]  at most maxParts of them
    ///   x      [tokens, parts · columns]  columns a multiple of `chunk`
    virtual void deal(std::span<const TensorView> parts, TensorView x, int64_t chunk) = 0;

    static constexpr size_t maxParts = 4;

    /// out[r] = x[r, first … first + out.columns − 1]
    ///   out  [tokens, columns]
    ///   x    [tokens, any]
    virtual void takeColumns(TensorView out, TensorView x, int64_t first) = 0;

    /// out[r, first … first + x.columns − 1] = x[r]; the other columns stay as they are.
    ///   out  [tokens, any]
    ///   x    [tokens, columns]
    virtual void putColumns(TensorView out, TensorView x, int64_t first) = 0;

    // ---- element by element ----

    /// into += delta, both [tokens, hidden]
    virtual void add(TensorView into, TensorView delta) = 0;

    /// into *= factor, both [tokens, hidden]
    virtual void multiply(TensorView into, TensorView factor) = 0;

    /// x[r] += row, x [tokens, hidden], row [1, hidden] f32: biases
    virtual void addRow(TensorView x, TensorView row) = 0;

    /// x[r] *= row, element by element; x [tokens, hidden], row [1, hidden] f32: layer scales
    virtual void multiplyRow(TensorView x, TensorView row) = 0;

    /// x *= factor
    virtual void scale(TensorView x, float factor) = 0;

    /// x = limit · tanh(x / limit), limit above 0: scores and logits that must not grow
    virtual void cap(TensorView x, float limit) = 0;

    /// x = activation(x)
    virtual void activate(TensorView x, Activation activation) = 0;

    /// gate = activation(gate) · up, both [tokens, hidden]
    virtual void gate(TensorView gate, TensorView up, Activation activation) = 0;

    /// gate = g · sigmoid(1.702 g) · (u + 1), where g = min(gate, limit) and u is up, kept within
    /// ±limit; both [tokens, hidden]
    virtual void gateClamped(TensorView gate, TensorView up, float limit) = 0;

    // ---- norms ----

    /// out[r] = x[r] / sqrt(mean(x[r]²) + epsilon) · weight
    ///   out, x  [tokens, hidden]  out may be x
    ///   weight  [1, hidden]
    virtual void rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon) = 0;

    /// out[r] = (x[r] − mean(x[r])) / sqrt(variance(x[r]) + epsilon) · weight + bias
    ///   out, x        [tokens, hidden]  out may be x
    ///   weight, bias  [1, hidden]
    virtual void layerNorm(
        TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
        = 0;

    /// residual += delta; out = rmsNorm(residual). This default is the definition. A backend
    /// overrides it if one pass over memory is faster.
    virtual void addRmsNorm(
        TensorView out, TensorView residual, TensorView delta, TensorView weight, float epsilon)
    {
        add(residual, delta);
        rmsNorm(out, residual, weight, epsilon);
    }

    /// residual += delta; out = layerNorm(residual). This default is the definition, too.
    virtual void addLayerNorm(TensorView out, TensorView residual, TensorView delta,
        TensorView weight, TensorView bias, float epsilon)
    {
        add(residual, delta);
        layerNorm(out, residual, weight, bias, epsilon);
    }

    // ---- products ----

    /// out[t, r] = Σₖ x[t, k] · weight[r, k]
    ///   out     [tokens, outputs]
    ///   x       [tokens, inputs]
    ///   weight  [outputs, inputs]  any type; its values are those dequantization gives
    virtual void matmul(TensorView out, TensorView x, TensorView weight) = 0;

    /// One of several products of the same rows.
    struct Product {
        TensorView out, weight;
        TensorView bias = {}; ///< f32 [1, outputs]; empty: none
    };

    /// Computes out = x · weightᵀ + bias for each of the products. This default is the definition,
    /// here and in the next three.
    virtual void matmulEach(std::span<const Product> products, TensorView x)
    {
        for (const Product& product : products)
            matmul(product.out, x, product.weight);
        addBiases(products);
    }

    /// gate = activation(x · gateWeightᵀ) · (x · upWeightᵀ)
    ///   gate, up  [tokens, outputs]  the content of `up` is undefined afterwards
    virtual void matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
        TensorView upWeight, Activation activation)
    {
        matmul(gate, x, gateWeight);
        matmul(up, x, upWeight);
        this->gate(gate, up, activation);
    }

    /// into += x · weightᵀ + bias
    ///   into, delta  [tokens, outputs]   the content of `delta` is undefined afterwards
    ///   bias         f32 [1, outputs]    empty: none
    virtual void matmulAdd(
        TensorView into, TensorView delta, TensorView x, TensorView weight, TensorView bias = {})
    {
        const Product product{delta, weight, bias};
        matmulEach({&product, 1}, x);
        add(into, delta);
    }

    /// The layers of an MLP. Biases are f32 [1, outputs]; an empty bias adds nothing.
    struct MlpLayers {
        TensorView up, upBias; ///< [inner, hidden], [1, inner]
        TensorView down, downBias; ///< [hidden, inner], [1, hidden]
        TensorView gate = {}, gateBias = {}; ///< as `up`; an empty gate: the MLP is not gated
        Activation activation = Activation::Silu;
    };

    /// Memory for the intermediate results of an MLP. The contents are undefined afterwards.
    struct MlpScratch {
        TensorView inner; ///< [tokens, inner]
        TensorView innerUp; ///< [tokens, inner] if the MLP is gated, otherwise unused
        TensorView delta; ///< [tokens, hidden]
    };

    /// into += down(activation(up(x))) or, with a gate, into += down(activation(gate(x)) · up(x));
    /// each layer is x · weightᵀ + bias.
    ///   into, x  [tokens, hidden]
    virtual void mlpAdd(
        TensorView into, TensorView x, const MlpLayers& layers, const MlpScratch& scratch)
    {
        const auto& [inner, innerUp, delta] = scratch;
        if (layers.gate.isEmpty()) {
            const Product product{inner, layers.up, layers.upBias};
            matmulEach({&product, 1}, x);
            activate(inner, layers.activation);
        } else if (layers.gateBias.isEmpty() && layers.upBias.isEmpty()) {
            matmulGate(inner, innerUp, x, layers.gate, layers.up, layers.activation);
        } else {
            const Product products[]
                = {{inner, layers.gate, layers.gateBias}, {innerUp, layers.up, layers.upBias}};
            matmulEach(products, x);
            gate(inner, innerUp, layers.activation);
        }
        matmulAdd(into, delta, inner, layers.down, layers.downBias);
    }

    // ---- experts (Shazeer et al., 2017, arXiv:1701.06538) ----

    /// ranks[t, e] = share(scores[t, e]) + choiceBias[e], or −∞ in groups from which nothing is
    /// chosen. The experts of the highest ranks are chosen; there are at least as many with a rank
    /// above −∞ as groupsUsed groups have.
    ///   ranks, scores  [tokens, experts]  distinct
    virtual void rankExperts(TensorView ranks, TensorView scores, const ExpertWeighting& weighting)
        = 0;

    /// weights[t, i] = factor · scales[e] · share(scores[t, e]), where e is chosen[t, i], divided by
    /// the sum of the shares of all that are chosen for t if the weights are to sum to one.
    ///   weights  [tokens, used]
    ///   scores   [tokens, experts]
    ///   chosen   i32 [tokens, used]  each in [0, experts), distinct in a row
    virtual void weighExperts(
        TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
        = 0;

    /// out[t · used + i] = x[row] · experts[chosen[t, i]]ᵀ, where row is t or, if x has a row for
    /// each row of out, that row. Weights of experts that nobody has chosen are not read.
    ///   out      [tokens · used, outputs]
    ///   x        [tokens, inputs] or [tokens · used, inputs]
    ///   experts  each [outputs, inputs], of one type; on a GPU at equal distances
    ///   chosen   i32 [tokens, used]  each in [0, experts); empty: all of them for every token, in
    ///            their order, as heads are that have a matrix each
    virtual void matmulExperts(
        TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
        = 0;

    /// out[t] = Σᵢ weights[t, i] · x[t · used + i]
    ///   out      [tokens, hidden]
    ///   x        [tokens · used, hidden]
    ///   weights  [tokens, used]
    virtual void sumExperts(TensorView out, TensorView x, TensorView weights) = 0;

    // ---- positions ----

    /// Rotates the first pairs of each head (RoPE, Su et al., 2021, arXiv:2104.09864): pair i of
    /// token t by the angle Σ positions[t, axis] · frequencies[axis, i] over the axes.
    ///   x         [tokens, heads · headDim]  in place
    ///   angles    as many axes as the rotation
    ///   rotation  2 · pairs ≤ headDim
    virtual void rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
        = 0;

    /// x[t] *= 1 + rate · ln(1 + ⌊positions[t] / period⌋): queries that keep apart what they see while
    /// that becomes more
    ///   x       [tokens, any]
    ///   positions  i32 [1, tokens]  at least 0; period above 0
    virtual void scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period)
        = 0;

    // ---- attention ----

    /// cache[slot(t)] = rows[t], where slot(t) = pageTables[sequence, position / pageSize] · pageSize
    /// + position % pageSize
    ///   cache  [pages · pageSize, kvHeads · headDim]  f32, f16 or one of the cache's block types,
    ///          whose rows are filled up with zeros to whole blocks
    ///   rows   [tokens, kvHeads · headDim]
    virtual void writeCache(TensorView cache, TensorView rows, const CachePlacement& placement) = 0;

    /// Rotates queries and keys, and writes keys and values to the cache. This default is the
    /// definition.
    ///   q     [tokens, heads · headDim]    in place
    ///   k, v  [tokens, kvHeads · headDim]  k in place
    ///   keys, values                       as in writeCache()
    virtual void rotateAndCache(TensorView q, TensorView k, TensorView v, TensorView keys,
        TensorView values, const CachePlacement& placement, const Angles& angles,
        const Rotation& rotation, int headDim)
    {
        for (TensorView x : {q, k})
            rotate(x, angles, rotation, headDim);
        writeCache(keys, k, placement);
        writeCache(values, v, placement);
    }

    /// out[t] = softmax(scale · q[t] · keysᵀ) · values over positions first[t] … last[t] of t's own
    /// sequence, head by head. What is seen must have been written already, the rows of this pass
    /// included.
    ///   out     [tokens, heads · valueWidth]
    ///   q       [tokens, heads · headDim]
    ///   keys    [pages · pageSize, kvHeads · headDim]     one layer of the cache, of any type that
    ///           writeCache takes
    ///   values  [pages · pageSize, kvHeads · valueWidth]  the same; with one head its rows may be
    ///           longer: then values are their first columns. They may be the keys.
    virtual void attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
        const CachePlacement& placement, const Reach& reach, const AttentionShape& shape)
        = 0;

    /// out[t] = softmax(scale · q[t] · kᵀ) · v over rows first[t] … last[t] of k and v, head by
    /// head: images of any sizes, windows of them, sentences of a batch. Tokens of one span that
    /// follow one another are computed together.
    ///   out, q  [tokens, heads · headDim]
    ///   k, v    [any, kvHeads · headDim]
    virtual void attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
        const Reach& spans, const AttentionShape& shape)
        = 0;

    /// The layers of an attention over spans. Biases are f32 [1, outputs]; an empty bias adds
    /// nothing.
    struct AttentionLayers {
        TensorView query; ///< [heads · headDim, hidden]
        TensorView key, value; ///< [kvHeads · headDim, hidden]
        TensorView output; ///< [hidden, heads · headDim]
        TensorView queryBias = {}, keyBias = {}, valueBias = {}, outputBias = {};
    };

    /// Memory for the intermediate results of an attention. The contents are undefined afterwards.
    struct AttentionScratch {
        TensorView q, k, v; ///< [tokens, outputs of the layer]
        TensorView attended; ///< [tokens, heads · headDim]
        TensorView delta; ///< [tokens, hidden]
    };

    /// into += output(attendSpans(query(x), key(x), value(x))); each layer is x · weightᵀ + bias.
    /// This default is the definition.
    ///   into, x  [tokens, hidden]
    virtual void attentionAdd(TensorView into, TensorView x, const AttentionLayers& layers,
        const AttentionScratch& scratch, const Reach& spans, const AttentionShape& shape)
    {
        const auto& [q, k, v, attended, delta] = scratch;
        const Product products[] = {{q, layers.query, layers.queryBias},
            {k, layers.key, layers.keyBias}, {v, layers.value, layers.valueBias}};
        matmulEach(products, x);
        attendSpans(attended, q, k, v, spans, shape);
        matmulAdd(into, delta, attended, layers.output, layers.outputBias);
    }

    // ---- layers that keep a state ----

    /// A causal convolution of each column by itself, over the rows of each sequence:
    ///   out[t, c] = Σ weight[tap, c] · x[t − (taps − 1) + tap, c], with zeros before the beginning
    ///   out, x  [tokens, columns]                distinct
    ///   weight  [taps, columns]                  taps from 2 to maxTaps
    ///   states  [pages, (taps − 1) · columns]    the last rows of x, the oldest first
    virtual void convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
        const CachePlacement& placement, const SequenceRows& rows)
        = 0;

    static constexpr int64_t maxTaps = 8;

    /// The gated delta rule (Yang et al., 2024, arXiv:2412.06464) over the rows of each sequence.
    /// Each value head has a matrix S. With q and k of its key head, divided by √(Σ x² + epsilon),
    /// and its v, token by token:
    ///   S   = exp(rate · log(1 + exp(decay + offset))) · S
    ///   S   = S + kᵀ · sigmoid(strength) · (v − k · S)
    ///   out = q · S / √keyDim
    ///   out     [tokens, valueHeads · valueDim]
    ///   qkv     [tokens, 2 · keyHeads · keyDim + valueHeads · valueDim]  all q, all k, all v
    ///   states  [pages, valueHeads · keyDim · valueDim]                  S [keyDim, valueDim]
    virtual void deltaRule(TensorView out, TensorView qkv, const DeltaGates& gates,
        TensorView states, const CachePlacement& placement, const SequenceRows& rows,
        const DeltaShape& shape)
        = 0;

    static constexpr int maxDeltaKeys = 256;

    /// The selective scan of Mamba-2 (Dao and Gu, 2024, arXiv:2405.21060) over the rows of each
    /// sequence. Each head has a matrix S. With its x, and b and c of its group, token by token:
    ///   d   = log(1 + exp(step + offset)), at least minStep and at most maxStep
    ///   S   = exp(rate · d) · S + bᵀ · d · x
    ///   out = c · S + skip · x
    ///   out     [tokens, heads · headDim]
    ///   xbc     [tokens, heads · headDim + 2 · groups · stateDim]  all x, all b, all c
    ///   states  [pages, heads · stateDim · headDim]                S [stateDim, headDim]
    virtual void selectiveScan(TensorView out, TensorView xbc, const ScanGates& gates,
        TensorView states, const CachePlacement& placement, const SequenceRows& rows,
        const ScanShape& shape)
        = 0;

    static constexpr int maxScanState = 256;

    // ---- choosing ----

    /// Finds the `count` highest of the first `among` numbers of each row, the highest first, equal
    /// ones by their index. NaN counts as higher than any number. If there are fewer than `count`,
    /// the others have the index −1 and the number −∞.
    ///   positions   i32 [rows, count]   count at most maxHighest
    ///   numbers  f32 [rows, count]
    ///   x        [rows, columns]     among at most columns, below 2³¹
    virtual void findHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among)
        = 0;

    static constexpr int64_t maxHighest = 512;

    /// sums[r, block] = Σ exp((x[r, i] − highest[r, 0]) · scales[0, r]) over each block of 64 of the
    /// first `among` numbers of a row; the last block may be shorter. The divisor of a softmax is the
    /// sum of these. Every device gives the same bits, by the formula of kernels/logit_math.h.
    ///   sums     f32 [rows, blocks]
    ///   x        [rows, columns]   among at most columns, below 2³¹
    ///   highest  f32 [rows, any]   of the same numbers of the row, as findHighest returns them
    ///   scales   f32 [1, rows]     above 0
    virtual void weighBlocks(
        TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
        = 0;

protected:
    /// Adds the biases of products that have been computed.
    void addBiases(std::span<const Product> products)
    {
        for (const Product& product : products)
            if (!product.bias.isEmpty())
                addRow(product.out, product.bias);
    }
};

} // namespace kernels
