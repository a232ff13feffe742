#pragma once

#include "engine/encoders/encoder_config.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/backend.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Turns texts into vectors that are close where texts say something similar: BERT (Devlin et al.,
/// 2018, arXiv:1810.04805) and XLM-RoBERTa, pooled as sentence-transformers does (Reimers and
/// Gurevych, 2019, arXiv:1908.10084). Belongs to one thread.
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

    /// The ids that are read of a text, with those around it. A longer text is cut at its end.
    virtual TokenIds tokenize(std::string_view text) const = 0;

    /// The vectors of the texts, one after the other [texts, columns]. Many texts are read at once;
    /// the vector of a text does not depend on the others. Throws Error.
    virtual std::vector<float> encode(std::span<const std::string> texts) = 0;

    /// What encode() pools: the rows [ids, columns] behind the last block.
    virtual std::vector<float> computeRows(std::span<const TokenId> ids) = 0;
};

/// Makes a vector one unit long.
void makeUnit(std::span<float> vector);

/// The vectors of texts, each one unit long. Throws what Encoder::encode throws.
std::vector<std::vector<float>> encodeUnitVectors(
    Encoder& encoder, std::span<const std::string> texts);

} // namespace engine
