#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// Which naming and layout conventions a model's files follow.
enum class FileLayout {
    Gguf, ///< llama.cpp's: tensors named blk.0.attn_q.weight, llama's q and k rows permuted
    HuggingFace, ///< a folder with config.json; tensors named
                 ///< model.layers.0.self_attn.q_proj.weight
};

/// How rotary frequencies are stretched beyond the trained context.
struct RopeScaling {
    enum class Kind { None, Linear, Dynamic, Llama3, Yarn, LongRope };
    Kind kind = Kind::None;
    double factor = 1;
    double lowFrequencyFactor = 1, highFrequencyFactor = 4; ///< Llama3
    double betaFast = 32, betaSlow = 1; ///< Yarn
    double attentionFactor = 0; ///< Yarn, LongRope; 0: by the method's own formula
    int64_t originalContext = 0; ///< tokens
    std::vector<double> shortFactors, longFactors; ///< LongRope

    bool operator==(const RopeScaling&) const = default;
};

/// The numbers of a decoder, from GGUF metadata or config.json. A value; checked by readConfig:
/// every count is positive and within what the tensors of the file can hold. A new field gets a row
/// in engine/config/config_fields.h, without which nothing compiles.
struct ModelConfig {
    std::string family; ///< the first name of one of engine/models/families, or
                        ///< what its files say of one that this
                        ///< version does not run
    std::string name; ///< for people; may be empty
    FileLayout layout = FileLayout::Gguf;

    int64_t layers = 0;
    int64_t hidden = 0; ///< width of the residual stream
    int64_t heads = 0, kvHeads = 0, headDim = 0;
    int64_t feedForward = 0;
    int64_t vocabulary = 0;
    int64_t contextLength = 0; ///< tokens the model was made for
    int64_t slidingWindow = 0; ///< tokens that a layer with a window sees; 0: the file names none

    double normEpsilon = 1e-5;
    double ropeTheta = 10000;
    int64_t rotaryDims
        = 0; ///< values of a head that are rotated; headDim unless the file says less
    RopeScaling ropeScaling;
    std::vector<float> ropeFactors; ///< GGUF rope_freqs: each frequency is divided by its factor

    std::string activation = "silu"; ///< hidden_act as config.json writes it
    bool tiedEmbeddings = false;
    bool attentionBias = false; ///< config.json's attention_bias; families may know better

    int64_t bos = -1, eos = -1, pad = -1; ///< token ids, −1 if none
    std::vector<int64_t> endTokens; ///< every id that ends an answer (eos among them)
    int64_t imageToken = -1; ///< the placeholder id of a picture's rows, −1 if the model sees none

    std::string weightType; ///< for people: "Q8_0", "BF16"

    bool operator==(const ModelConfig&) const = default;
};

} // namespace engine
