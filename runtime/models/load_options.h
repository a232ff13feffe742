#pragma once

#include "engine/cache/cache_type.h"
#include "engine/config/model_config.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace runtime {

/// A LoRA adapter for a model, and how strongly it acts.
struct AdapterChoice {
    std::filesystem::path folder; ///< with adapter_config.json and adapter_model.safetensors
    float scale = 1; ///< 1: as it was trained
};

/// Which model to open, and where to run it. A value.
struct LoadOptions {
    std::filesystem::path path; ///< a GGUF file or a Hugging Face folder; empty: the built-in model
    std::filesystem::path projectorPath; ///< of a GGUF's vision part; empty: looked for beside it
    std::vector<AdapterChoice> adapters;
    std::string device = "cpu"; ///< see kernels::openBackend; "cuda:0,cpu": as much of the model as
        ///< fits on each, in this order
    int64_t deviceMemory = 0; ///< bytes that a model may take of each card; 0: all that are free
    int threads = 0; ///< 0: one per physical core
    engine::CacheType cacheType = engine::CacheType::F16;
    int64_t contextTokens = 0; ///< tokens the cache holds; 0: as the model suggests, at most 8192
    std::filesystem::path draftPath; ///< a small model that guesses ahead; empty: none
    bool guessesFromText = false; ///< ahead, what followed when the same was said before
};

/// The devices that LoadOptions::device names, at least one.
std::vector<std::string> deviceNames(const std::string& device);

/// Tokens that the cache of such a model holds if it is loaded so.
int64_t cacheTokensOf(const LoadOptions& options, const engine::ModelConfig& config);

} // namespace runtime
