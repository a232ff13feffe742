#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// The naming and layout conventions of a model's files.
enum class FileLayout {
    Gguf, ///< llama.cpp's: tensors named blk.0.attn_q.weight, rows of q and k of llama reordered
    /// A folder with config.json; tensors named model.layers.0.self_attn.q_proj.weight.
    HuggingFace,
};

/// How rotary frequencies are changed beyond the context that a model was trained for, see
/// rotaryTable().
struct RopeScaling {
    enum class Kind { None, Linear, Dynamic, Llama3, Yarn, LongRope };
    Kind kind = Kind::None;
    double factor = 1;
    double lowFrequencyFactor = 1, highFrequencyFactor = 4; ///< Llama3
    double betaFast = 32, betaSlow = 1; ///< Yarn
    bool truncates = true; ///< Yarn: its ramp begins and ends at whole pairs
    double attentionFactor = 0; ///< Yarn, LongRope; 0: by the formula of the method
    int64_t originalContext = 0; ///< in tokens
    std::vector<double> shortFactors, longFactors; ///< LongRope

    bool operator==(const RopeScaling&) const = default;
};

/// The number of tokens that the model was trained for before its context, `contextLength`, was
/// stretched.
inline int64_t originalContext(const RopeScaling& scaling, int64_t contextLength)
{
    return scaling.originalContext > 0 ? scaling.originalContext : contextLength;
}

/// The factor of sine and cosine that YaRN (arXiv 2309.00071) gives a context that is `factor` times
/// as long.
inline double yarnMagnitude(double factor, double mscale = 1)
{
    return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
}

/// True if LongRope rotates a sequence that may come to hold `reach` tokens by its long factors.
/// Keys and values of the two kinds of sequences are not interchangeable.
inline bool takesLongFactors(const RopeScaling& scaling, int64_t contextLength, int64_t reach)
{
    return scaling.kind == RopeScaling::Kind::LongRope
        && reach > originalContext(scaling, contextLength);
}

/// The numbers of a decoder, from GGUF metadata or config.json. A value; checked by readConfig:
/// every count is positive and within what the tensors of the file can hold. A new field gets a row
/// in engine/config/config_fields.h, without which nothing compiles.
struct ModelConfig {
    /// The first name of one of engine/models/families; for a family that this version does not
    /// run, the name in its files.
    std::string family;
    std::string name; ///< to be shown to users; may be empty
    FileLayout layout = FileLayout::Gguf;

    int64_t layers = 0;
    /// Multi-token-prediction heads: layers that follow the others, each with tensors of its own, and
    /// predict further tokens. They are not among `layers`, and nothing loads them.
    int64_t mtpLayers = 0;
    int64_t hidden = 0; ///< the width of the residual stream
    int64_t heads = 0, kvHeads = 0, headDim = 0;
    int64_t feedForward = 0;
    int64_t vocabulary = 0;
    int64_t contextLength = 0; ///< how many tokens the model was trained for
    /// The number of tokens that a layer with a window sees; 0: the file names none.
    int64_t slidingWindow = 0;
    std::vector<int64_t> windowedLayers; ///< the layers with a window, ascending

    std::vector<int64_t> unrotatedLayers; ///< the layers without rotary positions, ascending

    // What ConfigFactors names.
    double embeddingScale = 1; ///< multiplies the rows of tokens
    double residualScale = 1; ///< multiplies what attention and MLP add to the residual stream
    double attentionScale = 0; ///< multiplies q · k; 0: 1 / √headDim
    double logitScale = 1; ///< multiplies the logits
    double attentionCap = 0; ///< the soft cap of scores; 0: none
    double logitCap = 0; ///< the soft cap of logits; 0: none
    double queryGrowth = 0; ///< see AttentionPlan::queryGrowth; 0: none

    // How layers differ from each other.
    int64_t localHeadDim = 0, localKvHeads = 0; ///< in layers with a window; 0: as in all others
    bool localSeesSpans = false; ///< in layers with a window, see ReachPlan::seesSpans
    bool keysAreValues = false; ///< in layers without a window, see AttentionPlan::keysAreValues
    /// The number of last layers that have no keys and values of their own, but read those of the
    /// last layer before them that sees as much as they do.
    int64_t sharingLayers = 0;
    std::vector<int64_t> layerFeedForward; ///< of each layer; empty: feedForward
    int64_t layerInputs = 0; ///< see LayerInputsPlan::width

