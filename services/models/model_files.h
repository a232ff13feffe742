#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"
#include "engine/tokenizers/tokenizer.h"
#include "vision/towers/vision_config.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace engine {
class GgufFile;
}

namespace services {

/// A model as it lies on disk, opened and checked but placed nowhere yet.
struct ModelFiles {
    std::string name; ///< for people
    std::shared_ptr<const engine::WeightFile> weights;
    engine::ModelConfig config;
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::string templateSource; ///< defaultChatTemplate if the model brings none

    std::shared_ptr<const engine::WeightFile> towerWeights; ///< null if the model cannot see
    std::optional<vision::VisionConfig> towerConfig;
    bool towerIsGuess = false; ///< it lies beside the model but may belong to another
};

/// What a model without a chat template is asked in: ChatML, which most models understand.
extern const char* const defaultChatTemplate;

/// Opens a GGUF file (with the projector beside it, or `projector` if not empty) or a Hugging Face
/// folder. Throws Error with a sentence that names the file.
ModelFiles openModelFiles(
    const std::filesystem::path& path, const std::filesystem::path& projector = {});

/// Whether it is the vision part of a model and none itself.
bool isProjector(const engine::GgufFile& file);

/// A GGUF file that is taken for the vision part of another.
struct ProjectorChoice {
    std::filesystem::path path; ///< empty: there is none
    bool isGuess = false; ///< it may belong to another model, and is no reason to refuse this one
};

/// mmproj-NAME beside the model, or else the only mmproj*.gguf in its folder, which is a guess.
ProjectorChoice projectorBeside(const std::filesystem::path& model);

/// For people: the name of the file without .gguf, or of the folder.
std::string modelName(const std::filesystem::path& path);

} // namespace services
