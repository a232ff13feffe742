#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace engine {

/// What adapter_config.json says about the pairs of an adapter.
struct LoraSettings {
    int64_t rank = 0; ///< "r": of every pair for which rankPattern has no other
    double alpha = 0;
    bool dividesByRoot = false; ///< "use_rslora": alpha / √rank in place of alpha / rank
    std::map<std::string, int64_t> rankPattern; ///< the rank of modules whose names end so
    std::map<std::string, double> alphaPattern;
    std::string source; ///< the file, for error sentences: "adapter_config.json"

    /// The factor of a module's product; `rank` is that of its pair of matrices. Throws
    /// Error{BadFile} if the settings give the module another rank, or two alphas.
    float factorOf(std::string_view module, int64_t rank) const;
};

/// Reads adapter_config.json of a folder. Throws Error{BadFile} naming the key, and
/// Error{Unsupported} for what a pair of matrices cannot express: DoRA, biases, methods other than
/// LoRA, and initialisations that change the model's own weights.
LoraSettings readLoraSettings(const std::filesystem::path& folder);

} // namespace engine
