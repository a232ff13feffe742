#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace engine {

struct ModelPlan; // above this folder: engine/models/families/model_plan.h

/// The values that the configuration class of a family in transformers gives to keys that
/// config.json leaves out; published vision models often contain only what differs. If a size is 0
/// here, the key must exist.
struct ConfigDefaults {
    int64_t vocabulary = 0, hidden = 0, feedForward = 0, layers = 0, heads = 0;
    int64_t kvHeads = 0; ///< 0: as many as heads
    int64_t headDim = 0; ///< 0: hidden / heads
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
    double normEpsilon = 1e-6, ropeTheta = 1e4;
    int64_t bos = -1, eos = -1, pad = -1; ///< token ids; −1: none
    bool tiedEmbeddings = true; ///< as in the base class of all configurations of transformers
    std::string_view activation = "silu";
};

/// What llama.cpp's converter does to the checkpoints of a family.
struct ConvertPlan {
    /// The value of general.architecture in the file; empty if the family cannot be converted.
    std::string_view architecture;

    /// The rows of q and k are reordered from halves to pairs, see kernels::RotaryStyle.
    bool pairsHeads = false;

    /// Models with a window are converted without it, because llama.cpp does so; otherwise they are
    /// refused.
    bool losesWindow = false;
};

/// A vision model whose config.json may not say which family its decoder belongs to.
struct VisionModel {
    std::string_view modelType; ///< model_type at the top of config.json
    int64_t imageToken = -1; ///< the id that stands for rows of pictures if no key names it
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

    /// Names of tensors that decoderTensorNames() does not have, or that are tried before its own.
    std::initializer_list<TensorName> tensors = {};

    ConvertPlan convert = {};

    /// Control tokens that end an answer, in addition to those of common chat formats.
    std::initializer_list<std::string_view> turnEnds = {};

    /// Tokens that stand for rows of pictures, for GGUF files, which name no id for them.
    std::initializer_list<std::string_view> pictureTokens = {};

    /// Vision models whose decoder belongs to this family.
    std::initializer_list<VisionModel> visionModels = {};
};

/// The families among which the readers of configurations look.
using Families = std::span<const Family* const>;

/// The record with that name, or null.
const Family* findFamily(Families families, std::string_view name);

} // namespace engine
