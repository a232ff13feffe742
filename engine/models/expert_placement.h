#pragma once

#include <optional>
#include <string_view>

namespace engine {

/// Chooses the device of the routed experts of a mixture. They are most of its weights, and a token
/// passes through few of them, so a CPU keeps up with their products better than with any others.
enum class ExpertPlacement {
    Auto, ///< as WithLayers if that fits; otherwise as many of the last layers' as necessary on the CPU
    WithLayers, ///< on the device of their layer
    Host, ///< all on the CPU
};

/// The placement that is called "auto", "gpu" or "cpu"; nothing for any other name.
inline std::optional<ExpertPlacement> expertPlacementFromName(std::string_view name)
{
    if (name == "auto")
        return ExpertPlacement::Auto;
    if (name == "gpu")
        return ExpertPlacement::WithLayers;
    if (name == "cpu")
        return ExpertPlacement::Host;
    return std::nullopt;
}

} // namespace engine
