#pragma once

#include "engine/config/model_config.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/backend.h"
#include "kernels/ops.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class GgufFile;

/// The numbers of an encoder, from config.json and the files of sentence-transformers next to it,
/// or from GGUF metadata. A value, checked by readEncoderConfig.
struct EncoderConfig {
    /// How the rows of a text become its vector.
    enum class Pooling {
        Mean, ///< of all rows
        First, ///< the first row, that of [CLS] or <s>
    };

    std::string family; ///< "bert", "xlm-roberta"
    FileLayout layout = FileLayout::HuggingFace;
    int64_t layers = 0, hidden = 0, heads = 0, feedForward = 0;
    double normEpsilon = 1e-12;
    kernels::Activation activation = kernels::Activation::GeluErf;

    /// The position of the first token in the table of positions: RoBERTa counts on from its
    /// padding.
    int64_t firstPosition = 0;
    int64_t maxTokens = 0; ///< tokens of a text, with those around it; what is longer is cut

    Pooling pooling = Pooling::Mean;
    bool normalizes = false; ///< vectors are made one unit long
};

/// True if files that name this architecture hold encoders, which write no text.
bool isEncoderFamily(std::string_view name);

/// Reads the configuration of a folder in Hugging Face layout. Throws Error{BadFile}, naming the
/// file and the key, for what is missing or wrong, and Error{Unsupported} naming the family, the
/// pooling or the module that is not known.
EncoderConfig readEncoderConfig(const std::filesystem::path& folder);

/// Does the same for a GGUF file, whose vectors are always made one unit long, as llama.cpp does.
EncoderConfig readEncoderConfig(const GgufFile& file);

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
