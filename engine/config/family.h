#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace engine {

struct ModelPlan; // above this folder: engine/models/families/model_plan.h

/// The defaults of layers that keep a state in place of keys and values; all 0 in families without
/// them.
struct StateDefaults {
    int64_t taps = 0; ///< of their convolution
    /// Every layer of this number, counted from 1, has attention, the others keep a state; 0: all
    /// have attention unless the file says otherwise.
    int64_t attentionInterval = 0;
    int64_t keyHeads = 0, valueHeads = 0, keyDim = 0, valueDim = 0; ///< of the delta rule
    /// The state is that of Mamba-2: its groups, its heads and the size of a state are the three
    /// numbers above that come first. valueDim 0: the columns of the heads are twice the hidden size.
    bool isMamba = false;
    bool isParallel = false; ///< see ModelConfig::parallelState
    bool isAlone = false; ///< a layer has a mixer or an MLP, as hybrid_override_pattern says
    bool hasShortestStep = false; ///< time_step_min is a limit, too
};

/// The defaults of layers with experts: what transformers takes for keys that config.json leaves out,
/// and llama.cpp for those that a GGUF file does.
struct MixtureDefaults {
    ModelConfig::Scoring scoring = ModelConfig::Scoring::Softmax; ///< scoring_func
    bool choiceBias = false; ///< see ModelConfig (use_expert_bias, use_routing_bias …)
    int64_t groups = 0, groupsUsed = 0; ///< n_group, topk_group
    int64_t groupScore = 1; ///< see ModelConfig; no file says it
    double weightFactor = 1; ///< routed_scaling_factor
    int64_t firstLayer = 0; ///< with experts (first_k_dense_replace, num_dense_layers …)
    int64_t shared = 0; ///< the shared MLP is as wide as so many experts (n_shared_experts)
    int64_t sharedFeedForward = 0; ///< or so wide (shared_expert_intermediate_size)
    bool sharedIsGated = false; ///< see ModelConfig; no config.json says it
    bool sumToOneInGguf = true; ///< expert_weights_norm
};

/// The defaults of latent attention; all 0 in families without it.
struct LatentDefaults {
    int64_t rank = 0; ///< of what is cached (kv_lora_rank)
    int64_t queryRank = 0; ///< q_lora_rank
    int64_t plainDim = 0, rotatedDim = 0; ///< of a head (qk_nope_head_dim, qk_rope_head_dim)
    int64_t valueDim = 0; ///< v_head_dim
};

/// The values that the configuration class of a family in transformers gives to keys that
/// config.json leaves out; published vision models often contain only what differs. If a size is 0
/// here, the key must exist.
struct ConfigDefaults {
    int64_t vocabulary = 0, hidden = 0, feedForward = 0, layers = 0, heads = 0;
    int64_t kvHeads = 0; ///< 0: as many as heads
    int64_t headDim = 0; ///< 0: hidden / heads
    /// The head size of layers without a window, in families where it differs; 0: see headDim.
    int64_t fullHeadDim = 0;
    int64_t layerInputs = 0; ///< see ModelConfig (hidden_size_per_layer_input)
    int64_t contextLength = 0; ///< in tokens
    int64_t slidingWindow = 0; ///< in tokens; 0: none
    /// Whether a sliding_window is used.
    enum class Window {
        Never,
        IfAsked, ///< only with use_sliding_window
        Always, ///< unless use_sliding_window says no
    };
    Window window = Window::Never;
    int64_t firstWindowLayer = 0; ///< max_window_layers
    /// Every layer of this number, counted from 1, sees everything and the others have a window
    /// (sliding_window_pattern), in GGUF files, too; 0: see firstWindowLayer.
    int64_t windowPattern = 0;
    /// Every layer of this number, counted from 1, has no rotary positions
    /// (no_rope_layer_interval, or those whose layer_rope_theta is 0); 0: all have them.
    int64_t unrotatedInterval = 0;
    /// The position_embedding_type of a file that names none, in families where it is a choice: only
    /// "rope" has rotary positions. Empty: it is none. GGUF files say it by rope.scaling.finetuned.
    std::string_view positions = {};
    double normEpsilon = 1e-6, ropeTheta = 1e4;
    double endNormEpsilon = 0; ///< see ModelConfig (post_norm_eps); 0: the family has none
    std::string_view normType = "layer_norm"; ///< the one known value of norm_type
    double localRopeTheta = 0; ///< see ModelConfig (rope_local_base_freq)
    bool alphaRaisesTheta = false; ///< "dynamic" scaling with an alpha is a larger base
    double rotatedPart = 1; ///< of a head (partial_rotary_factor)
    std::initializer_list<int64_t> ropeSections = {}; ///< see ModelConfig
    bool interleavesSections = false;
    int64_t bos = -1, eos = -1, pad = -1; ///< token ids; −1: none
    bool tiedEmbeddings = true; ///< as in the base class of all configurations of transformers
    std::string_view activation = "silu";
    /// The defaults of families with experts. 0: the family has none unless mayHaveExperts, and a
    /// config.json that asks for some is rejected.
    int64_t experts = 0, expertsUsed = 0;
    bool mayHaveExperts = false; ///< where enable_moe_block says so
    int64_t expertFeedForward = 0; ///< 0: as feedForward
    bool expertWeightsSumToOne = true;
    MixtureDefaults mixture = {};
    double gateLimit = 0; ///< see ModelConfig
    /// The quant_method of its checkpoints that is read as it is; any other is rejected.
    std::string_view packing = {};
    /// Above 0: the MLP is two thirds as wide as the file says, times block_ffn_dim_multiplier, and
    /// rounded up to a multiple of block_multiple_of, for which this stands.
    int64_t feedForwardMultiple = 0;
    StateDefaults states = {};
    LatentDefaults latents = {};
};