    int64_t expertCount = 0; ///< in the layers that have experts; 0: none has
    int64_t expertsUsed = 0; ///< how many of them each token passes through
    int64_t expertFeedForward = 0; ///< the width inside an expert
    std::vector<int64_t> denseLayers; ///< those without experts, ascending, if others have some
    /// How a router's logits become the weights of experts.
    enum class Scoring {
        Softmax, ///< over all experts
        Sigmoid, ///< of each by itself
    };
    Scoring expertScoring = Scoring::Softmax;
    bool expertWeightsSumToOne = true; ///< see kernels::ExpertWeighting, as the next
    double expertWeightFactor = 1;
    /// Each layer has a vector that is added to the weights when experts are chosen, and only then.
    bool expertChoiceBias = false;
    /// Experts are chosen in groups: first the best `expertGroupsUsed` of so many groups. 0 or 1:
    /// there are none.
    int64_t expertGroups = 0, expertGroupsUsed = 0;
    /// How many of the highest weights in a group make its score.
    int64_t expertGroupScore = 1;
    /// The width of an MLP that all rows pass through, too; 0: there is none.
    int64_t sharedFeedForward = 0;
    bool sharedIsGated = false; ///< times the sigmoid of a product with the row
    int64_t expertLatent = 0; ///< experts work on a projection of this width; 0: on the row itself
    double gateLimit = 0; ///< see DensePlan::gateLimit

    // Latent attention (DeepSeek-V2, 2024, arXiv:2405.04434): the cache holds a compressed row in
    // place of keys and values. headDim is the width of keys without their rotated part.
    int64_t latentRank = 0; ///< the width of that row (kv_lora_rank); 0: the model has none
    int64_t queryRank = 0; ///< queries are compressed, too (q_lora_rank); 0: they are not
    int64_t valueDim = 0; ///< the width of a head of values; 0: headDim

    /// Layers without attention or state, and layers without an MLP; ascending (Nemotron-H).
    std::vector<int64_t> mixerlessLayers, mlplessLayers;

    std::vector<int64_t> stateLayers; ///< those that keep a state, not keys and values; ascending
    int64_t stateTaps = 0; ///< of the convolution in such a layer
    /// The sizes of the delta rule in such a layer; 0: it has none.
    int64_t stateKeyHeads = 0, stateValueHeads = 0, stateKeyDim = 0, stateValueDim = 0;
    /// The state is that of Mamba-2 (Dao and Gu, 2024, arXiv:2405.21060): the sizes above are of its
    /// groups, heads, the state of a channel and the channels of a head.
    bool stateIsMamba = false;
    double stateStepMin = 0; ///< Mamba-2: no step of time is shorter
    double stateStepMax = 0; ///< nor longer; 0: any length is allowed
    bool stateHasNorm = true; ///< see MambaPlan::norm, as the next two
    bool stateNormBeforeGate = false;
    std::vector<double> stateFactors; ///< empty: all are 1
    bool parallelState = false; ///< every layer has attention and a state side by side (Falcon-H1)

    // Factors of Falcon-H1: of what attention, state and MLP read, and of what they give.
    double attentionInputScale = 1, attentionOutputScale = 1;
    double keyScale = 1; ///< multiplies scores
    double stateInputScale = 1, stateOutputScale = 1;
    double gateScale = 1, mlpScale = 1; ///< see DensePlan::gateFactor and outputFactor

    double normEpsilon = 1e-5;
    double endNormEpsilon = 0; ///< of norms behind attention and MLP; 0: normEpsilon
    double ropeTheta = 10000;
    /// The base frequency of layers with a window, which is not scaled; 0: they use ropeTheta like
    /// all others.
    double localRopeTheta = 0;
    /// The values of a head that are rotated; headDim unless the file says less.
    int64_t rotaryDims = 0;
    RopeScaling ropeScaling;
    std::vector<float> ropeFactors; ///< GGUF rope_freqs: each frequency is divided by its factor
    /// How many of the rotated pairs follow the time, the row and the column of a token (M-RoPE,
    /// arXiv:2409.12191). Empty: all follow its one position.
    std::vector<int64_t> ropeSections;
    /// The pairs of the three take turns, those of the longer sections follow; otherwise the
    /// sections are one behind the other.
    bool interleavesSections = false;
    /// How many of the first layers images add rows to, see ImageEmbedding::deepRows.
    int64_t deepLayers = 0;

    std::string activation = "silu"; ///< the value of hidden_act in config.json
    bool tiedEmbeddings = false;
    bool attentionBias = false; ///< attention_bias of config.json; a family may ignore it
    bool headNorms = false; ///< use_qk_norm of config.json; a family may ignore it

    int64_t bos = -1, eos = -1, pad = -1; ///< token ids; −1: none
    std::vector<int64_t> endTokens; ///< every id that ends an answer, including eos
    int64_t imageToken = -1; ///< the placeholder id of rows of images; −1: none

    std::string weightType; ///< to be shown to users: "Q8_0", "BF16"

    bool operator==(const ModelConfig&) const = default;
};

} // namespace engine
