#include "runtime/models/load_options.h"

#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <sstream>

namespace runtime {

namespace {

constexpr int64_t usualContext = 8192; // tokens; longer ones only where requested

} // namespace

std::vector<std::string> deviceNames(const std::string& device)
{
    std::vector<std::string> names;
    std::istringstream list(device);
    for (std::string name; std::getline(list, name, ',');)
        names.push_back(name);
    return names.empty() ? std::vector<std::string>{device} : names;
}

bool mayAddHostForExperts(const LoadOptions& options, const engine::ModelConfig& config)
{
    return config.expertCount > 0 && options.experts != engine::ExpertPlacement::WithLayers
        && std::ranges::all_of(deviceNames(options.device),
            [](const std::string& name) { return name.starts_with("cuda"); });
}

int64_t cacheTokensOf(const LoadOptions& options, const engine::ModelConfig& config)
{
    if (options.contextTokens > 0)
        return options.contextTokens;
    return std::clamp<int64_t>(config.contextLength, 2 * engine::pageSize, usualContext);
}

} // namespace runtime
