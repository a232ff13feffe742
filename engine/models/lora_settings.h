#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace engine {

/// What adapter_config.json says about an adapter's pairs.
struct LoraSettings {
    int64_t rank = 0; ///< "r": of every pair, unless rankPattern names another
    double alpha = 0;
    bool dividesByRoot = false; ///< "use_rslora": alpha / √rank instead of alpha / rank
    std::map<std::string, int64_t> rankPattern; ///< ends of module names → rank
    std::map<std::string, double> alphaPattern;
    std::string source; ///< for messages: "adapter_config.json"

    /// What the product of a module's pair is multiplied by. `rank` is the pair's. Throws
    /// Error{BadFile} if the settings give the module another rank, or two alphas.
    float factorOf(std::string_view module, int64_t rank) const;
};

/// Reads a folder's adapter_config.json. Throws Error{BadFile} naming the key, or
/// Error{Unsupported} for what low-rank pairs alone cannot say: DoRA, biases, other methods than
/// LoRA, ways of initialising that change the model's own weights.
LoraSettings readLoraSettings(const std::filesystem::path& folder);

} // namespace engine
