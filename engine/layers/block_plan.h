#pragma once

#include "kernels/ops.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

namespace engine {

// What the layers are told when they load: the choices of a family and the sizes of one model, as
// data. The same plans serve decoders, vision towers and encoders.

/// The norms of a block.
struct NormPlan {
    enum class Kind {
        Rms, ///< see Ops::rmsNorm
        RmsPlusOne, ///< the same, of a file that holds each weight less one
        Layer, ///< see Ops::layerNorm
    };
    /// Where they stand. Each of attention and MLP is a `layer` here.
    enum class Where {
        Before, ///< hidden += layer(norm(hidden))
        After, ///< hidden += norm(layer(hidden))
        Both, ///< hidden += norm(layer(norm(hidden)))
        Shared, ///< x = norm(hidden); hidden += attention(x) + mlp(x)
    };
    /// What is normalised of queries and keys, before they are turned.
    enum class OfHeads {
        None,
        Each, ///< every head by itself, all by one weight of a head's length
        All, ///< the heads of a row together
    };

    Kind kind = Kind::Rms;
    Where where = Where::Before;
    float epsilon = 1e-5f;
    OfHeads queryAndKey = OfHeads::None;
    bool ofValues = false; ///< every head of the values by itself, without a weight
};

/// What a row sees of its own sequence: itself and the rows before it, unless this says otherwise.
struct ReachPlan {
    int64_t window = 0; ///< w > 0: only the w newest places, the row's own included
    bool seesSpans = false; ///< and, whatever the window, all of the span that the row belongs to,
                            ///< forwards as well: the rows of a picture

    auto operator<=>(const ReachPlan&) const = default;
};

/// Attention, with a cache or without one.
struct AttentionPlan {
    enum class Over {
        Cache, ///< the rows of its sequence that are in the cache; see ReachPlan
        Spans, ///< the rows of its span, which is all there is: towers and encoders
    };

    kernels::AttentionShape shape;
    Over over = Over::Cache;
    ReachPlan reach; ///< over a cache
    std::optional<size_t> rotary = 0; ///< which of the model's rotations turns q and k; none: none
    bool requiresBias = false; ///< q, k and v must have biases; any that the file holds is used
    bool pairedHeads = false; ///< the file moved the rows of q and k from halves, as the model was
                              ///< trained, to pairs: llama.cpp's converter does so for Llama
    bool keysAreValues = false; ///< there is no map for values: they are the keys, not yet turned
    std::optional<int64_t> cacheOfLayer; ///< keys and values are those another layer has written

    // What no layer computes yet; see requireRunnable().
    bool hasSinks = false; ///< each head has a number that joins its softmax (GPT-OSS)
    bool gatesOutput = false; ///< the query's map has a gate beside each head (Qwen 3.5)
    float queryGrowth = 0; ///< queries grow with the logarithm of their place (Ministral 3)

    int64_t queryColumns() const { return int64_t(shape.heads) * shape.headDim; }
    int64_t keyColumns() const { return int64_t(shape.kvHeads) * shape.headDim; }
};

/// down(activation(up(x))) or, gated, down(activation(gate(x)) · up(x))
struct DensePlan {
    int64_t inner = 0; ///< numbers of a row between the maps
    kernels::Activation activation = kernels::Activation::Silu;
    bool isGated = true;
};

/// A mixture of experts: each row goes through the few that a router chooses for it. No layer
/// computes it yet; see requireRunnable().
struct ExpertsPlan {
    int64_t count = 0, used = 0; ///< experts, and how many of them a row goes through
    DensePlan each;
    std::optional<DensePlan> shared; ///< that all rows go through as well
    bool routesFromResidual = false; ///< the router reads the stream, not its norm (Gemma 4)
};

using MlpPlan = std::variant<DensePlan, ExpertsPlan>;

/// A block of a decoder, a tower or an encoder: attention, then an MLP, each added to the residual
/// stream. A model is a list of them, which need not be equal.
struct BlockPlan {
    int64_t hidden = 0; ///< width of the residual stream
    NormPlan norms;
    AttentionPlan attention;
    MlpPlan mlp;
    float residualScale = 1; ///< of what attention and MLP add to the stream (Granite)

    int64_t perLayerEmbedding = 0; ///< its width (Gemma 4); no layer computes it yet
};

/// How wide the MLP is between its maps, at its widest.
int64_t innerColumns(const MlpPlan& mlp);

/// Throws Error{Unsupported} with what the plan asks for where no layer computes that yet.
void requireRunnable(const BlockPlan& plan);

} // namespace engine
