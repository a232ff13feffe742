#pragma once

#include "engine/config/model_config.h"
#include "engine/config/tensor_names.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace engine {

struct ModelPlan; // above this folder: engine/models/families/model_plan.h

/// The values that a family's configuration class in transformers gives to the keys that
/// config.json leaves out. Published vision models often write only what differs. 0: the key must
/// be there, unless said otherwise.
struct ConfigDefaults {
    int64_t vocabulary = 0, hidden = 0, feedForward = 0, layers = 0, heads = 0;
    int64_t kvHeads = 0; ///< 0: as many as heads
    int64_t headDim = 0; ///< 0: hidden / heads
    int64_t contextLength = 0; ///< tokens
    int64_t slidingWindow = 0; ///< tokens; 0: none
    double normEpsilon = 1e-6, ropeTheta = 1e4;
    int64_t bos = -1, eos = -1, pad = -1; ///< token ids; −1: none
    bool tiedEmbeddings = true; ///< as in the class that all of transformers' share
    std::string_view activation = "silu";
};

/// What llama.cpp's converter makes of a family's checkpoints.
struct ConvertPlan {
    std::string_view architecture; ///< general.architecture of the file; empty: it is not converted
    bool pairsHeads
        = false; ///< the rows of q and k move from halves to pairs: kernels::RotaryStyle
};

/// A vision model whose config.json may leave out that its decoder is of this family.
struct VisionModel {
    std::string_view modelType; ///< at the top of config.json
    int64_t imageToken = -1; ///< the id that stands for a picture's rows where no key says it
};

/// A family of decoders: everything this version knows of it, in one record. Each has a file of its
/// own in engine/models/families. Lists lie in static memory, as the records do.
struct Family {
    std::initializer_list<std::string_view> names = {}; ///< model_type and general.architecture;
                                                        ///< the first one is ModelConfig::family
    ModelPlan (*plan)(const ModelConfig&)
        = nullptr; ///< throws Error{Unsupported} for a choice that
                   ///< this version has not; reads nothing else
    ConfigDefaults defaults = {};
    std::initializer_list<TensorName> tensors = {}; ///< where they differ from decoderTensorNames()
    ConvertPlan convert = {};
    std::initializer_list<std::string_view> turnEnds = {}; ///< control tokens that end an answer,
                                                           ///< beside those of common chat formats
    std::initializer_list<std::string_view> pictureTokens = {}; ///< that stand for a picture's rows
    std::initializer_list<VisionModel> visionModels = {};
};

/// The families that readers of configurations look in.
using Families = std::span<const Family* const>;

/// The record with that name, or null.
const Family* findFamily(Families families, std::string_view name);

} // namespace engine
