#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/models/image_embedding.h"
#include "engine/models/model.h"
#include "engine/text/chat_template.h"
#include "engine/text/tokenizer.h"
#include "kernels/backend.h"
#include "vision/images/image.h"
#include "vision/vision_tower.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace services {

struct ModelFiles;

/// A LoRA adapter for a model, and how strongly it acts.
struct AdapterChoice {
    std::filesystem::path folder; ///< with adapter_config.json and adapter_model.safetensors
    float scale = 1; ///< 1: as it was trained
};

/// Which model to open, and where to run it.
struct LoadOptions {
    std::filesystem::path path; ///< a GGUF file or a Hugging Face folder; empty: the built-in model
    std::filesystem::path projectorPath; ///< of a GGUF's vision part; empty: looked for beside it
    std::vector<AdapterChoice> adapters;
    std::string device = "cpu"; ///< see kernels::openBackend
    int threads = 0; ///< 0: one per physical core
    engine::CacheType cacheType = engine::CacheType::F16;
    int64_t contextTokens = 0; ///< tokens the cache holds; 0: as the model suggests, at most 8192
};

/// A model ready to answer: its device, decoder, cache, tokenizer, template and, if it can see, its
/// vision tower. Belongs to the thread that loaded it.
class LoadedModel {
public:
    /// Throws Error with one sentence that names the file. `progress` as in engine::Model::load.
    static std::unique_ptr<LoadedModel> load(
        const LoadOptions& options, const engine::Model::Progress& progress = {});

    const std::string& name() const { return m_name; } ///< for people: "vignette-starter"
    const std::filesystem::path& path() const { return m_path; }
    const engine::ModelConfig& config() const { return m_config; }
    bool canSee() const { return m_tower != nullptr; }
    /// Token ids that end an answer: the model's own and those of its chat format.
    const std::vector<engine::TokenId>& endTokens() const { return m_endTokens; }

    /// What stands for one row of a picture in a prompt: in its text, and (−1: the vocabulary has
    /// none) among its ids.
    const std::string& imageTokenText() const { return m_imageTokenText; }
    engine::TokenId imageToken() const { return m_imageToken; }

    kernels::Backend& backend() { return *m_backend; }
    engine::Model& model() { return *m_model; }
    engine::PagedCache& cache() { return *m_cache; }
    const engine::Tokenizer& tokenizer() const { return *m_tokenizer; }
    const engine::ChatTemplate& chatTemplate() const { return *m_chatTemplate; }
    vision::VisionTower* tower() { return m_tower.get(); } ///< null if the model cannot see

    /// The rows of a picture. Throws Error{Unsupported} with a sentence if the model cannot see.
    engine::ImageEmbeddingPtr embed(const vision::Image& image);

private:
    LoadedModel() = default;
    void openTower(const ModelFiles& files);

    std::string m_name;
    std::filesystem::path m_path;
    engine::ModelConfig m_config;
    std::vector<engine::TokenId> m_endTokens;
    std::string m_imageTokenText;
    engine::TokenId m_imageToken = -1;
    std::unique_ptr<kernels::Backend> m_backend; // first, for the others live on it
    std::shared_ptr<const engine::Tokenizer> m_tokenizer;
    std::unique_ptr<engine::ChatTemplate> m_chatTemplate;
    std::unique_ptr<engine::Model> m_model;
    std::unique_ptr<engine::PagedCache> m_cache;
    std::unique_ptr<vision::VisionTower> m_tower;
};

} // namespace services