/// A key of config.json and the value of the family if a file leaves it out.
struct ConfigFactor {
    std::string_view key = {}; ///< empty: the family has no such factor
    double otherwise = 0;
};

/// The factors by which a family departs from others. In GGUF files they have the same keys for all
/// families.
struct ConfigFactors {
    ConfigFactor embedding = {}; ///< see ModelConfig, as for all that is not explained
    ConfigFactor residual = {};
    ConfigFactor attention = {};
    ConfigFactor attentionRoot = {}; ///< scores are divided by its root
    ConfigFactor queries = {}; ///< scores are multiplied by it and divided by √headDim
    ConfigFactor logits = {};
    ConfigFactor logitDivisor = {}; ///< logits are divided by it
    ConfigFactor attentionCap = {};
    ConfigFactor logitCap = {};
    ConfigFactor queryGrowth = {}; ///< in rope_parameters
};

/// What llama.cpp's converter does to the checkpoints of a family.
struct ConvertPlan {
    /// The value of general.architecture in the file; empty if the family cannot be converted.
    std::string_view architecture;
    /// Other values for models without layers that keep a state, or without experts; empty: the same.
    std::string_view withoutStates = {}, withoutExperts = {};

    /// Rows of decoderTensorNames() for which its models have no tensor.
    std::initializer_list<std::string_view> lacks = {};

    /// How its tokenizers split text, where llama.cpp has several names for the same
    /// (tokenizer.ggml.pre); empty: by the name of the first of them.
    std::string_view splitter = {};

    /// The value of tokenizer.ggml.model of byte-pair vocabularies that are not "gpt2"; empty: they
    /// are.
    std::string_view vocabulary = {};

    /// The file says of every layer whether it has a window.
    bool listsWindows = false;

    /// The file has none of the factors of the configuration: weights are multiplied by them.
    bool foldsFactors = false;

    /// The rows of a gate are above those of ffn_up in checkpoints, and not in files.
    bool splitsGate = false;

    /// Models with a window are converted without it, because llama.cpp does so; otherwise they are
    /// rejected.
    bool losesWindow = false;

    /// What the file can say of experts; models that differ in something else are rejected.
    struct Experts {
        enum class DenseLayers {
            None, ///< all layers have experts
            First, ///< or all from some layer on
            Interleaved, ///< or, of those, every so manyth
        };
        DenseLayers denseLayers = DenseLayers::None;
        bool saysWeights = false; ///< whether they sum to one, and by what they are multiplied
        bool staysJoined = false; ///< gate and up are one tensor if they are in the checkpoint
    };
    Experts experts = {};
};

/// A vision model whose config.json may not say which family its decoder belongs to.
struct VisionModel {
    std::string_view modelType; ///< model_type at the top of config.json
    int64_t imageToken = -1; ///< the placeholder id of rows of images if no key names it
};

/// Everything that this version knows about a family of decoders, in one record. Each record has a
/// file of its own in engine/models/families. The lists must have static lifetime, as the records
/// have.
struct Family {
    /// The values of model_type in config.json and of general.architecture in GGUF files. The first
    /// one is the value of ModelConfig::family.
    std::initializer_list<std::string_view> names = {};

    /// Makes the plan of a model from its configuration alone. Throws Error{Unsupported} for a
    /// choice that is not known.
    ModelPlan (*plan)(const ModelConfig&) = nullptr;

    ConfigDefaults defaults = {};
    ConfigFactors factors = {};

    /// Keys of config.json, and of GGUF files behind the name of the architecture, that somebody else
    /// reads and judges: those of encoders. Models with other unknown keys are rejected.
    std::span<const std::string_view> keysReadElsewhere = {};

    /// Names of tensors that decoderTensorNames() does not have, or that are tried before its own.
    std::initializer_list<TensorName> tensors = {};

    /// Names of tensors in GGUF files that are not the canonical ones.
    std::initializer_list<GgufName> ggufTensors = {};

    ConvertPlan convert = {};

    /// Control tokens that end an answer, in addition to those of common chat formats.
    std::initializer_list<std::string_view> turnEnds = {};

    /// The file in engine/templates/families, without .jinja, by which models without a chat
    /// template are asked, unless their vocabulary shows another format; empty: chatml.
    std::string_view chatFormat = {};

    /// Placeholder tokens for rows of images, for GGUF files, which name no id for them.
    std::initializer_list<std::string_view> imageTokens = {};

    /// Vision models whose decoder belongs to this family.
    std::initializer_list<VisionModel> visionModels = {};
};

/// The families among which the readers of configurations look.
using Families = std::span<const Family* const>;

/// The record with that name, or null.
const Family* findFamily(Families families, std::string_view name);

} // namespace engine
