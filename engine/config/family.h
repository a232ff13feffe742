#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace engine {

struct ModelPlan; // above this folder: engine/models/families/model_plan.h

/// The values that a family's configuration class in transformers gives to the keys that config.json
/// leaves out; published vision models often write only what differs. Where a size is 0 here, the
/// key must be there.
struct ConfigDefaults {
    int64_t vocabulary = 0, hidden = 0, feedForward = 0, layers = 0, heads = 0;
    int64_t kvHeads = 0; ///< 0: as many as heads
    int64_t headDim = 0; ///< 0: hidden / heads
    int64_t contextLength = 0; ///< in tokens
    int64_t slidingWindow = 0; ///< in tokens; 0: there is none
    double normEpsilon = 1e-6, ropeTheta = 1e4;
    int64_t bos = -1, eos = -1, pad = -1; ///< token ids; −1: there is none
    bool tiedEmbeddings = true; ///< as in the base class of all configurations of transformers
    std::string_view activation = "silu";
};

/// What llama.cpp's converter does to the checkpoints of a family.
struct ConvertPlan {
    /// general.architecture of the file; empty if the family cannot be converted.
    std::string_view architecture;

    /// The rows of q and k are moved from halves to pairs, see kernels::RotaryStyle.
    bool pairsHeads = false;
};

/// A vision model whose config.json may leave out which family its decoder belongs to.
struct VisionModel {
    std::string_view modelType; ///< model_type at the top of config.json
    int64_t imageToken = -1; ///< the id that stands for a picture's rows if no key names it
};

/// Everything that this version knows of a family of decoders, in one record. Each record has a file
/// of its own in engine/models/families. The lists must have static lifetime, as the records have.
struct Family {
    /// model_type in config.json and general.architecture in GGUF files. The first name is the one
    /// that ModelConfig::family has.
    std::initializer_list<std::string_view> names = {};

    /// Makes the plan of a model. Throws Error{Unsupported} for a choice that is not known. It looks
    /// at nothing but the configuration.
    ModelPlan (*plan)(const ModelConfig&) = nullptr;

    ConfigDefaults defaults = {};

    /// Names of tensors that decoderTensorNames() does not know, or that are likelier than its own.
    std::initializer_list<TensorName> tensors = {};

    ConvertPlan convert = {};

    /// Control tokens that end an answer, beside those of common chat formats.
    std::initializer_list<std::string_view> turnEnds = {};

    /// Tokens that stand for the rows of a picture, in GGUF files, which name no id for them.
    std::initializer_list<std::string_view> pictureTokens = {};

    /// Vision models that have a decoder of this family.
    std::initializer_list<VisionModel> visionModels = {};
};

/// The families that readers of configurations look in.
using Families = std::span<const Family* const>;

/// The record with that name, or null.
const Family* findFamily(Families families, std::string_view name);

} // namespace engine
