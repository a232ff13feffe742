#pragma once

#include "engine/encoders/read_encoder_config.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/backend.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Two texts that are read together: a query and a document, or a premise and a hypothesis.
struct TextPair {
    std::string first, second;
};

/// What a model makes of a pair, in the order of EncoderConfig::labels.
struct PairScores {
    std::vector<float> logits;
    std::vector<float> scores; ///< 0 … 1: the sigmoid of a single logit, the softmax of several
};

/// Turns texts into vectors that are close where texts say something similar, pooled as
/// sentence-transformers does (Reimers and Gurevych, 2019, arXiv:1908.10084), or into scores of
/// pairs of texts. The families are in engine/encoders/families; decoders whose files say so are
/// encoders, too. Belongs to one thread.
class Encoder {
public:
    /// Loads a folder in Hugging Face layout or a GGUF file onto `backend`, which must outlive the
    /// encoder. Throws Error{BadFile} or Error{Unsupported} with a sentence, and Error{OutOfMemory}
    /// if it does not fit.
    static std::unique_ptr<Encoder> load(
        const std::filesystem::path& path, kernels::Backend& backend);
    virtual ~Encoder() = default;

    virtual const EncoderConfig& config() const = 0;
    virtual int64_t columns() const = 0; ///< of a vector
    virtual int64_t rowColumns() const = 0; ///< of what computeRows() returns

    /// The ids that are read of a text, with those around it. A longer text is cut at its end.
    virtual TokenIds tokenize(std::string_view text) const = 0;

    /// The ids that are read of a pair. If it is too long, the longer text is cut at its end, then
    /// both; of a decoder's prompt, the second text. Throws Error{Unsupported} if the tokenizer
    /// doesn't know how to join texts.
    virtual TokenPair tokenizePair(const TextPair& pair) const = 0;

    /// The vectors of the texts, one after the other [texts, columns]. Many texts are read at once;
    /// the vector of a text does not depend on the others. Throws Error, Error{Unsupported} unless
    /// the model's task is to embed.
    virtual std::vector<float> encode(std::span<const std::string> texts) = 0;

    /// The scores of pairs. Throws Error, Error{Unsupported} unless the model's task is to score.
    virtual std::vector<PairScores> score(std::span<const TextPair> pairs) = 0;

    /// The logits of the labels of each token [ids, labels]. Throws Error, Error{Unsupported} unless
    /// the model's task is to find answers or to tag tokens.
    virtual std::vector<float> computeTokenLogits(const TokenPair& pair) = 0;

    /// What is pooled: the rows [ids, rowColumns()] behind the last block and its norm. The types
    /// may be left out if all are 0.
    virtual std::vector<float> computeRows(
        std::span<const TokenId> ids, std::span<const int32_t> types = {})
        = 0;
};

/// Makes a vector one unit long.
void makeUnit(std::span<float> vector);

/// The vectors of texts, each one unit long. Throws what Encoder::encode throws.
std::vector<std::vector<float>> encodeUnitVectors(
    Encoder& encoder, std::span<const std::string> texts);

} // namespace engine
