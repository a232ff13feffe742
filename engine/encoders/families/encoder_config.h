#pragma once

#include "engine/config/model_config.h"
#include "kernels/ops.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// An activation behind a layer of a head, of which some are none of kernels::Activation.
enum class HeadActivation { None, Tanh, GeluErf, GeluTanh, Relu, Silu };

/// A dense layer that sentence-transformers applies to the vector of a text.
struct DenseModule {
    std::filesystem::path folder; ///< with its weights; empty in GGUF files
    int64_t inputs = 0, outputs = 0;
    HeadActivation activation = HeadActivation::None;
};

/// How a decoder is asked whether a document answers a query. The parts are tokenized separately.
struct RerankPrompt {
    std::string before, instruction, after;
};

/// The numbers of an encoder, from config.json and the files of sentence-transformers next to it,
/// or from GGUF metadata. A value, checked by readEncoderConfig().
struct EncoderConfig {
    /// How the rows of a text become its vector, or that from which labels are computed.
    enum class Pooling {
        Mean, ///< of all rows
        First, ///< the first row, that of [CLS] or <s>
        Last, ///< the last row
    };
    /// What is computed of the rows.
    enum class Task {
        Embed, ///< a vector for each text
        Score, ///< a logit for each label of a pair of texts, or of a text
        FindAnswer, ///< two logits for each token: whether an answer begins, and ends, there
        TagTokens, ///< a logit for each label of each token
    };

    std::string family; ///< "bert", "xlm-roberta", or that of a decoder
    FileLayout layout = FileLayout::HuggingFace;
    int64_t layers = 0, hidden = 0, heads = 0, feedForward = 0;
    double normEpsilon = 1e-12;
    kernels::Activation activation = kernels::Activation::GeluErf;

    /// The position of the first token in the table of positions: RoBERTa counts on from its
    /// padding.
    int64_t firstPosition = 0;
    int64_t maxTokens = 0; ///< tokens of a text, with those around it; what is longer is cut
    bool hasPositions = true; ///< there is a table of positions
    int64_t tokenTypes = 0; ///< rows of the table of token types; 0: there is none

    double ropeTheta = 0; ///< of rotary positions; 0: there are none
    double localRopeTheta = 0; ///< of layers with a window
    int64_t window = 0; ///< in layers with a window, tokens see half as many on each side
    std::vector<int64_t> windowedLayers; ///< ascending
    bool normsHaveBias = true;

    int64_t relativeBuckets = 0; ///< of distances, on each side (DeBERTa); 0: distances don't count
    bool bucketsAreLogarithmic = false; ///< beyond half of them, up to relativeReach
    int64_t relativeReach = 0; ///< tokens
    bool relativeKeys = false, relativeQueries = false; ///< see kernels::RelativeScores
    bool normsRelative = false; ///< the table of distances has a norm

    Pooling pooling = Pooling::Mean;
    bool normalizes = false; ///< vectors are made one unit long
    std::vector<DenseModule> dense; ///< in their order, before vectors are normalized

    Task task = Task::Embed;
    std::vector<std::string> labels; ///< in the order of the logits
    bool labelsExclude = true; ///< scores of several labels are their softmax; false: sigmoids
    HeadActivation headActivation = HeadActivation::Tanh;

    /// What the model was trained to see before texts of a kind: "query", "document".
    std::map<std::string, std::string> prompts;
    std::string defaultPrompt; ///< the kind of texts of which nothing is said; empty: none

    std::optional<ModelConfig> decoder; ///< set for a decoder that is used as an encoder
    bool isCausal = false; ///< tokens don't see those after them
    /// Labels are two tokens, by which the decoder answers this prompt.
    std::optional<RerankPrompt> rerankPrompt;
};

} // namespace engine
