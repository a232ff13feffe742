#pragma once

#include "kernels/ops.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace engine {

// Plans tell layers what to load and compute: the choices of a family and the sizes of one model,
// as data. Decoders, vision towers and encoders use the same plans.

/// The norms of a block.
struct NormPlan {
    enum class Kind {
        Rms, ///< see Ops::rmsNorm
        RmsPlusOne, ///< Ops::rmsNorm with weights that the file stores minus one
        Layer, ///< see Ops::layerNorm
        LayerWithoutBias, ///< the same with a bias of 0
    };
    /// The position of the norms; `layer` is attention or the MLP.
    enum class Where {
        Before, ///< hidden += layer(norm(hidden))
        After, ///< hidden += norm(layer(hidden))
        Both, ///< hidden += norm(layer(norm(hidden)))
        Shared, ///< x = norm(hidden); hidden += attention(x) + mlp(x)
        AfterSum, ///< hidden = norm(hidden + layer(hidden)): the first transformers, BERT
    };
    /// How queries and keys are normalized before they are rotated.
    enum class OfHeads {
        None,
        Each, ///< each head separately, with one weight of the length of a head
        All, ///< all heads of a row together
    };

    Kind kind = Kind::Rms;
    Where where = Where::Before;
    float epsilon = 1e-5f;
    float endEpsilon = 0; ///< of norms behind attention and the MLP; 0: epsilon
    bool hasAttentionNorm = true; ///< false: attention has no norm before it, the MLP has
    OfHeads queryAndKey = OfHeads::None;
    bool headsHaveWeights = true; ///< otherwise queries and keys are normalized without a weight
    bool headsAfterRotation = false; ///< queries and keys are rotated before they are normalized
    bool ofValues = false; ///< also each head of the values separately, without a weight
};

/// What a row sees of its own sequence. By default: itself and all rows before it.
struct ReachPlan {
    int64_t window = 0; ///< above 0: only so many newest positions, the row's own included
    /// True: a row also sees all rows of its own span, before and after it and whatever the window
    /// is. Spans are the rows of an image.
    bool seesSpans = false;
    /// True: of the span's rows before it, a row sees only those in the window.
    bool keepsWindowInSpans = false;

    auto operator<=>(const ReachPlan&) const = default;
};

/// Attention, with or without a cache.
struct AttentionPlan {
    enum class Over {
        Cache, ///< over the rows of its sequence in the cache, see ReachPlan
        Spans, ///< over the rows of its own span, without a cache: towers and encoders
    };

    kernels::AttentionShape shape;
    Over over = Over::Cache;
    ReachPlan reach; ///< for Over::Cache
    size_t spans = 0; ///< for Over::Spans: which of the pass's divisions into spans
    /// The model's rotation that is applied to q and k; nullopt: none.
    std::optional<size_t> rotary = 0;
    /// True if q, k and v must have biases. If not, biases are used if the file has them.
    bool requiresBias = false;
    /// The file has the rows of q and k reordered: a rotated pair is adjacent and not half a head
    /// apart as in training. llama.cpp's converter does so for Llama.
    bool pairedHeads = false;
    /// The values are the keys before rotation; there is no weight for values.
    bool keysAreValues = false;
    /// Keys and values are those that this other layer has written.
    std::optional<int64_t> cacheOfLayer;
    /// The weight of queries also gives, behind each head, a gate: what is read is multiplied by
    /// its sigmoid (Qwen 3.5).
    bool gatesOutput = false;
    /// The gate has a weight of its own, attn_gate, and those of queries are queries alone.
    bool hasGateWeight = false;

    /// Each head has a number that takes part in its softmax, see AttentionShape::sinks (GPT-OSS).
    bool hasSinks = false;

    /// Queries grow by their position, see Ops::scaleByPosition (Llama 4, Ministral 3). Rate 0: they do
    /// not.
    float queryGrowth = 0;
    int64_t queryGrowthPeriod = 0; ///< in tokens

    int64_t queryColumns() const { return int64_t(shape.heads) * shape.headDim; }
    int64_t keyColumns() const { return int64_t(shape.kvHeads) * shape.headDim; }
    /// What the weight of queries gives: queries, and gates if they have no weight of their own.
    int64_t queryOutputs() const
    {
        return gatesOutput && !hasGateWeight ? 2 * queryColumns() : queryColumns();
    }
};

