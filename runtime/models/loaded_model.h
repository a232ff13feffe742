#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/models/image_embedding.h"
#include "engine/models/model.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/backend.h"
#include "runtime/models/load_options.h"
#include "runtime/prompt/prompt_format.h"
#include "vision/images/image.h"
#include "vision/vision_tower.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace runtime {

struct ModelFiles;

/// Every token that ends an answer, ascending: those that the model's files name, and special tokens
/// that are spelled like the end of a turn in a common chat format or in one of the model's family.
std::vector<engine::TokenId> findEndTokens(
    const engine::ModelConfig& config, const engine::Tokenizer& tokenizer);

/// A model that is ready to answer: its devices, decoder, cache, prompt format and, if it can see,
/// its vision tower. Belongs to the thread that loaded it.
class LoadedModel {
public:
    /// Throws Error with one message that names the file. For `progress` see engine::Model::load.
    static std::unique_ptr<LoadedModel> load(
        const LoadOptions& options, const engine::Model::Progress& progress = {});

    const std::string& name() const { return m_name; } ///< to be shown to users: "vignette-starter"
    const std::filesystem::path& path() const { return m_path; }
    const engine::ModelConfig& config() const { return m_config; }
    bool canSee() const { return m_tower != nullptr; }
    /// The token ids that end an answer: the model's own and those of its chat format.
    const std::vector<engine::TokenId>& endTokens() const { return m_endTokens; }

    /// Any thread may use it, also after the model is gone.
    const PromptFormatPtr& promptFormat() const { return m_format; }
    /// The family whose chat format is used if the model has no template: "Llama 3". Empty: it has
    /// one.
    const std::string& templateBorrowedFrom() const { return m_templateBorrowedFrom; }
    /// Why the chat template can't be read, so that the model can't chat; empty if it can.
    const std::string& templateProblem() const { return m_templateProblem; }
    const engine::Tokenizer& tokenizer() const { return *m_format->tokenizer; }
    const std::string& imageTokenText() const { return m_format->imageTokenText; }
    engine::TokenId imageToken() const { return m_format->imageToken; }

    kernels::Backend& backend() { return m_model->backend(); } ///< where the rows of images are
    std::string deviceDescription() const; ///< to be shown to users; of all devices
    void synchronize(); ///< waits for all devices; throws Error{DeviceLost}
    engine::Model& model() { return *m_model; }
    engine::PagedCache& cache() { return *m_cache; }
    vision::VisionTower* tower() { return m_tower.get(); } ///< null if the model cannot see
    /// The images that the model knows; null if it cannot see, or if that is unknown.
    const vision::KnownWorld* world() const { return m_world.get(); }
    int64_t
    contextTokens() const; ///< of a prompt and its answer: what model and cache have room for
    LoadedModel* draft() { return m_draft.get(); } ///< the draft model of speculation; null: none
    void dropDraft() { m_draft.reset(); }
    bool guessesFromText() const { return m_guessesFromText; } ///< see LoadOptions

    /// The rows of an image. Throws Error{Unsupported} with a message if the model cannot see.
    engine::ImageEmbeddingPtr embed(const vision::Image& image);

private:
    LoadedModel() = default;
    kernels::Backend& openDevice(const LoadOptions& options, const std::string& name);
    void place(const LoadOptions& options, const ModelFiles& files,
        const engine::Model::Progress& progress);
    void split(const LoadOptions& options, const ModelFiles& files,
        const engine::Model::Progress& progress);
    void openTower(const ModelFiles& files, PromptFormat& format);
    void openDraft(const LoadOptions& options, const engine::Model::Progress& progress);

    std::string m_name;
    std::filesystem::path m_path;
    engine::ModelConfig m_config;
    std::vector<engine::TokenId> m_endTokens;
    std::vector<std::unique_ptr<kernels::Backend>> m_backends; // first, for all live on them
    PromptFormatPtr m_format;
    std::string m_templateBorrowedFrom, m_templateProblem;
    std::unique_ptr<engine::Model> m_model;
    std::unique_ptr<engine::PagedCache> m_cache;
    std::unique_ptr<vision::VisionTower> m_tower;
    std::shared_ptr<const vision::KnownWorld> m_world;
    std::unique_ptr<LoadedModel> m_draft; // has a backend of its own
    bool m_guessesFromText = false;
};

} // namespace runtime
