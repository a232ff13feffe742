#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/layers/layout_file.h"
#include "engine/models/expert_placement.h"
#include "kernels/backend.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace runtime {

/// A LoRA adapter for a model, and how strongly it is applied.
struct AdapterChoice {
    std::filesystem::path folder; ///< has adapter_config.json and adapter_model.safetensors
    float scale = 1; ///< 1: as it was trained
};

/// The model to load, and how to compute it.
struct LoadOptions {
    std::filesystem::path path; ///< a GGUF file or a Hugging Face folder; empty: the built-in model
    /// The vision part of a GGUF model; empty: the file next to it.
    std::filesystem::path projectorPath;
    std::vector<AdapterChoice> adapters;
    std::string device = "cpu"; ///< see kernels::openBackend; "cuda:0,cpu": as much of the model as
        ///< fits on each, in this order
    /// How many bytes of each GPU a model may take; 0: all that are free.
    int64_t deviceMemory = 0;
    /// The device that computes the experts of a mixture whose layers are on GPUs.
    engine::ExpertPlacement experts = engine::ExpertPlacement::Auto;
    int threads = 0; ///< 0: one for each physical core
    engine::CacheType cacheType = engine::CacheType::F16;
    /// The number of tokens that the cache holds; 0: as the model suggests, at most 8192.
    int64_t contextTokens = 0;
    std::filesystem::path draftPath; ///< the draft model for speculation; empty: none
    bool guessesFromText = false; ///< speculation by n-grams
    /// Fast ones round what weights are multiplied with to bytes. The built-in model is always exact.
    kernels::Products products = kernels::Products::Fast;
    /// The folder for weights that were repacked for the CPU, so that later loads need not do it
    /// again.
    engine::LayoutFolder layouts = {};
};

/// The devices that LoadOptions::device names, at least one.
std::vector<std::string> deviceNames(const std::string& device);

/// True if routed experts of this model may be put into main memory though no device of the options
/// is the CPU.
bool mayAddHostForExperts(const LoadOptions& options, const engine::ModelConfig& config);

/// The number of tokens that the cache of a model holds if it is loaded with these options.
int64_t cacheTokensOf(const LoadOptions& options, const engine::ModelConfig& config);

} // namespace runtime
