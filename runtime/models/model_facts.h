#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"
#include "kernels/dtype.h"
#include "runtime/model_id.h"
#include "vision/towers/vision_config.h"

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace engine {
class GgufFile;
}

namespace runtime {

/// The license of a model in the words of its author, on one line; empty if the files do not say.
/// In a GGUF file it is general.license, in a Hugging Face folder it is at the head of README.md.
std::string readLicense(const engine::GgufFile& file);
std::string readLicense(const std::filesystem::path& folder);

/// What the speed of a product with a matrix depends on.
struct MatrixForm {
    kernels::DType type = kernels::DType::F32;
    int64_t columns = 0;

    auto operator<=>(const MatrixForm&) const = default;
};

/// How many bytes of weights have which form.
using FormBytes = std::map<MatrixForm, int64_t>;

/// The matrices of a model by what is done with them. Vectors, which hardly take any time, are left
/// out, and so are tables of which a token takes a row.
struct WeightBytes {
    FormBytes dense; ///< of the blocks: every token is multiplied with them
    FormBytes experts; ///< of the blocks: every token is multiplied with some of them
    FormBytes head; ///< gives the logits
    FormBytes tower; ///< of the vision part
};

/// True for the tensors of a folder that belong to its vision part, by their names.
bool isOfTower(std::string_view name);

/// Counts what a file holds by the names of its tensors; it reads none of them. `headIsEmbedding`:
/// the table of tokens gives the logits. `hasTower`: see isOfTower(). `layers`: see
/// engine::isMtpTensor().
WeightBytes countWeights(
    const engine::WeightFile& file, bool headIsEmbedding, bool hasTower, int64_t layers);

/// All matrices of a vision part in a file of its own.
FormBytes countTower(const engine::WeightFile& projector);

/// What the heads of a model's files say about it. Any thread may hold one.
struct ModelFacts {
    enum class Problem {
        None, ///< it can be used
        IsMissing, ///< there is no file at this path
        IsVisionPart, ///< it is the vision part of a model and no model by itself
        UnknownFamily, ///< this version does not run models of `family`
        NoVocabulary, ///< it is a GGUF file without a vocabulary
        NoTokenizer, ///< it is a folder with neither tokenizer.json nor tokenizer.model
        IsIncomplete, ///< a file is shorter than it says, see `sentence`
        OutOfMemory, ///< there is not enough memory to read the head of the file
        Other, ///< see `sentence`
    };

    ModelId id = {};
    Problem problem = Problem::None;
    std::string sentence = {}; ///< in English

    std::string name = {}; ///< to be shown to users: "Llama-3.2-1B-Q4_K"
    /// The vision part of a GGUF model; empty if there is none.
    std::filesystem::path projector = {};
    int64_t fileBytes = 0; ///< of all its files
    std::string family = {}; ///< "llama"
    /// It makes vectors or scores of texts and writes none; `problem` is UnknownFamily then.
    bool isEncoder = false;
    bool embeds = false; ///< it makes vectors
    bool ranks = false; ///< it scores how well passages answer
    bool checksStatements = false; ///< it says whether passages entail statements
    int64_t parameters = 0;
    std::string license = {}; ///< as its author wrote it: "apache-2.0"; empty: the files do not say
    bool hasChatTemplate = false; ///< otherwise it is asked in the format of its family

    // What its memory depends on.
    engine::ModelConfig config = {};
    std::optional<vision::VisionConfig> vision = {}; ///< nothing: it cannot see
    int64_t weightBytes = 0, towerBytes = 0;
    WeightBytes weights = {}; ///< of these, what its speed depends on
    int64_t vocabularyBytes = 0; ///< of the pieces, merges and their numbers in the file

    bool isUsable() const { return problem == Problem::None; }
    /// True if it can be sent images. A model on a server tells that only when it is used, so it may.
    bool canSee() const { return id.isRemote() || vision.has_value(); }
};

/// Reads the facts of a GGUF file or a folder; an empty path is the built-in model. Reads no
/// weights, but may take a while on a slow disk. `projector` is the vision part of a GGUF model;
/// empty: the file next to it. Never throws: what cannot be read becomes `problem`.
ModelFacts readModelFacts(
    const std::filesystem::path& path, const std::filesystem::path& projector = {});

} // namespace runtime