/// A gated DeltaNet (Yang et al., 2024, arXiv:2412.06464): heads keep a matrix in place of keys
/// and values. Some value heads share each key head.
struct DeltaNetPlan {
    kernels::DeltaShape shape;
    int64_t taps = 0; ///< of the convolution over q, k and v: a row and the taps − 1 before it
    bool ratesAreLogarithms = false; ///< the file has log(−rate) in place of the rates of decay

    int64_t mixedColumns() const { return 2 * shape.keyColumns() + shape.valueColumns(); }

    // Qwen3-Next has what each key head reads one behind the other, in two tensors.
    /// The rows of a key head in ssm_in: q, k, v and the gate.
    std::array<int64_t, 4> inputRows() const;
    /// The rows of a key head in ssm_ba: strengths and decays.
    std::array<int64_t, 2> rateRows() const;
};

/// The rows of one part of every head where each head has the rows of all parts, one behind the
/// other.
std::vector<int64_t> rowsOfPart(int64_t heads, std::span<const int64_t> parts, size_t part);

/// A short convolution between two gates (LFM2, Liquid AI, 2025, arXiv:2511.23404).
struct ShortConvolutionPlan {
    int64_t taps = 0; ///< a row and the taps − 1 before it
};

/// Latent attention, see LatentAttention. Heads of queries are [plain | rotated]; a cached row is
/// [latent | rotated].
struct LatentAttentionPlan {
    int64_t heads = 0;
    int64_t queryRank = 0; ///< the width to which queries are compressed; 0: they are not
    int64_t latentRank = 0; ///< the width of a latent
    int64_t plainDim = 0, rotatedDim = 0; ///< of a head of queries
    int64_t valueDim = 0; ///< of a head
    float scale = 0; ///< of scores
    float epsilon = 1e-6f; ///< of the norms of compressed queries and latents
    size_t rotary = 0; ///< the model's rotation of the rotated parts
    ReachPlan reach = {};

    int64_t projectedColumns() const { return heads * (plainDim + rotatedDim); }
    int64_t rowColumns() const { return latentRank + rotatedDim; }
    /// All heads share one key, whose first columns are the value.
    kernels::AttentionShape shape() const
    {
        return {.heads = int(heads),
            .kvHeads = 1,
            .headDim = int(rowColumns()),
            .scale = scale,
            .valueDim = int(latentRank)};
    }
};

/// A Mamba-2 mixer (Dao and Gu, 2024, arXiv:2405.21060): heads keep a matrix in place of keys and
/// values, which forgets and learns by steps of time that each row chooses.
struct MambaPlan {
    enum class Norm {
        AfterGate, ///< norm(scanned · silu(gate))
        BeforeGate, ///< norm(scanned) · silu(gate)
        None, ///< scanned · silu(gate)
    };

    kernels::ScanShape shape;
    int64_t taps = 0; ///< of the convolution over x, b and c: a row and the taps − 1 before it
    Norm norm = Norm::AfterGate; ///< of the columns of each group separately
    bool ratesAreLogarithms = false; ///< the file has log(−rate) in place of the rates of decay
    /// Multiply what a row is projected to: gate, x, b, c and steps (Falcon-H1).
    std::array<float, 5> factors{1, 1, 1, 1, 1};

    /// What a row is projected to.
    int64_t projectedColumns() const
    {
        return shape.columns() + shape.inputColumns() + shape.heads;
    }
};

/// Attention and a Mamba-2 mixer that read the same rows, each times a factor, and whose results are
/// added, each times another (Falcon-H1, TII, 2025, arXiv:2507.22448).
struct ParallelPlan {
    AttentionPlan attention;
    MambaPlan mamba;
    float attentionInput = 1, attentionOutput = 1;
    float mambaInput = 1, mambaOutput = 1;
};

/// What a block has in place of a mixer or of an MLP that it lacks (Nemotron-H).
struct NoLayerPlan { };

