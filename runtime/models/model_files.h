#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"
#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "vision/known_world.h"
#include "vision/towers/vision_config.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace engine {
class GgufFile;
}

namespace runtime {

/// The folder of the files that belong to the program: $VIGNETTE_RESOURCES if that was set when the
/// program started, else ../share/vignette relative to the executable (if installed), else
/// resources/ of the sources that it was built from. Throws Error{BadFile} with a message if none
/// exists.
std::filesystem::path resourceFolder();
/// Does the same with `named` as the value of the environment variable; empty: not set.
std::filesystem::path resourceFolder(const std::string& named);

/// The path of the built-in model; its vision part is next to it.
std::filesystem::path starterModel();

/// A model on the disk, opened and checked, but not placed on any device yet.
struct ModelFiles {
    std::string name; ///< to be shown to users
    std::shared_ptr<const engine::WeightFile> weights;
    engine::ModelConfig config;
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    engine::ChatTemplateSource chatTemplate; ///< that of its family if the model has none

    std::shared_ptr<const engine::WeightFile> towerWeights; ///< null if the model cannot see
    std::optional<vision::VisionConfig> towerConfig;
    /// The vision part is in the same folder but may belong to another model.
    bool towerIsGuess = false;
    /// The images that the model knows, from the file world-NAME.json next to the model NAME.gguf;
    /// null if there is none.
    std::shared_ptr<const vision::KnownWorld> world;
};

/// Returns the chat template of a model whose files have none. `family` is the family of its
/// decoder, `towerConfig` is null if it cannot see.
engine::ChatTemplateSource borrowedTemplate(const engine::Tokenizer& tokenizer,
    std::string_view family, const vision::VisionConfig* towerConfig);

/// Opens a GGUF file, with its vision part next to it or at `projector`, or a Hugging Face folder.
/// Throws Error with a message that names the file.
ModelFiles openModelFiles(
    const std::filesystem::path& path, const std::filesystem::path& projector = {});

/// True if the file is the vision part of a model and no model by itself.
bool isProjector(const engine::GgufFile& file);
inline constexpr std::string_view projectorArchitecture = "clip"; ///< its general.architecture

/// A GGUF file that is taken for the vision part of another.
struct ProjectorChoice {
    std::filesystem::path path; ///< empty if there is none
    /// It may belong to another model; if it does not fit, the model is used without it.
    bool isGuess = false;
};

/// The file mmproj-NAME next to the model NAME or, as a guess, the only mmproj*.gguf of the folder.
ProjectorChoice projectorBeside(const std::filesystem::path& model);

/// A name to be shown to users: that of the file without .gguf, or that of the folder.
std::string modelName(const std::filesystem::path& path);

} // namespace runtime