/// How the rows of a sequence take notice of each other.
using MixerPlan = std::variant<AttentionPlan, DeltaNetPlan, ShortConvolutionPlan,
    LatentAttentionPlan, MambaPlan, ParallelPlan, NoLayerPlan>;

/// An MLP: down(activation(up(x))) or, if gated (GLU variants, Shazeer, 2020, arXiv:2002.05202),
/// down(activation(gate(x)) · up(x)).
struct DensePlan {
    int64_t inner = 0; ///< the width between the two layers
    kernels::Activation activation = kernels::Activation::Silu;
    bool isGated = true;
    float gateFactor = 1; ///< multiplies what the activation of the gate reads (Falcon-H1)
    float outputFactor = 1; ///< multiplies the result (Falcon-H1)
    /// Above 0: gate and up are joined by Ops::gateClamped with this limit, whatever the activation
    /// (GPT-OSS). Used only for experts.
    float gateLimit = 0;
};

/// An MLP that all rows pass through alongside the experts, whose result is added to theirs.
struct SharedMlpPlan {
    DensePlan mlp = {};
    bool isGated = false; ///< the result is multiplied by the sigmoid of a product with the row
    /// It reads what the block's norm makes of the residual stream, and router and experts the stream
    /// itself, each by a norm of their own; the results of both are normalized before they are added
    /// (Gemma 4).
    bool hasOwnNorms = false;
};

/// A mixture of experts: each row passes through the few experts that a router chooses for it.
struct ExpertsPlan {
    int64_t count = 0, used = 0; ///< the number of experts, and of those that a row passes through
    DensePlan each;
    /// True for GPT-OSS checkpoints: in the file, rows of gate and up alternate.
    bool alternatesGateAndUp = false;
    kernels::ExpertWeighting weighting = {}; ///< without its tensors
    bool hasChoiceBias = false; ///< the file has ExpertWeighting::choiceBias
    /// Above 0: experts read a linear projection of the row to this width, and the sum of what they
    /// give is projected back; router and shared MLP read the row itself (Nemotron 3).
    int64_t latent = 0;
    std::optional<SharedMlpPlan> shared = {};

    /// The width of what an expert reads and gives.
    int64_t columns(int64_t hidden) const { return latent > 0 ? latent : hidden; }
};

/// Embeddings that tokens bring along for every block, see LayerInputs.
struct LayerInputsPlan {
    int64_t width = 0; ///< of the part of one block; 0: there are none
    int64_t vocabulary = 0;
    kernels::Activation activation = kernels::Activation::GeluTanh;
};

using MlpPlan = std::variant<DensePlan, ExpertsPlan, NoLayerPlan>;

/// A block of a decoder, a tower or an encoder: a mixer, mostly attention, then an MLP, each of
/// which is added to the residual stream. A model is a list of blocks, which need not be equal. A
/// block that lacks one of the two has its norms before the other.
struct BlockPlan {
    int64_t hidden = 0; ///< the width of the residual stream
    NormPlan norms;
    MixerPlan mixer;
    MlpPlan mlp;
    /// What attention and MLP add is multiplied by weights of its own (LayerScale, Touvron et al.,
    /// 2021, arXiv:2103.17239).
    bool scalesLayers = false;
    float residualScale = 1; ///< multiplies what attention and MLP add to the stream (Granite)

    LayerInputsPlan inputs; ///< of the model that the block belongs to (Gemma 4)
    bool scalesOutput = false; ///< the file has a factor for the whole stream behind the block

    /// The attention of the mixer, which must have one.
    AttentionPlan& attention();
    const AttentionPlan& attention() const;

    /// The same, or null if the mixer has none.
    const AttentionPlan* findAttention() const;

    bool keepsState() const; ///< a sequence has a state in this block

    const LatentAttentionPlan* findLatentAttention() const
    {
        return std::get_if<LatentAttentionPlan>(&mixer);
    }

    /// What rows see of their sequence, or null if the mixer has no attention.
    const ReachPlan* findReach() const;
};

/// How many numbers per token the mixer of a block, and what follows it, take from the scratch
/// memory, in the order in which they take them.
std::vector<int64_t> scratchOfMixer(const BlockPlan& plan);
std::vector<int64_t> scratchOfMlp(const BlockPlan& plan);

} // namespace engine
